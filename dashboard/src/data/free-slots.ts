import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** The next times of the profile that no post has. A post that is made, moved or cancelled changes them. */
export const freeSlotsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', 'free-slots', profileId],
    queryFn: async () => {
      const { slots } = await polypost.slots.listNext(profileId, { count: 50 })
      return slots.map(({ scheduled_at }) => scheduled_at)
    },
    staleTime: 30_000,
  })
