import { hostOf, isDone } from '../shared/call.ts'
import { pageAfter } from '../shared/comment-page.ts'
import type { AccountContext } from '../shared/context.ts'
import type { Comment, ReadComments } from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { pageOf, profileUrl } from './published.ts'
import { query } from './request.ts'
import { type PostView, threadAnswer, threadNode, threadPost } from './wire.ts'

/** How deep replies to replies are read. Bluesky returns a thread whole, without pages (lexicon, 2026-08-20). */
const maxDepth = 10

/** All replies, including replies to replies, newest first. Each page is cut from the thread as it is at that moment. */
export const readComments: ReadComments = async ({ post, limit, cursor }, context) => {
  const answer = await query(context, {
    host: hostOf(context, 'appview'),
    name: 'app.bsky.feed.getPostThread',
    query: { uri: post.id, depth: String(maxDepth), parentHeight: '0' },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const [root, ...answers] = postsIn(threadAnswer.parse(answer.json()).thread)
  if (!root) return { type: 'rejected', error: 'platform_rejected', message: 'Bluesky does not show this post.' }
  const comments = answers.map((one) => commentOf(one, post.id, context))
  return { type: 'read', value: pageAfter(comments, { limit, cursor }) }
}

/** Bluesky does not return the replies to a deleted or blocked post. */
function postsIn(node: unknown): readonly PostView[] {
  if (threadNode.parse(node).$type !== 'app.bsky.feed.defs#threadViewPost') return []
  const { post, replies } = threadPost.parse(node)
  return [post, ...(replies ?? []).flatMap(postsIn)]
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
