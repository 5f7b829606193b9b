import type { Presence, Refusal } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { isCommentId } from '../shared/meta-graph.ts'
import { type AskedReply, type Comment, type ReadComments, type ReplyAction, unknownAuthor } from '../shared/reads.ts'
import { notTold } from '../shared/refusals.ts'
import { findComment, isOwn, say, settleTime } from './comment.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { commentFields, commentParent, listedComments, type WireComment } from './wire.ts'

/** What Instagram gives at once. */
const maxPage = 50

/** Comments with the answers below them; those of a story, which has none, are not asked for. */
export const readComments: ReadComments = async ({ post, limit, cursor }, context) => {
  if (post.postType === 'story') return { type: 'read', value: { comments: [], next: null } }
  const answer = await request(context, {
    method: 'GET',
    path: `/${post.id}/comments`,
    query: {
      fields: commentFields,
      limit: String(Math.min(limit, maxPage)),
      ...(cursor === null ? {} : { after: cursor }),
    },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { data, next } = listedComments.parse(answer.json())
  const comments = data.flatMap(({ replies, ...top }) => [
    shown(top, { parentId: null, replyCount: replies?.data.length ?? 0 }, context),
    ...(replies?.data ?? []).map((one) => shown(one, { parentId: top.id, replyCount: null }, context)),
  ])
  return { type: 'read', value: { comments: comments.sort((a, b) => b.createdAt - a.createdAt), next } }
}

function shown(
  one: WireComment,
  { parentId, replyCount }: Pick<Comment, 'parentId' | 'replyCount'>,
  context: AccountContext,
): Comment {
  const { id, text, timestamp, from, username, like_count, hidden } = one
  const own = isOwn(one, context)
  return {
    id,
    parentId,
    author: { ...unknownAuthor, id: from?.id ?? null, username: from?.username ?? username ?? null },
    message: text,
    createdAt: timestamp,
    likeCount: like_count ?? null,
    replyCount,
    url: null,
    isOwn: own,
    // One that is hidden can't be answered.
    canReply: !own && hidden !== true,
  }
}

/** An answer to an answer goes below the comment at the top (developers.facebook.com, IG Comment Replies, 2026-09). */
export const reply: ReplyAction = {
  send: async ({ commentId, message }, context) =>
    isCommentId(commentId) ? say(`/${commentId}/replies`, message, context) : noComment,
  find: findReply,
  settleTime,
}

async function findReply(
  { commentId, message, since, others }: AskedReply,
  context: AccountContext,
): Promise<Presence> {
  if (!isCommentId(commentId)) return { type: 'absent' }
  const answer = await request(context, {
    method: 'GET',
    path: `/${commentId}`,
    query: { fields: 'id,parent_id' },
  })
  if (!isDone(answer)) return notTold(refusal(answer, 'read', context))
  const { parent_id: top } = commentParent.parse(answer.json())
  return findComment({ path: `/${top ?? commentId}/replies`, text: message, since, others }, context)
}

const noComment: Refusal = {
  type: 'rejected',
  error: 'platform_rejected',
  message: 'That is not the ID of a comment on Instagram.',
}
