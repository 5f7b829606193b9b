import { words } from '../../words/words.ts'

/** The few words that the platforms themselves write under a post, and what stands where something is missing. */
export const postWords = words(
  {
    needsVideo: 'A video goes here',
    needsMedia: 'An image or a video goes here',
    now: 'now',
    justNow: 'Just now',
    more: '…more',
    like: 'Like',
    comment: 'Comment',
    share: 'Share',
    repost: 'Repost',
    send: 'Send',
    save: 'Save',
    subscribe: 'Subscribe',
    follow: 'Follow',
    sound: 'original sound',
  },
  {
    needsVideo: 'Hierher kommt ein Video',
    needsMedia: 'Hierher kommt ein Bild oder ein Video',
    now: 'jetzt',
    justNow: 'Gerade eben',
    more: '…mehr',
    like: 'Gefällt mir',
    comment: 'Kommentieren',
    share: 'Teilen',
    repost: 'Reposten',
    send: 'Senden',
    save: 'Merken',
    subscribe: 'Abonnieren',
    follow: 'Folgen',
    sound: 'Originalton',
  },
)
