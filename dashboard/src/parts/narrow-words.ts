import { words } from '../words/words.ts'

export const narrowWords = words(
  {
    narrow: 'Choose profiles',
    shown: (count: number) => (count === 1 ? '1 profile' : `${count} profiles`),
    title: 'Profiles to show',
    all: 'Show all',
    done: 'Done',
  },
  {
    narrow: 'Profile auswählen',
    shown: (count: number) => (count === 1 ? '1 Profil' : `${count} Profile`),
    title: 'Angezeigte Profile',
    all: 'Alle anzeigen',
    done: 'Fertig',
  },
)
