import { hostOf, isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/live.ts'
import type { Comment, ReadComments } from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { pageOf, profileUrl } from './published.ts'
import { query } from './request.ts'
import { type PostView, threadAnswer, threadPlace, threadPost } from './wire.ts'

/** Answers to answers are read so deep: a thread comes whole, as Bluesky has no pages of it (lexicon, 2026-08-20). */
const maxDepth = 10

/**
 * All answers, those to answers too, newest first. Each page is cut out of the thread as it is then; where the one
 * before ended is known by its last answer, whether that is still there or not.
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

/** Nothing is told of what hangs from a post that is deleted or blocked. */
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
    // Whoever writes an answer dates it, before the day that it came if they like, yet not after.
    createdAt: Math.min(record.createdAt ?? view.indexedAt, view.indexedAt),
    likeCount: view.likeCount ?? null,
    replyCount: view.replyCount ?? null,
    url: pageOf(uri, did, context),
    isOwn,
    canReply: !isOwn,
  }
}
