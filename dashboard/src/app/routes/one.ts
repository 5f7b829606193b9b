import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { secondFactorPath, sessionQuery } from '../../data/session.ts'
import { loadPlatformWords } from '../../platforms/loaded.ts'
import { queries } from '../queries.ts'
import { root } from './root.ts'

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
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

const profiles = createRoute({
  getParentRoute: () => root,
  path: '/profiles',
  component: lazyRouteComponent(() => import('../../screens/profiles/profiles.tsx'), 'Profiles'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
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

const me = createRoute({
  getParentRoute: () => root,
  path: '/me',
  component: lazyRouteComponent(() => import('../../screens/me/me.tsx'), 'Me'),
})

/** A path of this instance: browsers read two slashes, also backslashes, as the beginning of another host. */
const ownPath = /^\/(?![/\\])/

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: secondFactorPath,
  validateSearch: ({ return_to: path }: Record<string, unknown>): { readonly return_to: string } => ({
    return_to: typeof path === 'string' && ownPath.test(path) ? path : '/',
  }),
  beforeLoad: async () => {
    const { second_factor_needed } = await queries.ensureQueryData(sessionQuery)
    if (!second_factor_needed) throw redirect({ to: '/me' })
  },
  component: lazyRouteComponent(() => import('../../screens/me/second-factor-needed.tsx'), 'SecondFactorNeeded'),
})

/** Of a profile, and of the person who is signed in. */
export const profileRoutes = [
  accounts.addChildren([connect]),
  profiles,
  settings.addChildren([timesSettings, brandSettings, replySettings, planSettings]),
  me,
  secondFactor,
] as const
