import { platformWords } from '../shared/platform-words.ts'

export const threadsWords = platformWords(
  {
    console: 'https://developers.facebook.com/apps',
    first: ['post_type'],
  },
  {
    facts: [
      'A developer app at Meta with the use case “Access the Threads API”, and the account invited as Threads tester.',
      'A public https address of this instance: for the sign-in, and because Threads fetches media from it.',
    ],
  },
  {
    facts: [
      'Eine Entwickler-App bei Meta mit dem Anwendungsfall „Access the Threads API“, und das Konto als Threads-Tester eingeladen.',
      'Eine öffentliche https-Adresse dieser Instanz: für die Anmeldung, und weil Threads die Medien von dort holt.',
    ],
  },
)
