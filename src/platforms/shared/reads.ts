import type { Comment, CommentAuthor } from '../../domain/comment.ts'
import { type Metrics, type MetricWindow, noMetrics } from '../../domain/metrics.ts'
import type { Json, Outcome, Presence, Refusal } from '../../domain/outcome.ts'
import type { AccountContext } from './context.ts'

/** A post as its job stores it: where it is, and the result of its commit; null if a person confirmed the post. */
export interface PublishedPost {
  readonly id: string
  readonly url: string | null
  readonly postType: string
  readonly result: Json
}

/** The value that was read, or the reason why it cannot be read. */
export type ReadResult<T> = { readonly type: 'read'; readonly value: T } | Refusal

export const unknownAuthor: CommentAuthor = { id: null, name: null, username: null, avatarUrl: null, profileUrl: null }

export interface CommentPage {
  /** Newest first, including replies. */
  readonly comments: readonly Comment[]
  /** Cursor of the next page; null on the last. */
  readonly next: string | null
  /** The comments whose replies are missing in part, because the platform lists only some; null: the post itself. */
  readonly gaps?: readonly (string | null)[]
}

export type ReadComments = (
  asked: { readonly post: PublishedPost; readonly limit: number; readonly cursor: string | null },
  context: AccountContext,
) => Promise<ReadResult<CommentPage>>

/** Looks for one comment, wherever it is in the list; null: it is not under this post. */
export type FindComment = (
  asked: { readonly post: PublishedPost; readonly commentId: string },
  context: AccountContext,
) => Promise<ReadResult<Pick<Comment, 'isOwn'> | null>>

export interface AskedReply {
  readonly post: PublishedPost
  readonly commentId: string
  /** Posted unchanged. */
  readonly message: string
  /** This reply cannot be older; in milliseconds since 1970. */
  readonly since: number
  /** IDs of other replies with the same text: `find` must not return one of them. */
  readonly others: readonly string[]
}

/** A reply to a comment. As with a post, a doubt is resolved by asking the platform. */
export interface ReplyAction {
  readonly send: (asked: AskedReply, context: AccountContext) => Promise<Outcome>
  readonly find: (asked: AskedReply, context: AccountContext) => Promise<Presence>
  /** How long a reply that was published may be missing where `find` looks. */
  readonly settleTime: number
}

export interface ReadMetrics {
  /** Maximum number of posts in one call of `read`. */
  readonly batch: number
  readonly window: MetricWindow
  /** By the posts' IDs; a missing one was deleted, or the platform returns nothing about it. */
  readonly read: (
    posts: readonly PublishedPost[],
    context: AccountContext,
  ) => Promise<ReadResult<ReadonlyMap<string, Metrics>>>
}

/** Reads one post at a time, for platforms without a call about several posts; null: the platform returns nothing about it. */
export const oneByOne =
  (
    readOne: (post: PublishedPost, context: AccountContext) => Promise<ReadResult<Metrics | null>>,
  ): ReadMetrics['read'] =>
  async (posts, context) => {
    const all = new Map<string, Metrics>()
    for (const post of posts) {
      const read = await readOne(post, context)
      if (read.type !== 'read') return read
      if (read.value !== null) all.set(post.id, read.value)
    }
    return { type: 'read', value: all }
  }

/** A value that an account can choose for an option, with the name that people know; null: the value says it. */
export interface Choice {
  readonly value: string
  readonly name: string | null
}

export type ReadChoices = (context: AccountContext) => Promise<ReadResult<readonly Choice[]>>

export type ReadAudience = (context: AccountContext) => Promise<ReadResult<{ readonly followers: number | null }>>

export { type Comment, type CommentAuthor, type Metrics, noMetrics }
