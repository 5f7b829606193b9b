import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { secondFactorPath, sessionQuery } from '../../data/session.ts'
import { queries } from '../queries.ts'
import { root } from './root.ts'

const profiles = createRoute({
  getParentRoute: () => root,
  path: '/profiles',
  component: lazyRouteComponent(() => import('../../screens/profiles/profiles.tsx'), 'Profiles'),
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

/** The profiles of the team, and the person who is signed in. */
export const personRoutes = [profiles, me, secondFactor] as const
