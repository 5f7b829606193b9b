import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPlatformWords } from '../../platforms/loaded.ts'
import { perProfile, profile } from './profile.ts'

const accounts = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'accounts',
  component: lazyRouteComponent(() => import('../../screens/accounts/accounts.tsx'), 'Accounts'),
})

const connect = createRoute({
  getParentRoute: () => accounts,
  path: 'connect/$platform',
  loader: loadPlatformWords,
  // The service adds the connection when it sends the browser back.
  validateSearch: ({ connection_id: id }: Record<string, unknown>): { readonly connection_id?: string } =>
    typeof id === 'string' ? { connection_id: id } : {},
  component: lazyRouteComponent(() => import('../../screens/accounts/connect/connect.tsx'), 'Connect'),
})

const settings = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'settings',
  component: lazyRouteComponent(() => import('../../screens/settings/settings.tsx'), 'Settings'),
})

const timesSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('../../screens/settings/times/times.tsx'), 'Times'),
})

const brandSettings = createRoute({
  getParentRoute: () => settings,
  path: 'brand',
  component: lazyRouteComponent(() => import('../../screens/settings/brand/brand.tsx'), 'Brand'),
})

const replySettings = createRoute({
  getParentRoute: () => settings,
  path: 'replies',
  component: lazyRouteComponent(() => import('../../screens/settings/replies/replies.tsx'), 'Replies'),
})

const planSettings = createRoute({
  getParentRoute: () => settings,
  path: 'plan',
  component: lazyRouteComponent(() => import('../../screens/settings/plan/plan.tsx'), 'Plan'),
})

const importing = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'import',
  component: lazyRouteComponent(() => import('../../screens/import/import.tsx'), 'Import'),
})

const start = createRoute({
  getParentRoute: () => profile,
  ...perProfile,
  path: 'start',
  component: lazyRouteComponent(() => import('../../screens/start/start.tsx'), 'Start'),
})

/** Of exactly one profile. */
export const oneRoutes = [
  accounts.addChildren([connect]),
  settings.addChildren([timesSettings, brandSettings, replySettings, planSettings]),
  importing,
  start,
] as const
