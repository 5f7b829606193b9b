import { type Metrics, type MetricWindow, noMetrics } from '../../domain/metrics.ts'
import type { Json, Outcome, Presence, Refusal } from '../../domain/outcome.ts'
import type { AccountContext } from './context.ts'

/** A post as its job keeps it: where it is, and what its commit brought; null where a person settled the job. */
export interface PublishedPost {
  readonly id: string
  readonly url: string | null
  readonly postType: string
  readonly result: Json
}

/** What was read, or why it can't be. */
export type Read<T> = { readonly type: 'read'; readonly value: T } | Refusal

export interface Comment {
  readonly id: string
  /** The comment that it answers; null under the post itself. */
  readonly parentId: string | null
  readonly author: CommentAuthor
  readonly message: string
  /** In milliseconds since 1970. */
  readonly createdAt: number
  readonly likeCount: number | null
  readonly replyCount: number | null
  readonly url: string | null
  /** Written by the connected account. */
  readonly isOwn: boolean
  readonly canReply: boolean
}

/** Whatever the platform does not tell is null. */
export interface CommentAuthor {
  readonly id: string | null
  readonly name: string | null
  readonly username: string | null
  readonly avatarUrl: string | null
  readonly profileUrl: string | null
}

export const unknownAuthor: CommentAuthor = { id: null, name: null, username: null, avatarUrl: null, profileUrl: null }

export interface CommentPage {
  /** Newest first, answers among them. */
  readonly comments: readonly Comment[]
  /** Asks for the page behind this one; null on the last. */
  readonly next: string | null
}

export type ReadComments = (
  asked: { readonly post: PublishedPost; readonly limit: number; readonly cursor: string | null },
  context: AccountContext,
) => Promise<Read<CommentPage>>

export interface AskedReply {
  readonly post: PublishedPost
  readonly commentId: string
  /** Posted exactly as it is. */
  readonly message: string
  /** Nothing older can be this reply; in milliseconds since 1970. */
  readonly since: number
  /** IDs of other replies in the same words: `find` must not take one of them for this. */
  readonly others: readonly string[]
}

/** An answer to a comment; as with a post, doubt about it is settled by asking. */
export interface ReplyAction {
  readonly send: (asked: AskedReply, context: AccountContext) => Promise<Outcome>
  readonly find: (asked: AskedReply, context: AccountContext) => Promise<Presence>
  /** So long a reply that was taken may still be missing where `find` looks. */
  readonly settleTime: number
}

export interface ReadMetrics {
  /** How many posts one call of `read` may be about. */
  readonly batch: number
  readonly window: MetricWindow
  /** By the posts' IDs; one that is missing is gone, or the platform tells nothing of it. */
  readonly read: (
    posts: readonly PublishedPost[],
    context: AccountContext,
  ) => Promise<Read<ReadonlyMap<string, Metrics>>>
}

/** Reads one post at a time, for platforms without a call about several posts; null: the platform returns nothing about it. */
export const oneByOne =
  (readOne: (post: PublishedPost, context: AccountContext) => Promise<Read<Metrics | null>>): ReadMetrics['read'] =>
  async (posts, context) => {
    const all = new Map<string, Metrics>()
    for (const post of posts) {
      const read = await readOne(post, context)
      if (read.type !== 'read') return read
      if (read.value !== null) all.set(post.id, read.value)
    }
    return { type: 'read', value: all }
  }

export type ReadAudience = (context: AccountContext) => Promise<Read<{ readonly followers: number | null }>>

export { type Metrics, noMetrics }
