import { words } from '../../../words/words.ts'

export const optionWords = words(
  {
    more: 'More options',
    noOptions: (platform: string) => `${platform} has no options of its own.`,
    rules: 'The options',
    usual: 'As usual',
    usualIs: (value: string) => `As usual: ${value}`,
    choose: 'Choose…',
    none: 'None',
    reading: (platform: string) => `Asking ${platform}…`,
    again: 'Ask again',
    listHint: 'Press Enter after each.',
    unlisted: (value: string) => `${value} (not in the list)`,
  },
  {
    more: 'Weitere Optionen',
    noOptions: (platform: string) => `${platform} hat keine eigenen Optionen.`,
    rules: 'Die Optionen',
    usual: 'Wie üblich',
    usualIs: (value: string) => `Wie üblich: ${value}`,
    choose: 'Wählen…',
    none: 'Keine',
    reading: (platform: string) => `${platform} wird gefragt…`,
    again: 'Noch einmal fragen',
    listHint: 'Nach jedem Eintrag die Eingabetaste.',
    unlisted: (value: string) => `${value} (nicht in der Liste)`,
  },
)
