import { platformWords } from '../shared/platform-words.ts'

export const blueskyWords = platformWords(
  {
    console: null,
    first: ['languages'],
  },
  {
    facts: [
      'The handle of the account, and an app password: in Bluesky under Settings, “Privacy and security”, “App passwords”.',
      'Never the account’s own password. An app password can be taken back without changing anything else.',
    ],
    labels: {
      languages: 'Languages of the text',
      handle: 'Handle',
      app_password: 'App password',
    },
    hints: {
      languages: 'Codes such as en or pt-BR.',
      handle: 'With its ending: ana.bsky.social',
      app_password: 'Like xxxx-xxxx-xxxx-xxxx',
    },
  },
  {
    facts: [
      'Der Handle des Kontos und ein App-Passwort: in Bluesky unter Einstellungen, „Privatsphäre und Sicherheit“, „App-Passwörter“.',
      'Nie das eigene Passwort des Kontos. Ein App-Passwort lässt sich zurücknehmen, ohne dass sich sonst etwas ändert.',
    ],
    labels: {
      languages: 'Sprachen des Textes',
      handle: 'Handle',
      app_password: 'App-Passwort',
    },
    hints: {
      languages: 'Kürzel wie en oder pt-BR.',
      handle: 'Mit Endung: ana.bsky.social',
      app_password: 'Wie xxxx-xxxx-xxxx-xxxx',
    },
  },
)
