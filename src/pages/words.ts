import type { ErrorCode } from '../contract/errors.ts'

export type Language = 'en' | 'de'

interface FormWords {
  readonly title: string
  readonly intro: string
  /** On the button, and while it works. */
  readonly send: string
  readonly sending: string
  /** On the button of the identity provider, before its name. */
  readonly single?: string
}

const english = {
  pages: {
    setup: {
      title: 'Set up Polypost',
      intro: 'You become the owner of this instance. Choose how you sign in from now on.',
      send: 'Become the owner',
      sending: 'Setting up…',
    },
    invite: {
      title: 'Join Polypost',
      intro:
        'Somebody invited you. Choose a password. If you have an account here already, enter the password of that account.',
      send: 'Join',
      sending: 'Joining…',
      single: 'Join with',
    },
    signIn: {
      title: 'Sign in to Polypost',
      intro: 'With your email address and your password.',
      send: 'Sign in',
      sending: 'Signing in…',
      single: 'Sign in with',
    },
    password: {
      title: 'Choose a new password',
      intro: 'You stay signed in here. All other sessions end.',
      send: 'Save the password',
      sending: 'Saving…',
      single: 'Link your account with',
    },
  } satisfies Readonly<Record<string, FormWords>> as Readonly<
    Record<'setup' | 'invite' | 'signIn' | 'password', FormWords>
  >,
  fields: {
    name: 'Your name',
    email: 'Email address',
    otherEmail: 'Another email address, if somebody else uses the invited one here',
    password: 'Password',
    newPassword: 'New password',
    code: 'Code of your authenticator app, or a recovery code',
  },
  passwordHint: 'At least 12 characters. Three or four unrelated words are good.',
  show: 'Show',
  hide: 'Hide',
  ofPassword: 'the password',
  lost: 'Password lost?',
  lostText: 'Polypost sends no emails. Whoever runs this instance makes a link for you with this command:',
  linkIntro: 'This link signs you in, once.',
  signedIn: 'You are signed in. You can close this page.',
  unreachable: 'The instance does not answer. Try again in a moment.',
  /** Beside the field. */
  wrong: {
    name: 'Enter a name of at most 80 characters.',
    email: 'This is not an email address.',
    password:
      'Choose another password: at least 12 characters, and not easy to guess. Use three or four unrelated words.',
    code: 'Enter the code as the app shows it.',
  },
  /** Instead of the sentence of the API. */
  errors: {
    code_needed: 'Enter the code that your authenticator app shows now.',
  } as Readonly<Partial<Record<ErrorCode, string>>>,
  prepared: 'The dashboard is being prepared',
  notPrepared: 'The dashboard is not ready',
  steps: {
    waiting: 'Waiting for its turn.',
    installing: 'Installing its packages. This takes about a minute, only after the first start and after updates.',
    building: 'Building it. This takes some seconds.',
  },
  opens: 'This page opens it as soon as it is there.',
  notBuilt: 'Nobody has built it here. One of these commands does so:',
  failed: 'The dashboard could not be prepared.',
  triesAgain: 'The next start tries again. To try at once, run this command:',
  worksAlready: 'The API and the command line work without it.',
  reference: 'API reference',
}

export type PageWords = typeof english

const german: PageWords = {
  pages: {
    setup: {
      title: 'Polypost einrichten',
      intro: 'Diese Instanz gehört danach Ihnen. Legen Sie fest, wie Sie sich künftig anmelden.',
      send: 'Einrichten',
      sending: 'Wird eingerichtet…',
    },
    invite: {
      title: 'Polypost beitreten',
      intro:
        'Sie wurden eingeladen. Wählen Sie ein Passwort. Wenn Sie hier schon ein Konto haben, geben Sie dessen Passwort ein.',
      send: 'Beitreten',
      sending: 'Beitritt läuft…',
      single: 'Beitreten mit',
    },
    signIn: {
      title: 'Bei Polypost anmelden',
      intro: 'Mit Ihrer E-Mail-Adresse und Ihrem Passwort.',
      send: 'Anmelden',
      sending: 'Anmeldung läuft…',
      single: 'Anmelden mit',
    },
    password: {
      title: 'Neues Passwort wählen',
      intro: 'Hier bleiben Sie angemeldet. Alle anderen Sitzungen enden.',
      send: 'Passwort speichern',
      sending: 'Wird gespeichert…',
      single: 'Konto verknüpfen mit',
    },
  },
  fields: {
    name: 'Ihr Name',
    email: 'E-Mail-Adresse',
    otherEmail: 'Eine andere E-Mail-Adresse, falls hier jemand anderes die eingeladene benutzt',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    code: 'Code Ihrer Authenticator-App oder ein Wiederherstellungscode',
  },
  passwordHint: 'Mindestens 12 Zeichen. Gut sind drei oder vier Wörter ohne Zusammenhang.',
  show: 'Zeigen',
  hide: 'Verbergen',
  ofPassword: '(Passwort)',
  lost: 'Passwort verloren?',
  lostText:
    'Polypost verschickt keine E-Mails. Wer diese Instanz betreibt, erstellt Ihnen einen Link mit diesem Befehl:',
  linkIntro: 'Dieser Link meldet Sie einmal an.',
  signedIn: 'Sie sind angemeldet. Sie können diese Seite schließen.',
  unreachable: 'Die Instanz antwortet nicht. Versuchen Sie es gleich noch einmal.',
  wrong: {
    name: 'Geben Sie einen Namen mit höchstens 80 Zeichen ein.',
    email: 'Das ist keine E-Mail-Adresse.',
    password:
      'Wählen Sie ein anderes Passwort: mindestens 12 Zeichen, und nicht leicht zu erraten. Gut sind drei oder vier Wörter, die nichts miteinander zu tun haben.',
    code: 'Geben Sie den Code so ein, wie die App ihn zeigt.',
  },
  errors: {
    code_needed: 'Geben Sie den Code ein, den Ihre Authenticator-App jetzt zeigt.',
    sign_in_refused: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    invalid_link:
      'Dieser Link ist unvollständig, wurde schon benutzt oder ist abgelaufen. Lassen Sie sich einen neuen geben.',
    rate_limited: 'Das waren zu viele Versuche. Warten Sie eine Viertelstunde.',
    unauthorized: 'Melden Sie sich zuerst an.',
    password_needed: 'Melden Sie sich noch einmal an. Danach können Sie das ändern.',
    name_taken: 'Diese E-Mail-Adresse wird hier schon verwendet.',
    validation_failed: 'Eine Angabe fehlt oder ist falsch.',
    unavailable: 'Die Instanz ist beschäftigt. Versuchen Sie es gleich noch einmal.',
  },
  prepared: 'Die Oberfläche wird vorbereitet',
  notPrepared: 'Die Oberfläche ist nicht bereit',
  steps: {
    waiting: 'Sie ist gleich an der Reihe.',
    installing: 'Ihre Pakete werden installiert. Das dauert etwa eine Minute, nur beim ersten Start und nach Updates.',
    building: 'Sie wird gebaut. Das dauert einige Sekunden.',
  },
  opens: 'Diese Seite öffnet sie, sobald sie da ist.',
  notBuilt: 'Hier hat sie noch niemand gebaut. Einer dieser Befehle tut es:',
  failed: 'Die Oberfläche konnte nicht vorbereitet werden.',
  triesAgain: 'Der nächste Start versucht es wieder. Dieser Befehl versucht es sofort:',
  worksAlready: 'Die API und die Befehlszeile arbeiten auch ohne sie.',
  reference: 'API-Referenz',
}

export const pageWords: Readonly<Record<Language, PageWords>> = { en: english, de: german }
