import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  unverified: { description: 'Has no verified phone number: no videos over 15 minutes and no thumbnails.' },
  suspended: { description: 'YouTube has suspended the channel: every call is refused.' },
  locked_private: { description: 'The app has not passed its audit: all videos stay private.' },
  hidden_numbers: { description: 'Hides its number of subscribers and the likes.' },
  no_comments: { description: 'Comments are turned off for all its videos: reading and writing them is refused.' },
  without_channel: { description: 'A Google account without a channel, so nothing can be connected.' },
  ...expiredSoon,
} as const satisfies Kinds
