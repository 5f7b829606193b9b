import { words } from '../../words/words.ts'

export const afreshWords = words(
  {
    verb: 'Read afresh',
    doing: (at: number, all: number) => `Reading ${at} of ${all}…`,
    done: (count: number) => (count === 1 ? '1 post was read afresh.' : `${count} posts were read afresh.`),
    early: (count: number) =>
      count === 1
        ? 'A post was read less than five minutes ago.'
        : `${count} posts were read less than five minutes ago.`,
    said: (platform: string, message: string) => `${platform}: ${message}`,
  },
  {
    verb: 'Neu lesen',
    doing: (at: number, all: number) => `Lese ${at} von ${all}…`,
    done: (count: number) => (count === 1 ? '1 Beitrag wurde neu gelesen.' : `${count} Beiträge wurden neu gelesen.`),
    early: (count: number) =>
      count === 1
        ? 'Ein Beitrag wurde vor weniger als fünf Minuten gelesen.'
        : `${count} Beiträge wurden vor weniger als fünf Minuten gelesen.`,
    said: (platform: string, message: string) => `${platform}: ${message}`,
  },
)
