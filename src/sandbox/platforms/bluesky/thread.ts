import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedRequest, World } from '../../shared/simulator.ts'
import { findAccount } from './accounts.ts'
import { plainUri, postView } from './appview.ts'
import { invalidRequest, RefusedRequest } from './errors.ts'
import { answersBelow, type IndexedPost, type PostLookup, seenBy } from './posts.ts'

// Lexicons of 2026-08-20.
const maxDepth = 1_000
const defaultDepth = 6
const defaultHeight = 80

/** The parameters of the request, and all known posts. */
interface Thread {
  readonly seen: PostLookup
  /** URIs of replies, by the post that they reply to. */
  readonly below: ReadonlyMap<string, readonly string[]>
  readonly world: World
}

/** A post with its parents and its replies, as a tree. The tree may contain places without a post. */
export function getPostThread({ query }: SimulatedRequest, world: World): Json {
  const uri = plainUri(query.get('uri') ?? '', world)
  const depth = whole(query, 'depth', defaultDepth)
  const height = whole(query, 'parentHeight', defaultHeight)
  const seen = seenBy('read', world)
  const post = seen(uri)
  if (!post) throw new RefusedRequest(400, 'NotFound', `Post not found: ${uri}`)
  const below = new Map<string, string[]>()
  for (const { uri: answer, parent } of answersBelow(post.root ?? uri, world)) {
    const siblings = below.get(parent ?? '') ?? []
    siblings.push(answer)
    below.set(parent ?? '', siblings)
  }
  const thread = { seen, below, world }
  return {
    thread: {
      ...viewBelow(post, depth, thread),
      ...(post.parent !== null && height > 0 && { parent: nodeAbove(post.parent, height - 1, thread) }),
    },
  }
}

function whole(query: URLSearchParams, name: string, fallback: number): number {
  const value = Number(query.get(name) ?? fallback)
  if (!Number.isInteger(value) || value < 0 || value > maxDepth)
    throw invalidRequest(`Error: ${name} must be an integer from 0 to ${maxDepth}`)
  return value
}

function viewBelow(post: IndexedPost, depth: number, thread: Thread): Readonly<Record<string, Json>> {
  const answers = thread.below.get(post.uri) ?? []
  return {
    $type: 'app.bsky.feed.defs#threadViewPost',
    post: postView(post, answers.filter((uri) => thread.seen(uri)).length, thread.world),
    ...(depth > 0 && { replies: answers.flatMap((uri) => nodeBelow(uri, depth - 1, thread)) }),
  }
}

/** A deleted or still unknown post is shown as an empty place, only if it has replies. */
function nodeBelow(uri: string, depth: number, thread: Thread): Json[] {
  const post = thread.seen(uri)
  if (!post) return thread.below.has(uri) ? [notFound(uri)] : []
  return [isBlocked(post, thread.world) ? blocked(post) : viewBelow(post, depth, thread)]
}

function nodeAbove(uri: string, height: number, thread: Thread): Json {
  const post = thread.seen(uri)
  if (!post) return notFound(uri)
  if (isBlocked(post, thread.world)) return blocked(post)
  return {
    ...viewBelow(post, 0, thread),
    ...(post.parent !== null && height > 0 && { parent: nodeAbove(post.parent, height - 1, thread) }),
  }
}

const notFound = (uri: string): Json => ({ $type: 'app.bsky.feed.defs#notFoundPost', uri, notFound: true })

const blocked = ({ uri, did }: IndexedPost): Json => ({
  $type: 'app.bsky.feed.defs#blockedPost',
  uri,
  blocked: true,
  author: { did },
})

/** Everybody has blocked accounts with this in their name. */
const isBlocked = ({ did }: IndexedPost, world: World): boolean =>
  /blocked/i.test(findAccount(did, world)?.displayName ?? '')
