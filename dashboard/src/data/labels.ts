import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: () => polypost.labels.list(),
  staleTime: 60_000,
})
