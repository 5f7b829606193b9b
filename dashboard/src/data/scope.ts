import type { Profile } from '@polypost/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { seenIn } from './last-scope.ts'
import { profilesQuery, useHasProfiles } from './profiles.ts'
import { useSession } from './session.ts'

/** The parameter of the path for links: the profile in view, or `all`. Outside of profiles it is the last one. */
export function useHere(): { readonly profile: string } {
  const { profile: named } = useParams({ strict: false })
  const session = useSession()
  const { data } = useSuspenseQuery(profilesQuery)
  const isKnown = named === 'all' || data.profiles.some(({ id }) => id === named)
  const profile = isKnown && named !== undefined ? named : startOf(data.profiles, seenIn(session)).scope
  return useMemo(() => ({ profile }), [profile])
}

/** The profiles whose posts, drafts, comments, … a list shows. */
export type Scope =
  | { readonly kind: 'one'; readonly profile: Profile }
  /** `only`: the IDs to which lists are narrowed; empty: every profile. */
  | { readonly kind: 'all'; readonly only: readonly string[] }

/** For lists. What shows one post, draft or conversation takes the profile from that. */
export function useScope(): Scope {
  const { profile: id } = useHere()
  const { only = '' } = useSearch({ strict: false })
  const { data } = useSuspenseQuery(profilesQuery)
  return useMemo(() => {
    const profile = data.profiles.find((one) => one.id === id)
    return profile ? { kind: 'one', profile } : { kind: 'all', only: only === '' ? [] : only.split(',') }
  }, [id, only, data])
}

/** As requests name it: an ID, some of them, or `all`. */
export const scopeParameter = (scope: Scope): string =>
  scope.kind === 'one' ? scope.profile.id : scope.only.join(',') || 'all'

export const isInScope = (scope: Scope, profileId: string | null): boolean => {
  if (profileId === null) return scope.kind === 'all'
  if (scope.kind === 'one') return scope.profile.id === profileId
  return scope.only.length === 0 || scope.only.includes(profileId)
}

/** Whether the scope leaves out no profile. */
export function useIsWhole(): boolean {
  const scope = useScope()
  const hasProfiles = useHasProfiles()
  return !hasProfiles || (scope.kind === 'all' && scope.only.length === 0)
}

/** Also what concerns the person or the whole team. */
export const isNoticeInScope = (scope: Scope, profileId: string | null): boolean =>
  profileId === null || isInScope(scope, profileId)

/** The profiles of the scope. */
export function useProfilesInScope(): readonly Profile[] {
  const scope = useScope()
  const { data } = useSuspenseQuery(profilesQuery)
  return useMemo(() => data.profiles.filter(({ id }) => isInScope(scope, id)), [scope, data])
}

/** For screens of exactly one profile: its accounts, its settings. */
export function useOneProfile(): Profile {
  const scope = useScope()
  if (scope.kind === 'all') throw new Error('This screen is about one profile.')
  return scope.profile
}

/** Where somebody goes on who names no profile. */
export interface Start {
  /** A profile, or `all`. */
  readonly scope: string
  /** Where only one profile will do. */
  readonly one: string
}

export function startOf(profiles: readonly Profile[], { recent, isAll }: ReturnType<typeof seenIn>): Start {
  const last = recent.find((id) => profiles.some((profile) => profile.id === id))
  const one = last ?? (profiles.find(({ is_default }) => is_default) ?? profiles[0])?.id ?? 'all'
  return { scope: isAll && profiles.length > 1 ? 'all' : one, one }
}
