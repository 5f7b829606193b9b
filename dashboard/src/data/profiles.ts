import type { Profile } from '@polypost/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { polypost } from './client.ts'

export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: () => polypost.profiles.list(),
  staleTime: 30_000,
})

/** The profile that the address names, else the default one. */
export function useProfile(): Profile {
  const { data } = useSuspenseQuery(profilesQuery)
  const { profile: wanted } = useSearch({ strict: false })
  const found = data.profiles.find(({ id }) => id === wanted) ?? data.profiles.find(({ is_default }) => is_default)
  if (found === undefined) throw new Error('The user has no profile.')
  return found
}
