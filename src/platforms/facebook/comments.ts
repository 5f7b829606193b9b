import { isDone, webOf } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { type Comment, type ReadComments, unknownAuthor } from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { commentFields, commentsAnswer, type ListedComment } from './wire.ts'

/** All comments of a post, including replies, newest first. Stories have none. */
export const readComments: ReadComments = async ({ post, limit, cursor }, context) => {
  if (post.postType === 'story') return { type: 'read', value: { comments: [], next: null } }
  const answer = await request(context, {
    method: 'GET',
    path: `/${post.id}/comments`,
    query: {
      fields: commentFields,
      filter: 'stream',
      order: 'reverse_chronological',
      limit: String(limit),
      ...(cursor === null ? {} : { after: cursor }),
    },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { data, next } = commentsAnswer.parse(answer.json())
  return { type: 'read', value: { comments: data.map((one) => commentOf(one, context)), next } }
}

function commentOf(listed: ListedComment, context: AccountContext): Comment {
  const { from } = listed
  const isOwn = from?.id === context.account.remoteId
  return {
    id: listed.id,
    parentId: listed.parent?.id ?? null,
    author: from
      ? { ...unknownAuthor, id: from.id, name: from.name ?? null, profileUrl: `${webOf(context)}/${from.id}` }
      : unknownAuthor,
    message: listed.message ?? '',
    createdAt: listed.created_time,
    likeCount: listed.like_count ?? null,
    replyCount: listed.comment_count ?? null,
    url: listed.permalink_url ?? null,
    isOwn,
    canReply: !isOwn && listed.can_comment !== false,
  }
}
