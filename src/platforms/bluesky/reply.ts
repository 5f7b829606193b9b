import type { Refusal } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { hostOf, isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { faultAsRetry } from '../shared/fault-as-retry.ts'
import type { AskedReply, ReplyAction } from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { facetsOf, handlesIn } from './facets.ts'
import { lookUp } from './mentions.ts'
import { type Draft, outcomeOf, putRecord } from './put-record.ts'
import { findPost } from './reconcile.ts'
import { query } from './request.ts'
import { recordKeyOf } from './tid.ts'
import { type NewRecord, postsAnswer } from './wire.ts'

/** The key is computed from the reply and its time, so every attempt writes to, and looks in, the same place. */
export const reply: ReplyAction = {
  send: async (asked, context) => {
    const draft = draftOf(asked)
    const thread = await faultAsRetry('Bluesky', threadOf(asked, context))
    if ('type' in thread) return thread
    const named = await faultAsRetry('Bluesky', lookUp(handlesIn(draft.facets), context))
    if ('type' in named) return named
    return outcomeOf(await putRecord(draft, { ...thread, ...named, embed: null }, context), draft, context)
  },
  find: (asked, context) => findPost(draftOf(asked), context),
  // A server reads its own writes (bsky-docs, 2026-04-21), but it may still be working on a request that timed out.
  settleTime: 2 * minute,
}

const draftOf = ({ post, commentId, message, since }: AskedReply): Draft => ({
  key: recordKeyOf([post.id, commentId, message], since),
  text: message,
  createdAt: new Date(since).toISOString(),
  langs: [],
  facets: facetsOf(message),
})

const noSuchComment: Refusal = {
  type: 'rejected',
  error: 'platform_rejected',
  message: 'This comment no longer exists under the post on Bluesky.',
}

/** A reply contains URI and CID of the comment that it answers, and of the post at the root of the thread. */
async function threadOf(
  { post, commentId }: AskedReply,
  context: AccountContext,
): Promise<Pick<NewRecord, 'reply'> | Refusal> {
  const answer = await query(context, {
    host: hostOf(context, 'appview'),
    name: 'app.bsky.feed.getPosts',
    query: { uris: commentId },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const [comment] = postsAnswer.parse(answer.json()).posts
  const root = comment?.record.reply?.root
  if (!comment || root?.uri !== post.id) return noSuchComment
  return { reply: { root, parent: { uri: comment.uri, cid: comment.cid } } }
}
