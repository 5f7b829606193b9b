import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  premium: { description: 'Has X Premium: posts have up to 25,000 characters, and videos may be larger.' },
  enterprise: { description: 'Belongs to an app with enterprise access: no rate limits, and it may answer anybody.' },
  suspended: { description: 'X suspended the account after its sign-in: it can do nothing but read itself.' },
  without_credits: { description: 'The app has no credits left: every call except reading the account is refused.' },
  ...expiredSoon,
} as const satisfies Kinds
