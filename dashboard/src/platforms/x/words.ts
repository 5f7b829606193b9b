import { platformWords } from '../shared/platform-words.ts'

export const xWords = platformWords(
  {
    console: 'https://console.x.com',
  },
  {
    facts: [
      'A developer app at X with OAuth 2.0: type “Web App”, permissions “read and write”.',
      'Credits, bought there in advance: a post costs about 0.015 USD, a post with a link 0.20. Set a spending limit.',
    ],
  },
  {
    facts: [
      'Eine Entwickler-App bei X mit OAuth 2.0: Typ „Web App“, Berechtigungen „read and write“.',
      'Guthaben, dort im Voraus gekauft: Ein Beitrag kostet etwa 0,015 USD, einer mit Link 0,20. Setzen Sie eine Ausgabengrenze.',
    ],
  },
)
