import { canonicalName, type LoginMethod, type PlatformName, platformNames, platformTitles } from '@polypost/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { polypost } from './client.ts'

export { type PlatformName, platformNames }

/** The rules of all platforms change with the version of the service only. */
export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: () => polypost.connections.listPlatforms(),
  staleTime: 10 * 60_000,
})

const titles: Readonly<Record<string, string | undefined>> = platformTitles

export const titleOf = (platform: string): string => titles[canonicalName(platform)] ?? platform

/** Sorts anything that belongs to platforms into the one order: the eye learns it. New ones are last. */
export const inOrder = <Item>(items: readonly Item[], platformOf: (item: Item) => string): Item[] => {
  const known: readonly string[] = platformNames
  const rank = (item: Item) => {
    const at = known.indexOf(canonicalName(platformOf(item)))
    return at === -1 ? known.length : at
  }
  return items.toSorted((one, other) => rank(one) - rank(other))
}

/** A person signs in on a page of the platform. Else a form asks for what is needed. */
export const usesBrowser = ({ kind }: LoginMethod): boolean => kind === 'oauth'

/** The platforms that this instance offers. Until it has said so: all that are known here. */
export function useOffered(): readonly PlatformName[] {
  const { data } = useQuery(platformsQuery)
  return useMemo(() => {
    // Whatever the instance calls them: requests use the same names.
    const names = data?.platforms.map(({ name }) => name as PlatformName)
    return names ? inOrder(names, (name) => name) : platformNames
  }, [data])
}
