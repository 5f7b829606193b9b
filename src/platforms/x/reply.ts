import type { Outcome } from '../../domain/outcome.ts'
import { day } from '../../domain/time.ts'
import type { AccountContext } from '../shared/context.ts'
import type { AskedReply, ReplyAction } from '../shared/reads.ts'
import { create, settleTime } from './post.ts'
import { findPost } from './reconcile.ts'

/** A reply is a post; it is found by the comment that it replies to. */
export const reply: ReplyAction = {
  send,
  find: (asked, context) => findPost(wanted(asked), context),
  settleTime,
}

/** In milliseconds: what X refuses as a duplicate may be an answer of before, of which nobody could tell that it is there. */
const lookBack = day

async function send(asked: AskedReply, context: AccountContext): Promise<Outcome> {
  const outcome = await create(wanted(asked), context)
  if (outcome.type !== 'rejected' || outcome.error !== 'duplicate_content') return outcome
  const presence = await findPost({ ...wanted(asked), since: asked.since - lookBack }, context)
  return presence.type === 'found' ? { ...presence, type: 'done' } : outcome
}

const wanted = ({ commentId, message, since, others }: AskedReply) => ({
  text: message,
  mediaIds: [],
  replyTo: commentId,
  since,
  others,
})
