import { useDebouncedValue } from '@mantine/hooks'
import type { Media, Profile } from '@polypost/sdk'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { polypost } from '../../../data/client.ts'
import { mediaIdOf, mediaQuery } from '../../../data/media.ts'
import { platforms } from '../../../platforms/index.ts'
import { optionText, type ShownAccount, type ShownFile } from '../../../platforms/shared/shown.ts'
import type { Content, MediaItem } from '../content.ts'

/** Sizes and kinds of the files, as the service found them. */
export function useFiles(media: readonly MediaItem[]): readonly ShownFile[] {
  const facts = useQueries({
    queries: media.map(({ url }) => mediaQuery(mediaIdOf(url))),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(
    () =>
      media.map(({ url, thumbnail_url }, at) => ({
        url,
        cover: thumbnail_url,
        kind: facts[at]?.kind ?? (/\.(mp4|mov|webm)$/.test(url) ? 'video' : 'image'),
        aspect: aspectOf(facts[at]),
      })),
    [media, facts],
  )
}

function aspectOf(file: Media | undefined): number | null {
  if (!file?.width || !file.height) return null
  const isSideways = file.rotation === 90 || file.rotation === 270
  return isSideways ? file.height / file.width : file.width / file.height
}

/** In milliseconds: an address that is still being written is not read. */
const settled = 1_200

const cardQuery = (url: string | undefined) =>
  queryOptions({
    queryKey: ['link-card', url],
    queryFn: () => polypost.media.getLinkCard({ url: url ?? '' }),
    enabled: url !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The card of the first link; null: there is none, or the page cannot be read. */
export function useCard({ message, options }: Pick<Content, 'message' | 'options'>) {
  const named = platforms
    .map(({ name, cardFrom }) => cardFrom && optionText(options[name] ?? {}, cardFrom))
    .find(Boolean)
  const [url] = useDebouncedValue(/https?:\/\/[^\s)]+/.exec(message)?.[0] ?? named ?? undefined, settled)
  return useQuery(cardQuery(url)).data ?? null
}

const pages = ['page', 'organization', 'company', 'community', 'business']

/** Who publishes on each platform. */
export function useAccounts({ platform_profiles }: Profile): Readonly<Record<string, ShownAccount>> {
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(platform_profiles).map(([platform, account]) => [
          platform,
          {
            name: account.display_name ?? account.username ?? account.account_id,
            username: account.username ?? account.display_name ?? account.account_id,
            picture: account.picture_url,
            isPage: pages.includes(account.account_type?.toLowerCase() ?? ''),
          },
        ]),
      ),
    [platform_profiles],
  )
}
