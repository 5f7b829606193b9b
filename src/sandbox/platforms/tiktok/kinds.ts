import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  private: { description: 'A private account: posts are for followers at most.' },
  banned: { description: 'TikTok has banned the account from posting: every post is refused.' },
  capped: { description: 'Has reached its limit of posts for today: every post is refused.' },
  unaudited: { description: 'The app has not passed its audit: only private posts are accepted.' },
  unverified: { description: 'The app has not verified the media host: files that TikTok would download are refused.' },
  moderated: { description: 'TikTok checks each post for a long time, and its URL comes late.' },
  restrained: { description: 'Has turned off comments, duets and stitches.' },
  brief: { description: 'Accepts videos of one second at most.' },
  lengthy: { description: 'Accepts videos of up to one hour.' },
  without_permissions: {
    description: 'The person granted only what posts need: reading posts and metrics is refused.',
  },
  ...expiredSoon,
} as const satisfies Kinds
