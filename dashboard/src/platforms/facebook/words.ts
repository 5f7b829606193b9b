import { platformWords } from '../shared/platform-words.ts'

export const facebookWords = platformWords(
  {
    console: 'https://developers.facebook.com/apps',
    first: ['post_type', 'link'],
  },
  {
    facts: [
      'A Page that you manage. No program can post to personal profiles or groups.',
      'A developer app at Meta: use case “Other”, type “Business”, with Facebook Login.',
      'Until the app is switched to Live, only you see the posts.',
    ],
  },
  {
    facts: [
      'Eine Seite, die Sie verwalten. Kein Programm kann auf persönlichen Profilen oder in Gruppen veröffentlichen.',
      'Eine Entwickler-App bei Meta: Anwendungsfall „Other“, Typ „Business“, mit Facebook Login.',
      'Bis die App auf „Live“ steht, sehen nur Sie die Beiträge.',
    ],
  },
)
