import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import type { Comment, ReadComments } from '../shared/reads.ts'
import { pageSize } from './comment.ts'
import { refusal } from './errors.ts'
import { commentUrl } from './published.ts'
import { request } from './request.ts'
import { commentsAnswer, type Thread, threadsAnswer, type WireComment } from './wire.ts'

/** For how many comments of a page the missing replies are requested: each takes one more request. */
const maxReplyReads = 10

/** The comments of a video and their replies, newest first. The limit counts comments, not replies. */
export const readComments: ReadComments = async ({ post, limit, cursor }, context) => {
  const answer = await request(context, {
    method: 'GET',
    path: '/commentThreads',
    query: {
      part: 'snippet,replies',
      videoId: post.id,
      order: 'time',
      textFormat: 'plainText',
      maxResults: String(limit),
      ...(cursor === null ? {} : { pageToken: cursor }),
    },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { items, next } = threadsAnswer.parse(answer.json())
  const comments: Comment[] = []
  const gaps: string[] = []
  let reads = 0
  for (const thread of items) {
    const isMissing = hasMoreReplies(thread) && reads < maxReplyReads
    if (isMissing) reads += 1
    const replies = isMissing ? await repliesTo(thread, context) : includedReplies(thread)
    if (replies.length < (thread.snippet.totalReplyCount ?? 0)) gaps.push(thread.id)
    comments.push(...commentsOf(thread, replies, post.id, context))
  }
  return {
    type: 'read',
    value: { comments: comments.sort((one, other) => other.createdAt - one.createdAt), next, gaps },
  }
}

const includedReplies = ({ replies }: Thread): readonly WireComment[] => replies?.comments ?? []

/** YouTube returns only some of the replies with a comment. How many is not documented. */
const hasMoreReplies = (thread: Thread): boolean =>
  (thread.snippet.totalReplyCount ?? 0) > includedReplies(thread).length

/** One page of replies. If the request is refused, the replies that came with the comment. */
async function repliesTo(thread: Thread, context: AccountContext): Promise<readonly WireComment[]> {
  const answer = await request(context, {
    method: 'GET',
    path: '/comments',
    query: { part: 'snippet', parentId: thread.id, textFormat: 'plainText', maxResults: pageSize },
  })
  return isDone(answer) ? commentsAnswer.parse(answer.json()).items : includedReplies(thread)
}

function commentsOf(
  { snippet }: Thread,
  replies: readonly WireComment[],
  videoId: string,
  context: AccountContext,
): Comment[] {
  const { topLevelComment, totalReplyCount, canReply } = snippet
  const shown = (comment: WireComment, replyCount: number | null) =>
    commentOf(comment, { videoId, replyCount, canReply: canReply !== false }, context)
  return [shown(topLevelComment, totalReplyCount ?? null), ...replies.map((reply) => shown(reply, null))]
}

interface CommentThread {
  readonly videoId: string
  readonly replyCount: number | null
  readonly canReply: boolean
}

function commentOf(
  { id, snippet }: WireComment,
  { videoId, replyCount, canReply }: CommentThread,
  context: AccountContext,
): Comment {
  const authorId = snippet.authorChannelId?.value ?? null
  const name = snippet.authorDisplayName ?? null
  const isOwn = authorId === context.account.remoteId
  return {
    id,
    parentId: snippet.parentId ?? null,
    author: {
      id: authorId,
      name,
      // YouTube shows the handle; for old accounts it shows a name.
      username: name?.startsWith('@') ? name.slice(1) : null,
      avatarUrl: snippet.authorProfileImageUrl ?? null,
      profileUrl: snippet.authorChannelUrl ?? null,
    },
    // `textOriginal` is returned only to the author of the comment (discovery document, revision 20260924).
    message: snippet.textDisplay ?? snippet.textOriginal ?? '',
    createdAt: snippet.publishedAt,
    likeCount: snippet.likeCount ?? null,
    replyCount,
    url: commentUrl(videoId, id, context),
    isOwn,
    canReply: canReply && !isOwn,
  }
}
