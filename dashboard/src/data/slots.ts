import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** The next time at which the profile posts and no post is planned yet. */
export const nextSlotQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', 'next-slot', profileId],
    queryFn: () => polypost.slots.listNext(profileId, { count: 1 }),
  })
