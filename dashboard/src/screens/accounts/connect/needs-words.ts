import { words } from '../../../words/words.ts'

interface Needs {
  /** Where developer apps of the platform are made; null: none is needed. */
  readonly console: string | null
  readonly facts: readonly string[]
}

const consoles = {
  meta: 'https://developers.facebook.com/apps',
  x: 'https://console.x.com',
  linkedin: 'https://www.linkedin.com/developers/apps',
  google: 'https://console.cloud.google.com',
  tiktok: 'https://developers.tiktok.com/apps',
  pinterest: 'https://developers.pinterest.com/apps',
  reddit: 'https://www.reddit.com/prefs/apps',
}

/** What the guides in docs/platforms say first, shortened. */
export const needsWords = words<Readonly<Record<string, Needs>>>(
  {
    x: {
      console: consoles.x,
      facts: [
        'A developer app at X with OAuth 2.0: type “Web App”, permissions “read and write”.',
        'Credits, bought there in advance: a post costs about 0.015 USD, a post with a link 0.20. Set a spending limit.',
      ],
    },
    facebook: {
      console: consoles.meta,
      facts: [
        'A Page that you manage. No program can post to personal profiles or groups.',
        'A developer app at Meta: use case “Other”, type “Business”, with Facebook Login.',
        'Until the app is switched to Live, only you see the posts.',
      ],
    },
    instagram: {
      console: consoles.meta,
      facts: [
        'A professional account: Business or Creator. Switching is free, in the Instagram app.',
        'A developer app at Meta with “API setup with Instagram login”, and the account added as Instagram tester.',
        'Images that Instagram can fetch: this instance must be reachable with https.',
      ],
    },
    linkedin: {
      console: consoles.linkedin,
      facts: [
        'A developer app that belongs to a LinkedIn Page, with “Share on LinkedIn” and “Sign In with LinkedIn using OpenID Connect”.',
        'To post as a Page: a second app with the Community Management API, which LinkedIn has to approve.',
      ],
    },
    youtube: {
      console: consoles.google,
      facts: [
        'A Google Cloud project with the YouTube Data API v3 and an OAuth client of the type “Web application”.',
        'While the project is in “Testing”, only listed people can sign in, and each sign-in ends after seven days.',
        'A channel. A project has 100 uploads a day.',
      ],
    },
    tiktok: {
      console: consoles.tiktok,
      facts: [
        'A developer app with Login Kit and the Content Posting API, and a public https address of this instance.',
        'Without TikTok’s audit, posts stay private. The app’s sandbox works at once, for accounts that you add there.',
      ],
    },
    pinterest: {
      console: consoles.pinterest,
      facts: [
        'A business account, which is free, and a developer app that Pinterest approves for trial access.',
        'Publishing needs standard access: Pinterest asks for a video of the sign-in.',
        'A board: every Pin goes to one.',
      ],
    },
    reddit: {
      console: consoles.reddit,
      facts: [
        'Reddit’s approval. Since November 2025 it must approve each new app, and says no date for it.',
        'Then a developer app of the type “web app”.',
      ],
    },
    threads: {
      console: consoles.meta,
      facts: [
        'A developer app at Meta with the use case “Access the Threads API”, and the account invited as Threads tester.',
        'A public https address of this instance: for the sign-in, and because Threads fetches media from it.',
      ],
    },
    bluesky: {
      console: null,
      facts: [
        'The handle of the account, and an app password: in Bluesky under Settings, “Privacy and security”, “App passwords”.',
        'Never the account’s own password. An app password can be taken back without changing anything else.',
      ],
    },
  },
  {
    x: {
      console: consoles.x,
      facts: [
        'Eine Entwickler-App bei X mit OAuth 2.0: Typ „Web App“, Berechtigungen „read and write“.',
        'Guthaben, dort im Voraus gekauft: Ein Beitrag kostet etwa 0,015 USD, einer mit Link 0,20. Setzen Sie eine Ausgabengrenze.',
      ],
    },
    facebook: {
      console: consoles.meta,
      facts: [
        'Eine Seite, die Sie verwalten. Kein Programm kann auf persönlichen Profilen oder in Gruppen veröffentlichen.',
        'Eine Entwickler-App bei Meta: Anwendungsfall „Other“, Typ „Business“, mit Facebook Login.',
        'Bis die App auf „Live“ steht, sehen nur Sie die Beiträge.',
      ],
    },
    instagram: {
      console: consoles.meta,
      facts: [
        'Ein professionelles Konto: Business oder Creator. Der Wechsel ist kostenlos, in der Instagram-App.',
        'Eine Entwickler-App bei Meta mit „API setup with Instagram login“, und das Konto als Instagram-Tester.',
        'Bilder, die Instagram abholen kann: Diese Instanz muss mit https erreichbar sein.',
      ],
    },
    linkedin: {
      console: consoles.linkedin,
      facts: [
        'Eine Entwickler-App, die zu einer LinkedIn-Seite gehört, mit „Share on LinkedIn“ und „Sign In with LinkedIn using OpenID Connect“.',
        'Für Beiträge als Seite: eine zweite App mit der Community Management API, die LinkedIn genehmigen muss.',
      ],
    },
    youtube: {
      console: consoles.google,
      facts: [
        'Ein Projekt bei Google Cloud mit der YouTube Data API v3 und einem OAuth-Client vom Typ „Web application“.',
        'Solange das Projekt auf „Testing“ steht, können sich nur eingetragene Personen anmelden, und jede Anmeldung endet nach sieben Tagen.',
        'Ein Kanal. Ein Projekt hat 100 Uploads am Tag.',
      ],
    },
    tiktok: {
      console: consoles.tiktok,
      facts: [
        'Eine Entwickler-App mit Login Kit und Content Posting API, und eine öffentliche https-Adresse dieser Instanz.',
        'Ohne Prüfung durch TikTok bleiben Beiträge privat. Die Sandbox der App geht sofort, für Konten, die Sie dort eintragen.',
      ],
    },
    pinterest: {
      console: consoles.pinterest,
      facts: [
        'Ein Unternehmenskonto, das kostenlos ist, und eine Entwickler-App, die Pinterest für „trial access“ freigibt.',
        'Veröffentlichen braucht „standard access“: Pinterest verlangt ein Video der Anmeldung.',
        'Eine Pinnwand: Jeder Pin gehört zu einer.',
      ],
    },
    reddit: {
      console: consoles.reddit,
      facts: [
        'Die Zustimmung von Reddit. Seit November 2025 muss es jede neue App genehmigen und nennt keine Frist.',
        'Dann eine Entwickler-App vom Typ „web app“.',
      ],
    },
    threads: {
      console: consoles.meta,
      facts: [
        'Eine Entwickler-App bei Meta mit dem Anwendungsfall „Access the Threads API“, und das Konto als Threads-Tester eingeladen.',
        'Eine öffentliche https-Adresse dieser Instanz: für die Anmeldung, und weil Threads die Medien von dort holt.',
      ],
    },
    bluesky: {
      console: null,
      facts: [
        'Der Handle des Kontos und ein App-Passwort: in Bluesky unter Einstellungen, „Privatsphäre und Sicherheit“, „App-Passwörter“.',
        'Nie das eigene Passwort des Kontos. Ein App-Passwort lässt sich zurücknehmen, ohne dass sich sonst etwas ändert.',
      ],
    },
  },
)
