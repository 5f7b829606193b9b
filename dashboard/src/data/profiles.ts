import type { Profile } from '@polypost/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { createContext, use, useEffect } from 'react'
import { polypost } from './client.ts'

export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: () => polypost.profiles.list(),
  staleTime: 30_000,
})

/** The profile of the draft or post that is shown. What stands below is about this one, whatever the address names. */
export const OwnProfile = createContext<Profile | null>(null)

/** The profile that the address names, else the default one. */
export function useProfileInView(): Profile {
  const { data } = useSuspenseQuery(profilesQuery)
  const { profile: wanted } = useSearch({ strict: false })
  const found = data.profiles.find(({ id }) => id === wanted) ?? data.profiles.find(({ is_default }) => is_default)
  if (found === undefined) throw new Error('The user has no profile.')
  return found
}

/** The profile that this part of the screen is about. */
export function useProfile(): Profile {
  const inView = useProfileInView()
  return use(OwnProfile) ?? inView
}

/** The profile of a draft or post; undefined until it is known. Another one never stands in for it. */
export function useProfileOf(id: string | null | undefined): Profile | undefined {
  const { data, refetch } = useSuspenseQuery(profilesQuery)
  const found = data.profiles.find((profile) => profile.id === id)
  // It may be newer than the list.
  const isMissing = typeof id === 'string' && found === undefined
  useEffect(() => {
    if (isMissing) void refetch()
  }, [isMissing, refetch])
  return found
}

/** The profile of the draft or post at this path comes into view with it. */
export function useIntoView(profile: Profile | undefined, path: string): void {
  const inView = useProfileInView()
  const navigate = useNavigate()
  const { history } = useRouter()
  useEffect(() => {
    // Whoever is on the way to another screen goes on.
    if (profile === undefined || profile.id === inView.id || history.location.pathname !== path) return
    const wanted = profile.is_default ? undefined : profile.id
    void navigate({ to: '.', search: (now) => ({ ...now, profile: wanted }), replace: true })
  }, [profile, inView, path, navigate, history])
}

/** Whether there are several, so that a name tells something. */
export const useHasProfiles = (): boolean => useSuspenseQuery(profilesQuery).data.profiles.length > 1
