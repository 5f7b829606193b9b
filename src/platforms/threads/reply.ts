import type { Outcome } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import type { ReplyAction } from '../shared/reads.ts'
import { faultAsRetry, isRefusal, makeContainer, statusOf } from './container.ts'
import { publishingFault, refusal } from './errors.ts'
import { sendContainer, settleTime } from './publish-container.ts'
import { published } from './published.ts'
import { findPost, permalinkOf } from './reconcile.ts'
import { madeAnswer } from './wire.ts'

/** A caller waits, so the container is published at once; with only text it is ready by then. */
export const reply: ReplyAction = {
  send: async ({ commentId, message }, context) => {
    const form = { media_type: 'TEXT', text: message, reply_to_id: commentId }
    const made = await faultAsRetry(makeContainer(form, context))
    if (isRefusal(made)) return made
    const answer = await sendContainer(made.id, context)
    if (isDone(answer)) {
      const { id } = madeAnswer.parse(answer.json())
      return { type: 'done', ...published(id, await permalinkOf(id, context)) }
    }
    if (publishingFault(answer) === null) return refusal(answer, 'post', context)
    const status = await faultAsRetry(statusOf(made, context))
    return !isRefusal(status) && status.state === 'finished' ? notYet : inDoubt
  },
  find: ({ commentId, message, since, others }, context) =>
    findPost({ text: message, mediaType: 'TEXT_POST', replyTo: commentId, since, others }, context),
  settleTime,
}

const notYet: Outcome = {
  type: 'retry',
  error: 'platform_unavailable',
  message: 'Threads was not ready to publish the reply. Try again in a minute.',
}

const inDoubt: Outcome = { type: 'unknown', message: 'Threads does not report whether it has published the reply.' }
