import type { ListPostsQuery, Post } from '@polypost/sdk'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'
import { postQuery } from './post.ts'
import { type PostFilter, postGroupOf, toQuery } from './post-filter.ts'

/** Posts of a stretch of days, both ends included. */
export interface Range {
  readonly from: string
  readonly to: string
  readonly zone: string
}

/** The API’s most. */
const perPage = 100

async function allOf(query: ListPostsQuery): Promise<readonly Post[]> {
  const posts: Post[] = []
  for await (const post of polypost.posts.list({ ...query, per_page: perPage })) posts.push(post)
  return posts
}

/** Every post of some days, for a calendar. */
export const postsInRangeQuery = (profileId: string, { from, to, zone }: Range, filter: PostFilter) =>
  queryOptions({
    queryKey: ['posts', 'range', profileId, { from, to, zone, ...filter }],
    queryFn: () => allOf({ profile_id: profileId, from, to, timezone: zone, ...toQuery(filter) }),
    placeholderData: keepPreviousData,
  })

export type PostOrder = NonNullable<ListPostsQuery['sort']>

/** A list that grows by “Show more”. */
export const postPagesQuery = (profileId: string, filter: PostFilter, sort: PostOrder) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'pages', profileId, { ...filter, sort }],
    queryFn: async ({ pageParam: cursor }) => {
      const after = cursor === null ? {} : { cursor }
      return await polypost.posts.list({ profile_id: profileId, sort, ...toQuery(filter), ...after })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })

/** Deleted posts, the last deleted first. */
export const deletedPostsQuery = (profileId: string, filter: PostFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'deleted', profileId, filter],
    queryFn: async ({ pageParam: cursor }) => {
      const after = cursor === null ? {} : { cursor }
      return await polypost.posts.list({ profile_id: profileId, ...toQuery(filter), ...after })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })

/** The posts that wait for a person. They have begun and have not ended. */
export const wantingPostsQuery = (profileId: string, filter: PostFilter = {}) =>
  queryOptions({
    queryKey: ['posts', 'wanting', profileId, filter],
    queryFn: () => allOf({ profile_id: profileId, ...toQuery({ ...filter, groups: ['needs'] }) }),
    select: (posts) => posts.filter((post) => postGroupOf(post) === 'needs'),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })

/** Writes a post, as it is now or is going to be, into the cache of every calendar. */
export function updateCachedPost(queries: QueryClient, post: Post): void {
  queries.setQueriesData<readonly Post[]>({ queryKey: ['posts', 'range'] }, (posts) =>
    posts?.map((shown) => (shown.id === post.id ? post : shown)),
  )
  queries.setQueryData(postQuery(post.id).queryKey, post)
}
