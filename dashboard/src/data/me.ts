import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** The person with what the dashboard remembers for them in every browser. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => polypost.session.getMe(),
  staleTime: 60_000,
})
