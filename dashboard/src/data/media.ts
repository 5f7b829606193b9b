import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** A file’s ID is the last part of its public address. */
export const mediaIdOf = (url: string): string => url.split('/').at(-1) ?? ''

/** The known facts about a file. Files never change; their names and descriptions do. */
export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'file', id],
    queryFn: () => polypost.media.get(id),
    staleTime: 5 * 60_000,
  })

export interface LibraryFilter {
  /** As requests name them; without it: of all profiles. */
  readonly profiles?: string
  readonly search: string
  readonly kind: 'image' | 'video' | undefined
}

/** The media library, newest first. */
export const libraryQuery = ({ profiles, search, kind }: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: ['media', 'library', profiles, search, kind],
    queryFn: async ({ pageParam }: { readonly pageParam: string | undefined }) =>
      polypost.media.list({
        profile_id: profiles,
        search: search.trim() || undefined,
        kind,
        cursor: pageParam,
        limit: 24,
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
