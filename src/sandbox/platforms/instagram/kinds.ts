import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  personal: { description: 'Counts as a personal account for others: it cannot be looked up or invited as a partner.' },
  restricted: { description: 'Instagram has restricted the account: nothing is published.' },
  restricted_live: { description: 'Instagram publishes the post, and yet answers that the account is restricted.' },
  no_trials: { description: 'Has no access to trial reels.' },
  no_comments: {
    description: 'The person did not grant the permission for comments: reading and writing them is refused.',
  },
  without_permissions: { description: 'The person granted only what posts need: comments and metrics are refused.' },
  two_pages: { description: 'Manages two Pages with an account each.', login: 'facebook' },
  without_account: {
    description: 'The Page has no Instagram account, so nothing can be connected.',
    login: 'facebook',
  },
  business: { description: 'The Page belongs to a Business Portfolio.', login: 'facebook' },
  unlisted: {
    description: 'No list contains the Page: it is found only by its ID in the login’s own details.',
    login: 'facebook',
  },
  ...expiredSoon,
} as const satisfies Kinds
