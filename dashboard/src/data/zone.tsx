import { queryOptions, useQuery } from '@tanstack/react-query'
import { polypost } from './client.ts'
import { useProfile } from './profiles.ts'

export const slotsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['slots', profileId],
    queryFn: () => polypost.slots.get(profileId),
    staleTime: 5 * 60_000,
  })

/** Of the browser. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of the profile in view. Until somebody sets one: the zone of the browser. */
export function useZone(): { readonly zone: string; readonly isOwn: boolean } {
  const { data } = useQuery(slotsQuery(useProfile().id))
  const zone = data?.timezone ?? null
  return { zone: zone ?? ownZone, isOwn: zone === null }
}
