import { words } from '../../words/words.ts'

export const noticesWords = words(
  {
    title: 'Notices',
    what: 'The notices',
    zone: (zone: string) => `Times in ${zone}`,
    none: 'Nothing needs you.',
    calendar: 'Open the calendar',
    instance: 'This instance',
    show: (count: number) => `Show ${count} more`,
    more: (count: number) => `And ${count} more. They are in the lists of posts, drafts and replies.`,
    browser: 'Notifications of this browser',
    turnOn: 'Show new notices here',
    turnOff: 'Show no more of them',
    isOff:
      'New notices then appear beside your other windows, as long as Polypost is open in a tab. Your browser asks you first.',
    isOn: 'New notices appear beside your other windows, as long as Polypost is open in a tab.',
    refused:
      'Your browser refuses them for this address. To allow them, press the symbol at the left of the address, and allow notifications. They need an https address.',
    missing: 'This browser shows no notifications of pages. Those of computers do.',
    first: 'It works',
    firstText: 'New notices appear here.',
  },
  {
    title: 'Hinweise',
    what: 'Die Hinweise',
    zone: (zone: string) => `Zeiten in ${zone}`,
    none: 'Nichts wartet auf Sie.',
    calendar: 'Zum Kalender',
    instance: 'Diese Instanz',
    show: (count: number) => `${count} weitere zeigen`,
    more: (count: number) => `Und ${count} weitere. Sie stehen in den Listen der Beiträge, Entwürfe und Antworten.`,
    browser: 'Mitteilungen dieses Browsers',
    turnOn: 'Neue Hinweise hier zeigen',
    turnOff: 'Keine mehr zeigen',
    isOff:
      'Neue Hinweise erscheinen dann neben Ihren anderen Fenstern, solange Polypost in einem Tab offen ist. Ihr Browser fragt Sie vorher.',
    isOn: 'Neue Hinweise erscheinen neben Ihren anderen Fenstern, solange Polypost in einem Tab offen ist.',
    refused:
      'Ihr Browser verweigert sie für diese Adresse. Um sie zu erlauben, drücken Sie auf das Symbol links neben der Adresse und erlauben Sie Mitteilungen. Sie brauchen eine https-Adresse.',
    missing: 'Dieser Browser zeigt keine Mitteilungen von Seiten. Die von Computern tun es.',
    first: 'Es funktioniert',
    firstText: 'Neue Hinweise erscheinen hier.',
  },
)
