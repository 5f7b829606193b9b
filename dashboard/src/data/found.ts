import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

const most = 5

/** Posts of all profiles with this text. */
export const foundPostsQuery = (search: string) =>
  queryOptions({
    queryKey: ['posts', 'found', search],
    queryFn: async ({ signal }) => {
      const query = { profile_id: 'all', search, per_page: most }
      return (await polypost.posts.list(query, { signal })).posts
    },
    staleTime: 30_000,
  })

/** Drafts of all profiles with this text. */
export const foundDraftsQuery = (search: string) =>
  queryOptions({
    queryKey: ['drafts', 'found', search],
    queryFn: async ({ signal }) => {
      const query = { profile_id: 'all', search, per_page: most }
      return (await polypost.drafts.list(query, { signal })).drafts
    },
    staleTime: 30_000,
  })
