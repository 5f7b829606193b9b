import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  unconfirmed: { description: 'Has not confirmed its email address: videos are refused.' },
  taken_down: { description: 'Bluesky has taken the account down, so it cannot be connected.' },
  deactivated: { description: 'The account is deactivated, so it cannot be connected.' },
  ...expiredSoon,
} as const satisfies Kinds
