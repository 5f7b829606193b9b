import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { profilesQuery } from '../data/profiles.ts'
import { ScreenError } from '../parts/screen-error.tsx'
import { queries } from './queries.ts'
import { adminRoutes } from './routes/admin.ts'
import { dailyRoutes } from './routes/daily.ts'
import { profileRoutes } from './routes/profile.ts'
import { root } from './routes/root.ts'

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

export const router = createRouter({
  routeTree: root.addChildren([home, start, ...dailyRoutes, ...profileRoutes, ...adminRoutes]),
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
