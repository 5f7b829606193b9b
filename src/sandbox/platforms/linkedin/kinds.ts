import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  page: {
    description:
      'A Page: signs in as a person who manages it and posts as the Page, so comments and metrics are available.',
    login: 'page',
  },
  two_pages: { description: 'The person manages two Pages.', login: 'page' },
  no_pages: { description: 'The person manages no Page, so the person is connected.', login: 'page' },
  unreadable: { description: 'The name of the Page cannot be read, and it is connected all the same.', login: 'page' },
  analyst: {
    description: 'The person may only read the Page’s numbers, so the person is connected and not the Page.',
    login: 'page',
  },
  content_admin: { description: 'The person is a content administrator of the Page.', login: 'page' },
  no_comments: {
    description: 'The app may post as the Page, and has no access to comments: they are refused.',
    login: 'page',
  },
  no_reading: {
    description: 'The app may post and comment as the Page, and cannot read its posts and comments.',
    login: 'page',
  },
  no_metrics: {
    description: 'The app has no access to Pages and their metrics, so the person is connected and not the Page.',
    login: 'page',
  },
  without_permissions: {
    description: 'The app may do nothing but post as the Page: comments are refused.',
    login: 'page',
  },
  partner: { description: 'The app is an approved partner: its logins can be renewed.' },
  ...expiredSoon,
} as const satisfies Kinds
