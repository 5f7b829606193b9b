import type { z } from 'zod'
import type { Refusal } from '../../domain/outcome.ts'
import { isDone, webOf } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { type Comment, type PublishedPost, type ReadComments, unknownAuthor } from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { findByShortcode } from './reconcile.ts'
import { request } from './request.ts'
import { commentFields, listOf, comment as wireComment } from './wire.ts'

const list = listOf(wireComment)

/** All replies at every level, newest first. */
export const readComments: ReadComments = async ({ post, limit, cursor }, context) => {
  const id = await mediaIdOf(post, context)
  if (typeof id !== 'string') return id
  const answer = await request(context, {
    method: 'GET',
    path: `/${id}/conversation`,
    query: {
      fields: commentFields,
      reverse: 'true',
      limit: String(limit),
      ...(cursor === null ? {} : { after: cursor }),
    },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { items, after } = list.parse(answer.json())
  const comments = items.map((one) => commentOf(one, id, context))
  return { type: 'read', value: { comments, next: after === cursor ? null : after } }
}

function commentOf(one: z.output<typeof wireComment>, postId: string, context: AccountContext): Comment {
  const { username, replied_to: repliedTo } = one
  const isOwn = one.is_reply_owned_by_me ?? (username != null && username === context.account.username)
  return {
    id: one.id,
    parentId: repliedTo && repliedTo.id !== postId ? repliedTo.id : null,
    author: {
      ...unknownAuthor,
      username: username ?? null,
      avatarUrl: one.profile_picture_url ?? null,
      profileUrl: username ? `${webOf(context)}/@${username}` : null,
    },
    message: one.text ?? '',
    createdAt: one.timestamp,
    likeCount: null,
    replyCount: null,
    url: one.permalink ?? null,
    isOwn,
    canReply: !isOwn,
  }
}

/** If a person confirmed the post, the job knows only its URL. */
export async function mediaIdOf({ id }: PublishedPost, context: AccountContext): Promise<string | Refusal> {
  if (/^\d+$/.test(id)) return id
  const found = await findByShortcode(id, context)
  if (found === null)
    return { type: 'rejected', error: 'platform_rejected', message: 'Threads no longer lists this post.' }
  return 'type' in found ? found : found.id
}
