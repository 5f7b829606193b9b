import type { HealthCheck } from '@polypost/sdk'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** Some checks call other machines, so nobody asks often. In milliseconds. */
const rest = 10 * 60_000

/** The checks of the instance. Only its owner may read them. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: () => polypost.health.get(),
  staleTime: rest,
  refetchInterval: rest,
})

/** Asks other machines again, whose answers the service keeps for a minute. */
export function useCheckAgain() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => polypost.health.get({ afresh: true }),
    onSuccess: (found) => queries.setQueryData(healthQuery.queryKey, found),
  })
}

/** The checks that somebody should do something about. */
export const troublesOf = (checks: readonly HealthCheck[]): HealthCheck[] =>
  checks.filter(({ status }) => status !== 'ok')
