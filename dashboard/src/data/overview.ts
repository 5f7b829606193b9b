import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** The API’s most. */
const perPage = 100

/** The profiles with this text in their names or in those of their accounts, by name; without one: the first of all. */
export const overviewQuery = (search: string) =>
  queryOptions({
    queryKey: ['profiles', 'overview', { search }],
    queryFn: async () => {
      const { profiles, meta } = await polypost.profiles.overview({ per_page: perPage, ...(search && { search }) })
      return { profiles, total: meta.total }
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

/** These profiles, however many there are. */
export const overviewOfQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['profiles', 'overview', { ids }],
    queryFn: async () => (await polypost.profiles.overview({ ids: ids.join(',') })).profiles,
    enabled: ids.length > 0,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
