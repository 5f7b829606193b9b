import { hostOf, isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import type { Comment, ReadComments } from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { pageOf, profileUrl } from './published.ts'
import { query } from './request.ts'
import { type PostView, threadAnswer, threadPlace, threadPost } from './wire.ts'

/** How deep replies to replies are read. Bluesky returns a thread whole, without pages (lexicon, 2026-08-20). */
const maxDepth = 10

/**
 * All replies, including replies to replies, newest first. Each page is cut from the thread as it is at that moment. The
 * cursor is the place of the last reply of the page before, even if that reply is deleted in the meantime.
 */
export const readComments: ReadComments = async ({ post, limit, cursor }, context) => {
  const answer = await query(context, {
    host: hostOf(context, 'appview'),
    name: 'app.bsky.feed.getPostThread',
    query: { uri: post.id, depth: String(maxDepth), parentHeight: '0' },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const [root, ...answers] = postsIn(threadAnswer.parse(answer.json()).thread)
  if (!root) return { type: 'rejected', error: 'platform_rejected', message: 'Bluesky does not show this post.' }
  const comments = answers.map((one) => commentOf(one, post.id, context)).sort(newestFirst)
  const rest = cursor === null ? comments : comments.filter((one) => newestFirst(placeOf(cursor), one) < 0)
  const some = rest.slice(0, limit)
  const last = some.length < rest.length ? some.at(-1) : undefined
  return { type: 'read', value: { comments: some, next: last ? cursorOf(last) : null } }
}

/** Bluesky does not return the replies to a deleted or blocked post. */
function postsIn(place: unknown): readonly PostView[] {
  if (threadPlace.parse(place).$type !== 'app.bsky.feed.defs#threadViewPost') return []
  const { post, replies } = threadPost.parse(place)
  return [post, ...(replies ?? []).flatMap(postsIn)]
}

type Place = Pick<Comment, 'createdAt' | 'id'>

const newestFirst = (one: Place, other: Place): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)

const cursorOf = ({ createdAt, id }: Place): string => `${createdAt} ${id}`

function placeOf(cursor: string): Place {
  const [createdAt = '', id = ''] = cursor.split(' ')
  return { createdAt: Number(createdAt), id }
}

function commentOf(view: PostView, postId: string, context: AccountContext): Comment {
  const { uri, author, record } = view
  const { did, handle } = author
  const parent = record.reply?.parent.uri ?? postId
  const isOwn = did === context.account.remoteId
  return {
    id: uri,
    parentId: parent === postId ? null : parent,
    author: {
      id: did,
      name: author.displayName || null,
      username: handle,
      avatarUrl: author.avatar ?? null,
      profileUrl: profileUrl(handle ?? did, context),
    },
    message: record.text,
    // The author sets `createdAt`, which may be too early. It can't be later than the time of indexing.
    createdAt: Math.min(record.createdAt ?? view.indexedAt, view.indexedAt),
    likeCount: view.likeCount ?? null,
    replyCount: view.replyCount ?? null,
    url: pageOf(uri, did, context),
    isOwn,
    canReply: !isOwn,
  }
}
