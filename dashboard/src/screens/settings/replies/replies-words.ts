import { words } from '../../../words/words.ts'
import type { Mode } from './mode.ts'

export const repliesWords = words(
  {
    title: 'Auto-replies',
    text: 'A language model answers comments of other people on posts of the last seven days. It knows only the brand context.',
    mode: 'How comments are answered',
    modes: {
      off: 'Not at all',
      review: 'After an approval',
      automatic: 'At once',
    } satisfies Record<Mode, string>,
    does: {
      off: 'Nothing is written. A post that turns auto-replies on for itself is still answered.',
      review: 'Each reply waits in the inbox. It goes out when an editor approves it.',
      automatic: 'Replies go out without anybody reading them first, at most 20 in an hour.',
    } satisfies Record<Mode, string>,
    start: 'Comments of the last seven days that nobody has answered are answered, too.',
    later: 'Auto-replies begin with an approval. Once they are on, they can also go out without one.',
    waiting: 'Replies that wait for approval',
    needsTitle: 'What they need',
    needsText: 'Without these, no reply is written.',
    noEffect: 'They are on, but have no effect.',
    plan: 'The plan does not include auto-replies; Pro and Business do. The operator of this instance can change the plan.',
    missing: (fields: string) => `The brand context lacks: ${fields}.`,
    faqToo: 'The FAQ can stand in for the brand profile.',
    fill: 'Fill in the brand context',
    ready: 'The plan includes them, and the brand context is complete.',
  },
  {
    title: 'Auto-Antworten',
    text: 'Ein Sprachmodell beantwortet Kommentare anderer zu Beiträgen der letzten sieben Tage. Es kennt nur den Markenkontext.',
    mode: 'Wie Kommentare beantwortet werden',
    modes: {
      off: 'Gar nicht',
      review: 'Nach einer Freigabe',
      automatic: 'Sofort',
    } satisfies Record<Mode, string>,
    does: {
      off: 'Nichts wird geschrieben. Ein Beitrag, der Auto-Antworten für sich einschaltet, wird trotzdem beantwortet.',
      review: 'Jede Antwort wartet im Posteingang. Sie geht hinaus, wenn jemand mit der Rolle Editor sie freigibt.',
      automatic: 'Antworten gehen hinaus, ohne dass sie vorher jemand liest, höchstens 20 in einer Stunde.',
    } satisfies Record<Mode, string>,
    start: 'Auch Kommentare der letzten sieben Tage, die niemand beantwortet hat, werden beantwortet.',
    later: 'Auto-Antworten beginnen mit einer Freigabe. Sind sie eingeschaltet, können sie auch ohne sie hinausgehen.',
    waiting: 'Antworten, die auf Freigabe warten',
    needsTitle: 'Was sie brauchen',
    needsText: 'Ohne dies wird keine Antwort geschrieben.',
    noEffect: 'Sie sind eingeschaltet, haben aber keine Wirkung.',
    plan: 'Der Tarif enthält keine Auto-Antworten; Pro und Business enthalten sie. Der Betreiber dieser Instanz kann den Tarif ändern.',
    missing: (fields: string) => `Im Markenkontext fehlt: ${fields}.`,
    faqToo: 'Die häufigen Fragen können das Markenprofil ersetzen.',
    fill: 'Markenkontext ausfüllen',
    ready: 'Der Tarif enthält sie, und der Markenkontext ist vollständig.',
  },
)
