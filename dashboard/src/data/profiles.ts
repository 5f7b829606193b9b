import type { Profile } from '@polypost/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { polypost } from './client.ts'

export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: () => polypost.profiles.list(),
  staleTime: 30_000,
})

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

/** Whether there are several, so that a name tells something. */
export const useHasProfiles = (): boolean => useSuspenseQuery(profilesQuery).data.profiles.length > 1

/** What shows a profile: its name and its picture, or else the number of a colour. */
export type ProfileFace = Pick<Profile, 'id' | 'name' | 'picture_url' | 'color'>
