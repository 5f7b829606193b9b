import { words } from '../words/words.ts'

export const returnDraftWords = words(
  {
    open: 'Return…',
    title: 'Return this draft?',
    text: 'The author can change it and ask again.',
    note: 'What should change',
    noteHint: 'The author sees this note.',
    send: 'Return',
    keep: 'Keep',
  },
  {
    open: 'Zurückgeben…',
    title: 'Diesen Entwurf zurückgeben?',
    text: 'Wer ihn geschrieben hat, kann ihn ändern und noch einmal fragen.',
    note: 'Was sich ändern soll',
    noteHint: 'Wer ihn geschrieben hat, sieht diese Anmerkung.',
    send: 'Zurückgeben',
    keep: 'Behalten',
  },
)
