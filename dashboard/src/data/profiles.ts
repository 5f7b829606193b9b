import type { Profile } from '@polypost/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { polypost } from './client.ts'
import { inOrder } from './platforms.ts'

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
export interface ProfileFace {
  readonly id: string
  readonly name: string
  readonly picture_url: string | null
  readonly color: number
}

const colours = 10

export function faceOf({ id, name, platform_profiles }: Profile): ProfileFace {
  const accounts = inOrder(Object.entries(platform_profiles), ([platform]) => platform)
  const picture = accounts.find(([, { picture_url }]) => picture_url !== null)
  const color = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % colours
  return { id, name, picture_url: picture?.[1].picture_url ?? null, color }
}
