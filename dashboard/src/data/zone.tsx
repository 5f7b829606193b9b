import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { polypost } from './client.ts'
import { meQuery } from './me.ts'

export const slotsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['slots', profileId],
    queryFn: () => polypost.slots.get(profileId),
    staleTime: 5 * 60_000,
  })

/** Of the browser. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The profile whose clocks the times below follow, by its ID; null: several profiles, or none. */
export const ClocksOf = createContext<string | null>(null)

/** The zone of times. Several profiles follow the person; who has not chosen one, and a profile without one, the browser. */
export function useZone(): { readonly zone: string; readonly isOwn: boolean } {
  const id = use(ClocksOf)
  const { data } = useQuery({ ...slotsQuery(id ?? ''), enabled: id !== null })
  const { data: me } = useQuery({ ...meQuery, enabled: id === null })
  const zone = (id === null ? me?.preferences.zone : data?.timezone) ?? null
  return { zone: zone ?? ownZone, isOwn: zone === null }
}
