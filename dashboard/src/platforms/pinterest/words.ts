import { platformWords } from '../shared/platform-words.ts'

export const pinterestWords = platformWords(
  {
    console: 'https://developers.pinterest.com/apps',
    first: ['boardId', 'title', 'link'],
  },
  {
    facts: [
      'A business account, which is free, and a developer app that Pinterest approves for trial access.',
      'Publishing needs standard access: Pinterest asks for a video of the sign-in.',
      'A board: every Pin goes to one.',
    ],
    labels: {
      boardId: 'Board',
    },
    values: {
      pin: 'Pin',
    },
  },
  {
    facts: [
      'Ein Unternehmenskonto, das kostenlos ist, und eine Entwickler-App, die Pinterest für „trial access“ freigibt.',
      'Veröffentlichen braucht „standard access“: Pinterest verlangt ein Video der Anmeldung.',
      'Eine Pinnwand: Jeder Pin gehört zu einer.',
    ],
    labels: {
      boardId: 'Pinnwand',
    },
    values: {
      pin: 'Pin',
    },
  },
)
