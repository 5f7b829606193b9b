import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  suspended: { description: 'Reddit has suspended the account: posts are refused.' },
  untrusted: { description: 'Too new for the API: every post requires a captcha, so it is refused.' },
  no_comments: { description: 'Moderators lock its posts: comments are refused.' },
  ...expiredSoon,
} as const satisfies Kinds
