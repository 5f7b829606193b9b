import { platformWords } from '../shared/platform-words.ts'

export const youtubeWords = platformWords(
  {
    console: 'https://console.cloud.google.com',
    first: ['title', 'post_type', 'privacy_status', 'playlist_id', 'tags'],
  },
  {
    facts: [
      'A Google Cloud project with the YouTube Data API v3 and an OAuth client of the type “Web application”.',
      'While the project is in “Testing”, only listed people can sign in, and each sign-in ends after seven days.',
      'A channel. A project has 100 uploads a day.',
    ],
    labels: {
      tags: 'Tags',
      containsSyntheticMedia: 'Altered or made by AI',
      playlist_id: 'Playlist',
      privacy_status: 'Who sees it',
      made_for_kids: 'Made for children',
    },
    hints: {
      title: 'Without one, the first line of the text.',
      tags: 'Help people find the video.',
      made_for_kids: 'The law of many countries asks for it.',
    },
    values: {
      regular: 'Video',
      shorts: 'Short',
      public: 'Everyone',
      unlisted: 'Everyone with the link',
      private: 'Only you',
    },
  },
  {
    facts: [
      'Ein Projekt bei Google Cloud mit der YouTube Data API v3 und einem OAuth-Client vom Typ „Web application“.',
      'Solange das Projekt auf „Testing“ steht, können sich nur eingetragene Personen anmelden, und jede Anmeldung endet nach sieben Tagen.',
      'Ein Kanal. Ein Projekt hat 100 Uploads am Tag.',
    ],
    labels: {
      tags: 'Schlagwörter',
      containsSyntheticMedia: 'Mit KI verändert oder erzeugt',
      playlist_id: 'Playlist',
      privacy_status: 'Wer es sieht',
      made_for_kids: 'Für Kinder gemacht',
    },
    hints: {
      title: 'Ohne Titel die erste Zeile des Textes.',
      tags: 'Helfen Menschen, das Video zu finden.',
      made_for_kids: 'Die Gesetze vieler Länder verlangen die Angabe.',
    },
    values: {
      regular: 'Video',
      shorts: 'Short',
      public: 'Alle',
      unlisted: 'Alle mit dem Link',
      private: 'Nur Sie',
    },
  },
)
