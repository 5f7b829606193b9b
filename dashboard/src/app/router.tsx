import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { auditSearch } from '../data/audit.ts'
import type { DraftList } from '../data/drafts.ts'
import { inboxSearch } from '../data/inbox-filter.ts'
import { type PlatformName, platformNames } from '../data/platforms.ts'
import { filterSearch } from '../data/post-filter.ts'
import { profilesQuery } from '../data/profiles.ts'
import { goToSignIn, sessionQuery } from '../data/session.ts'
import { ScreenError } from '../parts/screen-error.tsx'
import { analyticsSearch } from '../screens/analytics/analytics-search.ts'
import { calendarSearch } from '../screens/calendar/calendar-search.ts'
import { forAdmins, forOperator } from './for-role.tsx'
import { queries } from './queries.ts'
import { Shell } from './shell.tsx'
import { UnknownScreen } from './unknown-screen.tsx'

interface RootSearch {
  /** The profile in view; without it the default one. */
  readonly profile?: string
}

const root = createRootRoute({
  validateSearch: ({ profile }: Record<string, unknown>): RootSearch =>
    typeof profile === 'string' ? { profile } : {},
  search: { middlewares: [retainSearchParams(['profile'])] },
  beforeLoad: async () => {
    const { session } = await queries.ensureQueryData(sessionQuery)
    if (session !== null) return queries.ensureQueryData(profilesQuery)
    goToSignIn()
    // The browser is leaving. Nothing must be shown until then.
    return new Promise<never>(() => {})
  },
  component: Shell,
  errorComponent: ScreenError,
  notFoundComponent: UnknownScreen,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ search }) => {
    const { profiles } = await queries.ensureQueryData(profilesQuery)
    const isNew = profiles.every(({ connected_platforms }) => connected_platforms.length === 0)
    throw redirect({ to: isNew ? '/start' : '/calendar', search, replace: true })
  },
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  component: lazyRouteComponent(() => import('../screens/start/start.tsx'), 'Start'),
})

// One screen with three addresses: a new post gets another one with its first save, and must stay as it is.
const composer = createRoute({
  getParentRoute: () => root,
  id: 'composer',
  component: lazyRouteComponent(() => import('../screens/composer/composer.tsx'), 'Composer'),
})
const newPost = createRoute({
  getParentRoute: () => composer,
  path: '/new',
  // When to publish, as a moment or as a local time.
  validateSearch: ({ at }: Record<string, unknown>): { readonly at?: string } => (typeof at === 'string' ? { at } : {}),
})
const draft = createRoute({ getParentRoute: () => composer, path: '/drafts/$id' })
const edit = createRoute({ getParentRoute: () => composer, path: '/posts/$id/edit' })

const drafts = createRoute({
  getParentRoute: () => root,
  path: '/drafts',
  validateSearch: ({ list }: Record<string, unknown>): { readonly list?: DraftList } =>
    list === 'approvals' || list === 'templates' ? { list } : {},
  component: lazyRouteComponent(() => import('../screens/drafts/drafts.tsx'), 'Drafts'),
})

const analytics = createRoute({
  getParentRoute: () => root,
  path: '/analytics',
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('../screens/analytics/analytics.tsx'), 'Analytics'),
})
// One screen with two addresses: the list goes on while comments are opened.
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('../screens/inbox/inbox.tsx'), 'Inbox'),
})
const inboxEntry = createRoute({ getParentRoute: () => inbox, path: '$id' })

const calendar = createRoute({
  getParentRoute: () => root,
  path: '/calendar',
  validateSearch: calendarSearch,
  component: lazyRouteComponent(() => import('../screens/calendar/calendar.tsx'), 'Calendar'),
})

const posts = createRoute({
  getParentRoute: () => root,
  path: '/posts',
  validateSearch: filterSearch,
  component: lazyRouteComponent(() => import('../screens/posts/posts.tsx'), 'Posts'),
})

const importing = createRoute({
  getParentRoute: () => root,
  path: '/import',
  component: lazyRouteComponent(() => import('../screens/import/import.tsx'), 'Import'),
})

const post = createRoute({
  getParentRoute: () => root,
  path: '/posts/$id',
  component: lazyRouteComponent(() => import('../screens/post/post.tsx'), 'PostScreen'),
})

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
  component: lazyRouteComponent(() => import('../screens/accounts/accounts.tsx'), 'Accounts'),
})

const connect = createRoute({
  getParentRoute: () => accounts,
  path: 'connect/$platform',
  // The service adds the connection when it sends the browser back.
  validateSearch: ({ connection_id: id }: Record<string, unknown>): { readonly connection_id?: string } =>
    typeof id === 'string' ? { connection_id: id } : {},
  component: lazyRouteComponent(() => import('../screens/accounts/connect/connect.tsx'), 'Connect'),
})

const profiles = createRoute({
  getParentRoute: () => root,
  path: '/profiles',
  component: lazyRouteComponent(() => import('../screens/profiles/profiles.tsx'), 'Profiles'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/settings/settings.tsx'), 'Settings'),
})
const timesSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/settings/times/times.tsx'), 'Times'),
})
const brandSettings = createRoute({
  getParentRoute: () => settings,
  path: 'brand',
  component: lazyRouteComponent(() => import('../screens/settings/brand/brand.tsx'), 'Brand'),
})
const replySettings = createRoute({
  getParentRoute: () => settings,
  path: 'replies',
  component: lazyRouteComponent(() => import('../screens/settings/replies/replies.tsx'), 'Replies'),
})
const planSettings = createRoute({
  getParentRoute: () => settings,
  path: 'plan',
  component: lazyRouteComponent(() => import('../screens/settings/plan/plan.tsx'), 'Plan'),
})

const me = createRoute({
  getParentRoute: () => root,
  path: '/me',
  component: lazyRouteComponent(() => import('../screens/me/me.tsx'), 'Me'),
})

const media = createRoute({
  getParentRoute: () => root,
  path: '/media',
  // The file beside the grid.
  validateSearch: ({ file }: Record<string, unknown>): { readonly file?: string } =>
    typeof file === 'string' ? { file } : {},
  component: lazyRouteComponent(() => import('../screens/media/media.tsx'), 'MediaLibrary'),
})

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: forAdmins(lazyRouteComponent(() => import('../screens/webhooks/webhooks.tsx'), 'Webhooks')),
})
const newEndpoint = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/new',
  component: forAdmins(lazyRouteComponent(() => import('../screens/webhooks/new-endpoint.tsx'), 'NewEndpoint')),
})
const endpoint = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$id',
  component: forAdmins(lazyRouteComponent(() => import('../screens/webhooks/endpoint.tsx'), 'Endpoint')),
})

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: forAdmins(lazyRouteComponent(() => import('../screens/keys/keys.tsx'), 'Keys')),
})
const newKey = createRoute({
  getParentRoute: () => root,
  path: '/keys/new',
  component: forAdmins(lazyRouteComponent(() => import('../screens/keys/new-key.tsx'), 'NewKey')),
})
const changeKey = createRoute({
  getParentRoute: () => root,
  path: '/keys/$id',
  component: forAdmins(lazyRouteComponent(() => import('../screens/keys/change-key.tsx'), 'ChangeKey')),
})

const notices = createRoute({
  getParentRoute: () => root,
  path: '/notices',
  component: lazyRouteComponent(() => import('../screens/notices/notices.tsx'), 'Notices'),
})

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: forOperator(lazyRouteComponent(() => import('../screens/health/health.tsx'), 'Health')),
})

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  validateSearch: ({ platform }: Record<string, unknown>): { readonly platform?: PlatformName } => {
    const found = platformNames.find((name) => name === platform)
    return found ? { platform: found } : {}
  },
  component: forOperator(lazyRouteComponent(() => import('../screens/sandbox/sandbox.tsx'), 'Sandbox')),
})

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: forAdmins(lazyRouteComponent(() => import('../screens/people/people.tsx'), 'People')),
})
const newInvite = createRoute({
  getParentRoute: () => root,
  path: '/people/new',
  component: forAdmins(lazyRouteComponent(() => import('../screens/people/new-invite.tsx'), 'NewInvite')),
})

const apps = createRoute({
  getParentRoute: () => root,
  path: '/apps',
  component: forOperator(lazyRouteComponent(() => import('../screens/apps/apps.tsx'), 'Apps')),
})
const platformApp = createRoute({
  getParentRoute: () => root,
  path: '/apps/$platform',
  component: forOperator(lazyRouteComponent(() => import('../screens/apps/platform-app.tsx'), 'PlatformApp')),
})

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: auditSearch,
  component: forAdmins(lazyRouteComponent(() => import('../screens/audit/audit.tsx'), 'Audit')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    start,
    composer.addChildren([newPost, draft, edit]),
    drafts,
    analytics,
    inbox.addChildren([inboxEntry]),
    calendar,
    posts,
    importing,
    post,
    accounts.addChildren([connect]),
    profiles,
    settings.addChildren([timesSettings, brandSettings, replySettings, planSettings]),
    me,
    media,
    webhooks,
    newEndpoint,
    endpoint,
    keys,
    newKey,
    changeKey,
    notices,
    health,
    sandbox,
    people,
    newInvite,
    apps,
    platformApp,
    audit,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
