import type { Comment, GetInboxEntryResult, InboxEntry } from '@polypost/sdk'

export type OwnReply = InboxEntry['own_replies'][number]
export type ThreadItem = GetInboxEntryResult['thread'][number]

/** The name of the author; null: the platform tells none. */
export const nameOf = ({ author: { name, username } }: Pick<Comment, 'author'>): string | null =>
  name ?? (username === null ? null : `@${username}`)

/** Strangers wrote it: only addresses of websites become links. */
export const webAddress = (address: string | null): string | null =>
  address !== null && /^https?:\/\//i.test(address) ? address : null

/** For links to what strangers wrote. */
export const strangersLink = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const

/** Deeper replies stand below each other. */
const deepest = 3

export interface ThreadComment {
  readonly item: ThreadItem
  readonly depth: number
}

/** A thread as a tree: each comment with the replies to it below, the oldest first. */
export function threadAsTree(thread: readonly ThreadItem[]): readonly ThreadComment[] {
  const known = new Set(thread.map(({ comment }) => comment.id))
  const parentOf = ({ comment: { parent_id } }: ThreadItem) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null
  const below = Map.groupBy(thread, parentOf)
  const childrenOf = (parent: string | null, depth: number): readonly ThreadComment[] =>
    (below.get(parent) ?? []).flatMap((item) => [
      { item, depth: Math.min(depth, deepest) },
      ...childrenOf(item.comment.id, depth + 1),
    ])
  return childrenOf(null, 0)
}

/** Whether a comment of the thread is a reply that Polypost sent to this one. */
export const isReply = ({ own_replies }: InboxEntry, { comment }: ThreadItem): boolean =>
  own_replies.some(({ reply_id }) => reply_id === comment.id)

/** The replies that Polypost sent, and that the platform has not listed yet. */
export const unlistedReplies = ({ own_replies }: InboxEntry, thread: readonly ThreadItem[]): readonly OwnReply[] =>
  own_replies.filter(({ reply_id }) => !thread.some(({ comment }) => comment.id === reply_id))
