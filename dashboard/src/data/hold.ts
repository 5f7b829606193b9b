import { queryOptions } from '@tanstack/react-query'

/** Somebody waits for posts meanwhile. In milliseconds. */
const lookEvery = 60_000

/** Whether the database was restored, so that nothing is published until the operator releases it. */
export const heldQuery = queryOptions({
  queryKey: ['held'],
  // For everybody: the checks of the instance are only for its owner.
  queryFn: async (): Promise<boolean> => {
    const response = await fetch('/readyz')
    if (!response.ok) throw new Error('The service is not ready.')
    const state: unknown = await response.json()
    return typeof state === 'object' && state !== null && 'held' in state
  },
  refetchInterval: lookEvery,
})
