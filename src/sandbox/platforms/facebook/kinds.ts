import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  two_pages: { description: 'Manages two Pages.' },
  no_pages: { description: 'Manages no Page, so nothing can be connected.' },
  business: { description: 'The Page belongs to a Business Portfolio.' },
  unlisted: {
    description: 'No list contains the Page: it is found only by its ID in the login’s own details.',
  },
  no_content: { description: 'The person may only read the Page’s numbers: posts and comments are refused.' },
  no_posts: { description: 'The person did not grant the permission to post.' },
  no_comments: {
    description: 'The person did not grant the permissions for comments: reading and writing them is refused.',
  },
  no_insights: { description: 'The person did not grant the permission for metrics: reading them is refused.' },
  without_permissions: { description: 'The person granted only what posts need: comments and metrics are refused.' },
  ...expiredSoon,
} as const satisfies Kinds
