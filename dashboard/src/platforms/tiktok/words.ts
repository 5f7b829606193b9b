import { platformWords } from '../shared/platform-words.ts'

export const tiktokWords = platformWords(
  {
    console: 'https://developers.tiktok.com/apps',
    first: ['privacy_level', 'post_mode', 'disable_comment', 'disable_duet', 'disable_stitch'],
  },
  {
    facts: [
      'A developer app with Login Kit and the Content Posting API, and a public https address of this instance.',
      'Without TikTok’s audit, posts stay private. The app’s sandbox works at once, for accounts that you add there.',
    ],
    labels: {
      post_mode: 'How it is posted',
      description: 'Description of the photos',
      privacy_level: 'Who sees it',
      disable_comment: 'No comments',
      disable_duet: 'No duets',
      disable_stitch: 'No stitches',
      video_cover_timestamp_ms: 'Frame for the cover, in milliseconds',
      photo_cover_index: 'Photo for the cover, counted from 0',
      auto_add_music: 'TikTok may add music',
      brand_content_toggle: 'Paid partnership',
      brand_organic_toggle: 'Promotes your own business',
      is_aigc: 'Made by AI',
    },
    hints: {
      title: 'Replaces the text.',
    },
    values: {
      photo: 'Photos',
      PUBLIC_TO_EVERYONE: 'Everyone',
      MUTUAL_FOLLOW_FRIENDS: 'Friends who follow each other',
      FOLLOWER_OF_CREATOR: 'Followers',
      SELF_ONLY: 'Only you',
      DIRECT_POST: 'At once',
      MEDIA_UPLOAD: 'To the inbox, to finish in the TikTok app',
    },
  },
  {
    facts: [
      'Eine Entwickler-App mit Login Kit und Content Posting API, und eine öffentliche https-Adresse dieser Instanz.',
      'Ohne Prüfung durch TikTok bleiben Beiträge privat. Die Sandbox der App geht sofort, für Konten, die Sie dort eintragen.',
    ],
    labels: {
      post_mode: 'Wie veröffentlicht wird',
      description: 'Beschreibung der Fotos',
      privacy_level: 'Wer es sieht',
      disable_comment: 'Keine Kommentare',
      disable_duet: 'Keine Duette',
      disable_stitch: 'Keine Stitches',
      video_cover_timestamp_ms: 'Bild für das Titelbild, in Millisekunden',
      photo_cover_index: 'Foto für das Titelbild, von 0 an gezählt',
      auto_add_music: 'TikTok darf Musik hinzufügen',
      brand_content_toggle: 'Bezahlte Partnerschaft',
      brand_organic_toggle: 'Wirbt für das eigene Unternehmen',
      is_aigc: 'Von KI erzeugt',
    },
    hints: {
      title: 'Ersetzt den Text.',
    },
    values: {
      photo: 'Fotos',
      PUBLIC_TO_EVERYONE: 'Alle',
      MUTUAL_FOLLOW_FRIENDS: 'Freunde, die sich gegenseitig folgen',
      FOLLOWER_OF_CREATOR: 'Follower',
      SELF_ONLY: 'Nur Sie',
      DIRECT_POST: 'Sofort',
      MEDIA_UPLOAD: 'In den Posteingang, fertig in der TikTok-App',
    },
  },
)
