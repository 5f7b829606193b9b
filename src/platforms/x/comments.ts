import { day, hour } from '../../domain/time.ts'
import { isDone, webOf } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import {
  type Comment,
  type CommentAuthor,
  type FindComment,
  type ReadComments,
  unknownAuthor,
} from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { pageOf } from './published.ts'
import { request } from './request.ts'
import { writtenText } from './same-text.ts'
import {
  commentContextAnswer,
  commentContextFields,
  commentFields,
  conversationAnswer,
  type WireComment,
  type WireUser,
} from './wire.ts'

/** X's minimum page size (OpenAPI 2.167). */
const leastPage = 10
/** A search finds posts of seven days; an hour less, since clocks differ. */
export const commentsReach = 7 * day - hour

/**
 * The answers of the last seven days, including answers to answers, newest first. Older ones would need another search of X,
 * which allows one call a second. Every post that X lists costs the app money, once a day.
 */
export const readComments: ReadComments = async ({ post, limit, cursor }, context) => {
  const answer = await request(context, {
    method: 'GET',
    path: '/2/tweets/search/recent',
    query: {
      query: `conversation_id:${post.id}`,
      max_results: String(Math.max(limit, leastPage)),
      ...commentFields(context),
      // A page may be larger than the limit, so X's own token for the next page would skip some.
      ...(cursor === null ? {} : { until_id: cursor }),
    },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { posts, users, fault, hasMore } = conversationAnswer.parse(answer.json())
  if (fault !== null)
    return { type: 'rejected', error: 'platform_rejected', message: `X does not show the replies: ${fault}` }
  // The conversation includes the post itself.
  const answers = posts.filter(({ id }) => id !== post.id)
  const some = answers.slice(0, limit)
  const last = hasMore || some.length < answers.length ? some.at(-1) : undefined
  const authorOf = (id: string | null) => authorBy(id, users, context)
  const comments = some.map((one) => commentOf(one, authorOf(one.authorId), post.id, context))
  return { type: 'read', value: { comments, next: last?.id ?? null } }
}

/** X accepts an answer to any post of anybody. Reading one costs the app as much as one that is listed. */
export const findComment: FindComment = async ({ post, commentId }, context) => {
  if (!/^\d{1,19}$/.test(commentId)) return { type: 'read', value: null }
  const answer = await request(context, {
    method: 'GET',
    path: `/2/tweets/${commentId}`,
    query: commentContextFields(context),
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { data } = commentContextAnswer.parse(answer.json())
  if (data?.conversation_id !== post.id || data.id === post.id) return { type: 'read', value: null }
  return { type: 'read', value: { isOwn: data.author_id === context.account.remoteId } }
}

function authorBy(
  id: string | null,
  users: ReadonlyMap<string, WireUser>,
  { hosts, pages }: Pick<AccountContext, 'hosts' | 'pages'>,
): CommentAuthor {
  const user = id === null ? undefined : users.get(id)
  if (!user) return { ...unknownAuthor, id }
  return {
    id,
    name: user.name,
    username: user.username,
    avatarUrl: user.profile_image_url ?? null,
    profileUrl: `${webOf({ hosts, pages })}/${user.username}`,
  }
}

function commentOf(one: WireComment, author: CommentAuthor, postId: string, context: AccountContext): Comment {
  const isOwn = author.id === context.account.remoteId
  return {
    id: one.id,
    parentId: one.replyTo === postId ? null : one.replyTo,
    author,
    message: writtenText(one.text, one.links),
    createdAt: one.createdAt,
    likeCount: one.likeCount,
    replyCount: one.replyCount,
    url: pageOf(one.id, author.username, context),
    isOwn,
    // Only X knows whether an app may reply to somebody who has not mentioned the account (rule of 2026-02-23).
    canReply: !isOwn,
  }
}
