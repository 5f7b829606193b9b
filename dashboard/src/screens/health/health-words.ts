import { words } from '../../words/words.ts'

export const healthWords = words(
  {
    title: 'Health',
    what: 'The checks',
    checked: (when: string) => `Checked ${when}`,
    again: 'Check again',
    groups: { error: 'To mend', warning: 'To look at', ok: 'Fine' },
    states: { error: 'Wrong', warning: 'Look at it', ok: 'Fine' },
    version: 'Polypost',
    backup: 'Last “polypost backup”',
    none: 'none',
    zone: 'Times in',
    allFine: 'All is well: nothing has to be done.',
    fixable: 'On the machine of the instance, this command does it:',
  },
  {
    title: 'Zustand',
    what: 'Die Prüfungen',
    checked: (when: string) => `Geprüft ${when}`,
    again: 'Noch einmal prüfen',
    groups: { error: 'Zu beheben', warning: 'Anzusehen', ok: 'In Ordnung' },
    states: { error: 'Falsch', warning: 'Ansehen', ok: 'In Ordnung' },
    version: 'Polypost',
    backup: 'Letztes „polypost backup“',
    none: 'keines',
    zone: 'Zeiten in',
    allFine: 'Alles ist in Ordnung: Es ist nichts zu tun.',
    fixable: 'Auf dem Rechner der Instanz erledigt es dieser Befehl:',
  },
)
