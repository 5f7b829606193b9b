import { createRootRoute, retainSearchParams } from '@tanstack/react-router'
import { profilesQuery } from '../../data/profiles.ts'
import { goToSignIn, sessionQuery } from '../../data/session.ts'
import { ScreenError } from '../../parts/screen-error.tsx'
import { UnknownScreen } from '../../parts/unknown-screen.tsx'
import { queries } from '../queries.ts'
import { Shell } from '../shell.tsx'

interface RootSearch {
  /** The profile in view; without it the default one. */
  readonly profile?: string
}

export const root = createRootRoute({
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
