import { createRootRoute, redirect, retainSearchParams } from '@tanstack/react-router'
import { profilesQuery } from '../../data/profiles.ts'
import { goToSignIn, secondFactorPath, sessionQuery } from '../../data/session.ts'
import { ScreenError } from '../../parts/screen-error.tsx'
import { UnknownScreen } from '../../parts/unknown-screen.tsx'
import { Frame } from '../frame.tsx'
import { queries } from '../queries.ts'

interface RootSearch {
  /** The profile in view; without it the default one. */
  readonly profile?: string
}

export const root = createRootRoute({
  validateSearch: ({ profile }: Record<string, unknown>): RootSearch =>
    typeof profile === 'string' ? { profile } : {},
  search: { middlewares: [retainSearchParams(['profile'])] },
  beforeLoad: async ({ location: { pathname, href } }) => {
    const { session, second_factor_needed } = await queries.ensureQueryData(sessionQuery)
    if (second_factor_needed) {
      if (pathname === secondFactorPath) return
      throw redirect({ to: secondFactorPath, search: { return_to: href } })
    }
    if (session !== null) return queries.ensureQueryData(profilesQuery)
    goToSignIn()
    // The browser is leaving. Nothing must be shown until then.
    return new Promise<never>(() => {})
  },
  component: Frame,
  errorComponent: ScreenError,
  notFoundComponent: UnknownScreen,
})
