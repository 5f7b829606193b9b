import { platformWords } from '../shared/platform-words.ts'

export const linkedinWords = platformWords(
  {
    console: 'https://www.linkedin.com/developers/apps',
    first: ['visibility'],
  },
  {
    facts: [
      'A developer app that belongs to a LinkedIn Page, with “Share on LinkedIn” and “Sign In with LinkedIn using OpenID Connect”.',
      'To post as a Page: a second app with the Community Management API, which LinkedIn has to approve.',
    ],
    labels: {
      visibility: 'Who sees it',
    },
    values: {
      PUBLIC: 'Everyone',
      CONNECTIONS: 'Your connections',
      LOGGED_IN: 'LinkedIn members',
    },
    ways: {
      member: 'Your own profile',
      page: 'A Page',
    },
  },
  {
    facts: [
      'Eine Entwickler-App, die zu einer LinkedIn-Seite gehört, mit „Share on LinkedIn“ und „Sign In with LinkedIn using OpenID Connect“.',
      'Für Beiträge als Seite: eine zweite App mit der Community Management API, die LinkedIn genehmigen muss.',
    ],
    labels: {
      visibility: 'Wer ihn sieht',
    },
    values: {
      PUBLIC: 'Alle',
      CONNECTIONS: 'Ihre Kontakte',
      LOGGED_IN: 'Mitglieder von LinkedIn',
    },
    ways: {
      member: 'Ihr eigenes Profil',
      page: 'Eine Seite',
    },
  },
)
