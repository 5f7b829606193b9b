import { words } from '../../../words/words.ts'

/** The failure in words, and whose fault it is, by its code. */
interface Fault {
  readonly title: (platform: string) => string
  readonly whose: (platform: string) => string
}

const english: Readonly<Record<string, Fault>> = {
  access_denied: {
    title: () => 'The access was not allowed',
    whose: (platform) => `The person at ${platform} said no, or went back. Sign in again and allow it.`,
  },
  login_refused: {
    title: (platform) => `${platform} refused the sign-in`,
    whose: () => 'Mostly the developer app is set up differently than this instance expects.',
  },
  no_account: {
    title: () => 'Nothing there can publish',
    whose: (platform) =>
      `The sign-in worked, but this login has no account at ${platform} that posts. Use another login, or look at what you need.`,
  },
  platform_unavailable: {
    title: (platform) => `${platform} did not answer`,
    whose: (platform) => `The fault is at ${platform}. Try again in some minutes.`,
  },
  account_limit_reached: {
    title: () => 'The plan has no room for it',
    whose: () => 'Disconnect another account of this platform, or change the plan.',
  },
  profile_deleted: { title: () => 'The profile is gone', whose: () => 'Choose another profile and connect again.' },
}

const german: Readonly<Record<string, Fault>> = {
  access_denied: {
    title: () => 'Der Zugriff wurde nicht erlaubt',
    whose: (platform) =>
      `Die Person bei ${platform} hat abgelehnt oder ging zurück. Melden Sie sich neu an und erlauben Sie ihn.`,
  },
  login_refused: {
    title: (platform) => `${platform} lehnte die Anmeldung ab`,
    whose: () => 'Meist ist die Entwickler-App anders eingerichtet, als diese Instanz erwartet.',
  },
  no_account: {
    title: () => 'Dort kann nichts veröffentlichen',
    whose: (platform) =>
      `Die Anmeldung gelang, aber dieser Zugang hat bei ${platform} kein Konto, das veröffentlicht. Nehmen Sie einen anderen, oder sehen Sie nach, was Sie brauchen.`,
  },
  platform_unavailable: {
    title: (platform) => `${platform} hat nicht geantwortet`,
    whose: (platform) => `Der Fehler liegt bei ${platform}. Versuchen Sie es in einigen Minuten wieder.`,
  },
  account_limit_reached: {
    title: () => 'Der Tarif hat keinen Platz dafür',
    whose: () => 'Trennen Sie ein anderes Konto dieser Plattform, oder wechseln Sie den Tarif.',
  },
  profile_deleted: {
    title: () => 'Das Profil gibt es nicht mehr',
    whose: () => 'Wählen Sie ein anderes Profil und verbinden Sie neu.',
  },
}

export const runningWords = words(
  {
    faults: english,
    otherFault: 'It was not connected',
    what: 'The connection',
    waiting: 'Waiting for the sign-in',
    waitingText: (platform: string, until: string) =>
      `Sign in at ${platform} and allow the access, by ${until}. This page follows by itself.`,
    stuck: (platform: string) =>
      `If ${platform} shows an error and does not send you back, compare the redirect address and the permissions with the developer app.`,
    openPage: (platform: string) => `Open the page of ${platform}`,
    confirm: 'You have signed in. Confirm on the page that opened, or begin anew here.',
    anew: 'Begin anew',
    choose: 'Choose what to publish as',
    kinds: { account: 'account', page: 'Page', board: 'board', channel: 'channel' },
    connectOne: (name: string) => `Connect ${name}`,
    notNow: 'Not now',
    until: (time: string) => `Until ${time}`,
    done: (platform: string) => `${platform} is connected`,
    write: 'New post',
    toAccounts: 'All accounts',
    expired: 'The time to sign in is over',
    expiredText: 'A sign-in is open for an hour. Nothing was changed.',
    said: (platform: string) => `What ${platform} said`,
    code: 'Code',
    todo: 'What to do',
    sentRedirect: 'Redirect address that was sent',
    sentScopes: 'Permissions that were asked for',
    guide: 'Documentation',
    again: 'Try again',
    unchanged: 'Nothing was changed.',
  },
  {
    faults: german,
    otherFault: 'Es wurde nicht verbunden',
    what: 'Die Verbindung',
    waiting: 'Wartet auf die Anmeldung',
    waitingText: (platform: string, until: string) =>
      `Melden Sie sich bis ${until} bei ${platform} an und erlauben Sie den Zugriff. Diese Seite folgt von selbst.`,
    stuck: (platform: string) =>
      `Wenn ${platform} einen Fehler zeigt und Sie nicht zurückschickt, vergleichen Sie die Rücksprungadresse und die Berechtigungen mit der Entwickler-App.`,
    openPage: (platform: string) => `Seite von ${platform} öffnen`,
    confirm: 'Sie haben sich angemeldet. Bestätigen Sie auf der Seite, die sich geöffnet hat, oder beginnen Sie neu.',
    anew: 'Neu beginnen',
    choose: 'Wählen Sie, als wer Sie veröffentlichen',
    kinds: { account: 'Konto', page: 'Seite', board: 'Pinnwand', channel: 'Kanal' },
    connectOne: (name: string) => `${name} verbinden`,
    notNow: 'Nicht jetzt',
    until: (time: string) => `Bis ${time}`,
    done: (platform: string) => `${platform} ist verbunden`,
    write: 'Neuer Beitrag',
    toAccounts: 'Alle Konten',
    expired: 'Die Zeit für die Anmeldung ist um',
    expiredText: 'Eine Anmeldung ist eine Stunde offen. Nichts wurde geändert.',
    said: (platform: string) => `Was ${platform} sagte`,
    code: 'Code',
    todo: 'Was zu tun ist',
    sentRedirect: 'Gesendete Rücksprungadresse',
    sentScopes: 'Erbetene Berechtigungen',
    guide: 'Dokumentation',
    again: 'Noch einmal',
    unchanged: 'Nichts wurde geändert.',
  },
)
