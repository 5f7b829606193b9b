import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  suspended: { description: 'Threads has suspended the account: posts are refused.' },
  restricted: { description: 'Threads publishes the post, and yet answers that it is refused.' },
  misses: {
    description: 'Each post is reported as not found when it is first published, and works when it is tried again.',
  },
  loses: { description: 'The first attempt at a text is never found, and a new attempt works.' },
  aging: { description: 'Its login ends within a minute and can be renewed at once.' },
  no_comments: { description: 'The person did not grant the permission for replies: writing them is refused.' },
  without_permissions: { description: 'The person granted only what posts need: replies and metrics cannot be read.' },
  ...expiredSoon,
} as const satisfies Kinds
