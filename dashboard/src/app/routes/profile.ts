import { createRoute } from '@tanstack/react-router'
import { ProfileFrame } from '../profile-frame.tsx'
import { root } from './root.ts'

interface ProfileSearch {
  /** Where the path says `all`: the IDs to which lists are narrowed, separated by commas. */
  readonly only?: string
}

/** Every screen of a profile, or of all. `addressFor` says which screens know `all`. */
export const profile = createRoute({
  getParentRoute: () => root,
  path: '/p/$profile',
  validateSearch: ({ only }: Record<string, unknown>): ProfileSearch =>
    typeof only === 'string' && only !== '' ? { only } : {},
  component: ProfileFrame,
})

/** For screens of a profile: another profile is another screen, in which nothing of the first one is left. */
export const perProfile = {
  remountDeps: ({ params }: { readonly params: { readonly profile: string } }) => params.profile,
}
