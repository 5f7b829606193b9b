import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** The rules of all platforms change with the version of the service only. */
export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: () => polypost.connections.listPlatforms(),
  staleTime: 10 * 60_000,
})

/** Always in this order: the eye learns the place. */
export const platformNames = [
  'x',
  'facebook',
  'instagram',
  'linkedin',
  'youtube',
  'tiktok',
  'pinterest',
  'reddit',
  'threads',
  'bluesky',
] as const

export type PlatformName = (typeof platformNames)[number]

const titles: Readonly<Record<string, string>> = {
  x: 'X',
  twitter: 'X',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  threads: 'Threads',
  bluesky: 'Bluesky',
}

export const titleOf = (platform: string): string => titles[platform] ?? platform

/** Sorts anything that belongs to platforms into the one order. */
export const inOrder = <Item>(items: readonly Item[], platformOf: (item: Item) => string): Item[] => {
  const place = (item: Item) => {
    const name = platformOf(item)
    return platformNames.indexOf((name === 'twitter' ? 'x' : name) as PlatformName)
  }
  return items.toSorted((one, other) => place(one) - place(other))
}
