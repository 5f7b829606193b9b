import type { AskedReply, ReplyAction } from '../reads.ts'
import { create, settleSeconds } from './post.ts'
import { findPost, type Wanted } from './reconcile.ts'

/** An answer is a post that is known by what it answers. */
export const reply: ReplyAction = {
  send: (asked, context) => create(wanted(asked), context),
  find: (asked, context) => findPost(wanted(asked), context),
  settleSeconds,
}

const wanted = ({ commentId, message, since }: AskedReply): Wanted => ({
  text: message,
  mediaIds: [],
  replyTo: commentId,
  since,
})
