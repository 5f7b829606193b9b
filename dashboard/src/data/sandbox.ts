import type { SimulatedPost } from '@polypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** How often the panel looks at the simulated platforms, in milliseconds. */
const lookEvery = 3_000

export const faultsQuery = (platform: string) =>
  queryOptions({
    queryKey: ['sandbox', platform, 'faults'],
    queryFn: () => polypost.sandbox.listFaults(platform),
    refetchInterval: lookEvery,
  })

export const simulatedPostsQuery = (platform: string) =>
  queryOptions({
    queryKey: ['sandbox', platform, 'posts'],
    queryFn: () => polypost.sandbox.listPosts(platform),
    refetchInterval: lookEvery,
  })

export const requestsQuery = (platform: string) =>
  queryOptions({
    queryKey: ['sandbox', platform, 'requests'],
    queryFn: () => polypost.sandbox.listRequests(platform),
    refetchInterval: lookEvery,
  })

export interface Thread {
  readonly post: SimulatedPost
  readonly replies: readonly SimulatedPost[]
}

/** The posts, newest first, each with everything below it, oldest first. */
export function threadsOf(posts: readonly SimulatedPost[]): Thread[] {
  const byId = new Map(posts.map((post) => [post.id, post]))
  const rootOf = (post: SimulatedPost): SimulatedPost => {
    const above = post.reply_to === null ? undefined : byId.get(post.reply_to)
    return above === undefined ? post : rootOf(above)
  }
  const replies = Map.groupBy(
    posts.filter((post) => rootOf(post) !== post),
    rootOf,
  )
  return posts
    .filter((post) => rootOf(post) === post)
    .map((post) => ({ post, replies: replies.get(post) ?? [] }))
    .toReversed()
}
