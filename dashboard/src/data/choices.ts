import type { ListChoicesQuery } from '@polypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'
import type { PlatformName } from './platforms.ts'

/** The choices of the profile’s account for an option. The platform is asked, so it may refuse or be slow. */
export const choicesQuery = (platform: PlatformName, query: ListChoicesQuery) =>
  queryOptions({
    queryKey: ['choices', platform, query.profile_id, query.option],
    queryFn: () => polypost.connections.listChoices(platform, query),
    staleTime: 5 * 60_000,
  })
