import { createRootRoute, redirect } from '@tanstack/react-router'
import { seenIn } from '../../data/last-scope.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { startOf } from '../../data/scope.ts'
import { goToSignIn, secondFactorPath, sessionQuery } from '../../data/session.ts'
import { ScreenError } from '../../parts/screen-error.tsx'
import { UnknownScreen } from '../../parts/unknown-screen.tsx'
import { addressFor } from '../addresses.ts'
import { Frame } from '../frame.tsx'
import { queries } from '../queries.ts'

export const root = createRootRoute({
  beforeLoad: async ({ location: { pathname, href } }) => {
    const { session, second_factor_needed } = await queries.ensureQueryData(sessionQuery)
    if (second_factor_needed) {
      if (pathname === secondFactorPath) return
      throw redirect({ to: secondFactorPath, search: { return_to: href } })
    }
    if (session === null) {
      goToSignIn()
      // The browser is leaving. Nothing must be shown until then.
      return new Promise<never>(() => {})
    }
    const { profiles } = await queries.ensureQueryData(profilesQuery)
    const seen = seenIn(session)
    const start = startOf(profiles, seen)
    const meant = addressFor(href, {
      ...start,
      usual: profiles.find(({ is_default }) => is_default)?.id ?? start.one,
      hasSeveral: profiles.length > 1,
      isNew: profiles.every(({ connected_platforms }) => connected_platforms.length === 0),
      only: seen.only.filter((id) => profiles.some((profile) => profile.id === id)),
    })
    if (meant !== null) throw redirect({ href: meant, replace: true })
  },
  component: Frame,
  errorComponent: ScreenError,
  notFoundComponent: UnknownScreen,
})
