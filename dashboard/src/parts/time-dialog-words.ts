import { words } from '../words/words.ts'

export const timeDialogWords = words(
  {
    date: 'Date',
    time: 'Time',
    becomes: 'New time',
    fill: 'Fill in a date and a time.',
    skipped: 'The clocks skip this time. Choose one of these:',
    twice: 'The clocks show this time twice. Choose one of these:',
    keep: 'Cancel',
  },
  {
    date: 'Datum',
    time: 'Uhrzeit',
    becomes: 'Neue Zeit',
    fill: 'Datum und Uhrzeit eingeben.',
    skipped: 'Die Uhren überspringen diese Zeit. Eine davon wählen:',
    twice: 'Die Uhren zeigen diese Zeit zweimal. Eine davon wählen:',
    keep: 'Abbrechen',
  },
)
