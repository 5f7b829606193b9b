import type { Post } from '@polypost/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type PostFilter, type PostGroup, postGroupOf } from '../../data/post-filter.ts'
import { type PostOrder, postPagesQuery, wantingPostsQuery } from '../../data/posts.ts'
import { scopeParameter, useScope } from '../../data/scope.ts'

/** A part of the list, of one state. */
export interface Section {
  readonly name: PostGroup
  readonly posts: readonly Post[]
  /** Reads more; null at the end. */
  readonly more: (() => void) | null
  readonly isReading: boolean
  readonly isPending: boolean
  readonly error: unknown
  readonly retry: () => unknown
}

/** The posts in the order in which somebody wants them: first what needs a person. */
export function useSections(filter: PostFilter): readonly Section[] {
  return [
    useNeeds(filter),
    usePages('failed', ['failed'], 'time', filter),
    usePages('working', ['working'], 'time_asc', filter),
    usePages('scheduled', ['scheduled'], 'time_asc', filter),
    usePages('done', ['done', 'cancelled'], 'time', filter),
  ]
}

const chosen = (groups: readonly PostGroup[], filter: PostFilter): readonly PostGroup[] =>
  groups.filter((group) => filter.groups?.includes(group) ?? true)

function useNeeds(filter: PostFilter): Section {
  const id = scopeParameter(useScope())
  const enabled = chosen(['needs'], filter).length > 0
  const { groups: _, ...others } = filter
  const read = useQuery({ ...wantingPostsQuery(id, others), enabled })
  return {
    name: 'needs',
    posts: enabled ? (read.data ?? []) : [],
    more: null,
    isReading: false,
    isPending: enabled && read.isPending,
    error: enabled ? read.error : null,
    retry: read.refetch,
  }
}

function usePages(name: PostGroup, all: readonly PostGroup[], sort: PostOrder, filter: PostFilter): Section {
  const id = scopeParameter(useScope())
  const groups = chosen(all, filter)
  const enabled = groups.length > 0
  const read = useInfiniteQuery({ ...postPagesQuery(id, { ...filter, groups }, sort), enabled })
  const posts = read.data?.pages.flatMap((page) => page.posts).filter((post) => groups.includes(postGroupOf(post)))
  return {
    name,
    posts: enabled ? (posts ?? []) : [],
    more: enabled && read.hasNextPage ? () => void read.fetchNextPage() : null,
    isReading: read.isFetchingNextPage,
    isPending: enabled && read.isPending,
    error: enabled ? read.error : null,
    retry: read.refetch,
  }
}
