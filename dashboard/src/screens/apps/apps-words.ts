import { words } from '../../words/words.ts'

export const appsWords = words(
  {
    title: 'Developer apps',
    what: 'The developer apps',
    text: 'People sign in at each platform through an app that is registered there. Everybody on this instance uses the same ones.',
    setUp: 'Set up',
    open: 'Open',
    notNeeded: 'None is needed',
    missing: 'No app yet',
    environment: 'Set in the environment',
    stored: (day: string) => `Stored here, ${day}`,
    loginFailed: 'The last sign-in failed',
    lacking: 'Accounts lack permissions',
    accounts: (count: string, isOne: boolean) => (isOne ? '1 account connected' : `${count} accounts connected`),
    noAccounts: 'No account connected',

    unknown: 'This platform needs no developer app.',
    need: 'What you need',
    scopes: 'Permissions',
    lack: 'Connected accounts lack these permissions. Add them to the app, then connect the accounts again:',
    try: 'Try it',
    tryText: 'A sign-in shows whether the platform takes the app.',
    connect: 'Connect an account',
    remove: 'Delete the app…',
    removeVerb: 'Delete',
    keep: 'Keep',
    removeTitle: (platform: string) => `Delete the app for ${platform}?`,
    removeText: 'Nobody can sign in with it any more. The app stays registered at the platform.',
    dependOnIt: (accounts: string, isOne: boolean) =>
      isOne
        ? '1 account is connected. If it was connected with this app, its sign-in can’t be renewed, and its posts fail when it ends:'
        : `${accounts} accounts are connected. Those that were connected with this app can’t be renewed, and their posts fail when their sign-in ends:`,
    at: (platform: string, count: string) => `${platform}: ${count}`,
    nothingDepends: 'No account is connected with it.',
  },
  {
    title: 'Entwickler-Apps',
    what: 'Die Entwickler-Apps',
    text: 'Bei jeder Plattform meldet man sich über eine App an, die dort registriert ist. Alle auf dieser Instanz benutzen dieselben.',
    setUp: 'Einrichten',
    open: 'Öffnen',
    notNeeded: 'Keine nötig',
    missing: 'Noch keine App',
    environment: 'In der Umgebung gesetzt',
    stored: (day: string) => `Hier gespeichert, ${day}`,
    loginFailed: 'Die letzte Anmeldung scheiterte',
    lacking: 'Konten fehlen Berechtigungen',
    accounts: (count: string, isOne: boolean) => (isOne ? '1 Konto verbunden' : `${count} Konten verbunden`),
    noAccounts: 'Kein Konto verbunden',

    unknown: 'Diese Plattform braucht keine Entwickler-App.',
    need: 'Was Sie brauchen',
    scopes: 'Berechtigungen',
    lack: 'Verbundenen Konten fehlen diese Berechtigungen. Geben Sie sie der App, und verbinden Sie die Konten dann neu:',
    try: 'Ausprobieren',
    tryText: 'Eine Anmeldung zeigt, ob die Plattform die App annimmt.',
    connect: 'Ein Konto verbinden',
    remove: 'App löschen…',
    removeVerb: 'Löschen',
    keep: 'Behalten',
    removeTitle: (platform: string) => `Die App für ${platform} löschen?`,
    removeText: 'Niemand kann sich mehr mit ihr anmelden. Bei der Plattform bleibt sie registriert.',
    dependOnIt: (accounts: string, isOne: boolean) =>
      isOne
        ? '1 Konto ist verbunden. Wurde es mit dieser App verbunden, lässt sich seine Anmeldung nicht mehr erneuern, und seine Beiträge scheitern, wenn sie endet:'
        : `${accounts} Konten sind verbunden. Die mit dieser App verbundenen lassen sich nicht mehr erneuern, und ihre Beiträge scheitern, wenn die Anmeldung endet:`,
    at: (platform: string, count: string) => `${platform}: ${count}`,
    nothingDepends: 'Kein Konto ist mit ihr verbunden.',
  },
)
