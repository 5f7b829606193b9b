import { platformWords } from '../shared/platform-words.ts'

export const redditWords = platformWords(
  {
    console: 'https://www.reddit.com/prefs/apps',
    first: ['subreddit', 'title', 'flair_id', 'url'],
  },
  {
    facts: [
      'Reddit’s approval. Since November 2025 it must approve each new app, and says no date for it.',
      'Then a developer app of the type “web app”.',
    ],
    labels: {
      subreddit: 'Community, without r/',
      url: 'Link instead of media',
      flair_id: 'Flair',
      flair_text: 'Text of the flair',
      nsfw: 'Not safe for work',
      spoiler: 'Spoiler',
    },
    hints: {
      title: 'Without one, the first line of the text.',
      url: 'Makes the post a link to this page.',
    },
    values: {
      link: 'Link',
    },
  },
  {
    facts: [
      'Die Zustimmung von Reddit. Seit November 2025 muss es jede neue App genehmigen und nennt keine Frist.',
      'Dann eine Entwickler-App vom Typ „web app“.',
    ],
    labels: {
      subreddit: 'Community, ohne r/',
      url: 'Link statt Medien',
      flair_id: 'Flair',
      flair_text: 'Text des Flairs',
      nsfw: 'Nicht jugendfrei',
      spoiler: 'Spoiler',
    },
    hints: {
      title: 'Ohne Titel die erste Zeile des Textes.',
      url: 'Macht den Beitrag zu einem Link auf diese Seite.',
    },
    values: {
      link: 'Link',
    },
  },
)
