import { words } from '../../../words/words.ts'

export const previewWords = words(
  {
    title: 'Preview',
    shown: (count: number, of: number) => `${count} of ${of}`,
    which: 'Which platforms to show',
    most: 'Up to four at once',
    empty: 'Choose an account, and its post appears here.',
    waiting: 'The posts appear here when there is something to publish.',
    label: (platform: string, type: string, text: string) => `The post on ${platform}, ${type}: ${text}`,
    ofLimit: (length: string, limit: string) => `${length} / ${limit}`,
    toFix: (count: number) => (count === 1 ? '1 thing to mend' : `${count} things to mend`),
    noType: 'fits no kind of post',
  },
  {
    title: 'Vorschau',
    shown: (count: number, of: number) => `${count} von ${of}`,
    which: 'Welche Plattformen gezeigt werden',
    most: 'Bis zu vier auf einmal',
    empty: 'Wählen Sie ein Konto, dann erscheint hier sein Beitrag.',
    waiting: 'Die Beiträge erscheinen hier, sobald es etwas zu veröffentlichen gibt.',
    label: (platform: string, type: string, text: string) => `Der Beitrag auf ${platform}, ${type}: ${text}`,
    ofLimit: (length: string, limit: string) => `${length} / ${limit}`,
    toFix: (count: number) => `${count} zu beheben`,
    noType: 'passt zu keiner Art von Beitrag',
  },
)
