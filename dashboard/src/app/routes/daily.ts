import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { DraftList } from '../../data/drafts.ts'
import { inboxSearch } from '../../data/inbox-filter.ts'
import { postsSearch } from '../../data/post-filter.ts'
import { loadPlatformPosts, loadPlatformWords } from '../../platforms/loaded.ts'
import { analyticsSearch } from '../../screens/analytics/analytics-search.ts'
import { calendarSearch } from '../../screens/calendar/calendar-search.ts'
import { perProfile, profile } from './profile.ts'

const notices = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'needs-attention',
  component: lazyRouteComponent(() => import('../../screens/notices/notices.tsx'), 'Notices'),
})

const calendar = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'calendar',
  validateSearch: calendarSearch,
  component: lazyRouteComponent(() => import('../../screens/calendar/calendar.tsx'), 'Calendar'),
})

const posts = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'posts',
  validateSearch: postsSearch,
  component: lazyRouteComponent(() => import('../../screens/posts/posts.tsx'), 'Posts'),
})

const post = createRoute({
  getParentRoute: () => profile,
  path: 'posts/$id',
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,15}$/.test(params.id)) throw notFound()
  },
  component: lazyRouteComponent(() => import('../../screens/post/post.tsx'), 'PostScreen'),
})

// One screen with three addresses: a new post gets another one with its first save, and must stay as it is.
const composer = createRoute({
  getParentRoute: () => profile,
  id: 'composer',
  loader: () => Promise.all([loadPlatformWords(), loadPlatformPosts()]),
  component: lazyRouteComponent(() => import('../../screens/composer/composer.tsx'), 'Composer'),
})

const newPost = createRoute({
  getParentRoute: () => composer,
  path: 'new',
  // When to publish, as a moment or as a local time.
  validateSearch: ({ at }: Record<string, unknown>): { readonly at?: string } => (typeof at === 'string' ? { at } : {}),
})

const draft = createRoute({ getParentRoute: () => composer, path: 'drafts/$id' })

const edit = createRoute({ getParentRoute: () => composer, path: 'posts/$id/edit' })

const drafts = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'drafts',
  validateSearch: ({ list }: Record<string, unknown>): { readonly list?: DraftList } =>
    list === 'approvals' || list === 'templates' ? { list } : {},
  component: lazyRouteComponent(() => import('../../screens/drafts/drafts.tsx'), 'Drafts'),
})

// One screen with two addresses: the list goes on while comments are opened.
const inbox = createRoute({
  getParentRoute: () => profile,
  path: 'inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('../../screens/inbox/inbox.tsx'), 'Inbox'),
})

const inboxEntry = createRoute({ getParentRoute: () => inbox, path: '$id' })

const analytics = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'analytics',
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('../../screens/analytics/analytics.tsx'), 'Analytics'),
})

const media = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'media',
  // The file beside the grid.
  validateSearch: ({ file }: Record<string, unknown>): { readonly file?: string } =>
    typeof file === 'string' ? { file } : {},
  component: lazyRouteComponent(() => import('../../screens/media/media.tsx'), 'MediaLibrary'),
})

/** The screens that people work with every day. */
export const dailyRoutes = [
  notices,
  calendar,
  posts,
  post,
  composer.addChildren([newPost, draft, edit]),
  drafts,
  inbox.addChildren([inboxEntry]),
  analytics,
  media,
] as const
