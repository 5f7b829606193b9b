import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { type Comment, type ReadComments, unknownAuthor } from '../shared/reads.ts'
import { isOwn } from './comment.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { commentFields, listedComments, type WireComment } from './wire.ts'

/** Instagram's maximum page size. */
const maxPage = 50

/** Comments with their replies. A story has none, so it is not asked. */
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
  // Only the first page of the replies to a comment comes with it.
  const gaps = data.flatMap(({ id, replies }) => (replies?.next ? [id] : []))
  return { type: 'read', value: { comments: comments.sort((a, b) => b.createdAt - a.createdAt), next, gaps } }
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
    // A hidden comment cannot be replied to.
    canReply: !own && hidden !== true,
  }
}
