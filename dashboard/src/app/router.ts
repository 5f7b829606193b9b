import { createRouter } from '@tanstack/react-router'
import { ScreenError } from '../parts/screen-error.tsx'
import { adminRoutes } from './routes/admin.ts'
import { dailyRoutes } from './routes/daily.ts'
import { oneRoutes } from './routes/one.ts'
import { personRoutes } from './routes/person.ts'
import { profile } from './routes/profile.ts'
import { root } from './routes/root.ts'

export const router = createRouter({
  routeTree: root.addChildren([profile.addChildren([...dailyRoutes, ...oneRoutes]), ...personRoutes, ...adminRoutes]),
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
