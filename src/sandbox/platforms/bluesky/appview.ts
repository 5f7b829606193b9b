import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedRequest, World } from '../../shared/simulator.ts'
import { type Account, findAccount } from './accounts.ts'
import { invalidRequest, RefusedRequest } from './errors.ts'
import { answersBelow, type IndexedPost, type PostLookup, seenBy } from './posts.ts'
import { postCollection } from './record.ts'
import { records, uriOf } from './records.ts'
import { pageSize } from './repo.ts'

export const countNames = ['likeCount', 'repostCount', 'replyCount', 'quoteCount', 'bookmarkCount'] as const

const metrics = z.partialRecord(z.enum(countNames), z.number())
export type Metrics = z.output<typeof metrics>

const metricsKept = (world: World) => world.documents('metrics')

export const metricsOf = (uri: string, world: World): Metrics => metrics.parse(metricsKept(world).get(uri) ?? {})

export const changeMetrics = (uri: string, changes: Metrics, world: World): void =>
  metricsKept(world).put(uri, { ...metricsOf(uri, world), ...changes })

type Fields = Readonly<Record<string, Json>>

/** A post with its numbers. Replies are counted, unless a test has set their number. */
export function postView(post: IndexedPost, answers: number, world: World): Fields {
  const author = findAccount(post.did, world)
  const zero = { likeCount: 0, repostCount: 0, replyCount: answers, quoteCount: 0, bookmarkCount: 0 }
  return {
    uri: post.uri,
    cid: post.cid,
    author: author ? basicView(author) : { did: post.did, handle: 'handle.invalid' },
    record: post.value,
    ...zero,
    ...metricsOf(post.uri, world),
    indexedAt: new Date(post.indexedAt).toISOString(),
    labels: [],
  }
}

const basicView = ({ did, handle, displayName }: Account): Fields => ({ did, handle, displayName, labels: [] })

/** The address of a post may contain any of the account's names. */
export function plainUri(uri: string, world: World): string {
  const [, repo = '', rest = ''] = /^at:\/\/([^/]+)(\/.*)$/.exec(uri) ?? []
  if (rest === '') throw invalidRequest('Error: uri must be a valid at-uri')
  return `at://${findAccount(repo, world)?.did ?? repo}${rest}`
}

const maxUris = 25

/** The order is not defined. Missing posts are left out. */
export function getPosts({ query }: SimulatedRequest, world: World): Json {
  const uris = query.getAll('uris')
  if (uris.length === 0) throw invalidRequest('Error: Params must have the property "uris"')
  if (uris.length > maxUris) throw invalidRequest(`Error: uris must not have more than ${maxUris} elements`)
  const seen = seenBy('metrics', world)
  const posts = uris.flatMap((uri) => seen(plainUri(uri, world)) ?? [])
  return { posts: posts.reverse().map((post) => postView(post, answersTo(post, seen, world), world)) }
}

const answersTo = (post: IndexedPost, seen: PostLookup, world: World): number =>
  answersBelow(post.root ?? post.uri, world).filter(({ uri, parent }) => parent === post.uri && seen(uri)).length

/** More posts than a profile counts individually. */
const maxCounted = 10_000

export function getProfile({ query }: SimulatedRequest, world: World): Json {
  const account = findAccount(query.get('actor') ?? '', world)
  if (!account) throw new RefusedRequest(400, 'InvalidRequest', 'Profile not found')
  return {
    ...basicView(account),
    followersCount: account.followers,
    followsCount: 0,
    postsCount: records(account.did, postCollection, world).range({ limit: maxCounted }).length,
  }
}

/** The posts of an account, newest first. */
export function getAuthorFeed({ query }: SimulatedRequest, world: World): Json {
  const account = findAccount(query.get('actor') ?? '', world)
  if (!account) throw invalidRequest('Profile not found')
  const limit = pageSize(query)
  const cursor = query.get('cursor')
  const seen = seenBy('read', world)
  const page = records(account.did, postCollection, world).range({
    reverse: true,
    limit,
    ...(cursor !== null && { before: cursor }),
  })
  const posts = page.flatMap(({ id }) => seen(uriOf(account.did, postCollection, id)) ?? [])
  const wanted = posts.filter((post) => isWanted(post, query.get('filter')))
  return {
    feed: wanted.map((post) => ({ post: postView(post, answersTo(post, seen, world), world) })),
    ...(page.length === limit && { cursor: page.at(-1)?.id ?? '' }),
  }
}

const isWanted = (post: IndexedPost, filter: string | null): boolean =>
  filter === null || filter === 'posts_with_replies' || post.parent === null
