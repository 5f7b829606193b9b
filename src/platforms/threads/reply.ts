import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from '../../domain/outcome.ts'
import { second } from '../../domain/time.ts'
import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import type { ReplyAction } from '../shared/reads.ts'
import { type Container, faultAsRetry, isRefusal, makeContainer, statusOf } from './container.ts'
import { publishingFault, refusal } from './errors.ts'
import { failed } from './prepare.ts'
import { sendContainer, settleTime } from './publish-container.ts'
import { published } from './published.ts'
import { findPost, permalinkOf } from './reconcile.ts'
import { madeAnswer } from './wire.ts'

/**
 * Pauses between looks at a container, in milliseconds. A caller waits for the reply. Many containers with only text are
 * ready after some 7 seconds (trypost pull request 352, 2026-09); of 584 failed posts of one client, 210 were published
 * too early (postiz-app pull request 2047).
 */
const pauses = [250, 500, second, second, 2 * second, 2 * second, 3 * second, 4 * second, 5 * second, 5 * second]

/** How often Threads may say that it does not find a container that is not published. */
const maxMisses = 3

/** The container is published only when it is ready: published earlier, Threads does not find it. */
export const reply: ReplyAction = {
  send: async ({ commentId, message }, context) => {
    const form = { media_type: 'TEXT', text: message, reply_to_id: commentId }
    const made = await faultAsRetry(makeContainer(form, context))
    return isRefusal(made) ? made : publishWhenReady(made, context)
  },
  find: ({ commentId, message, since, others }, context) =>
    findPost({ text: message, mediaType: 'TEXT_POST', replyTo: commentId, since, others }, context),
  settleTime,
}

async function publishWhenReady(made: Container, context: AccountContext): Promise<Outcome> {
  let misses = 0
  for (const pause of [0, ...pauses]) {
    await sleep(pause)
    const status = await faultAsRetry(statusOf(made, context))
    // Before the first attempt nothing can be published; after it, only the status tells.
    if (isRefusal(status)) return misses === 0 ? status : inDoubt
    if (status.state === 'published') return inDoubt
    if (status.state === 'failed' || status.state === 'expired') return failed(status)
    if (status.state === 'preparing') continue
    if (misses >= maxMisses) return notYet
    const outcome = await publish(made, context)
    if (outcome !== 'not found') return outcome
    misses += 1
  }
  return notYet
}

async function publish(made: Container, context: AccountContext): Promise<Outcome | 'not found'> {
  const answer = await sendContainer(made.id, context)
  if (isDone(answer)) {
    const { id } = madeAnswer.parse(answer.json())
    return { type: 'done', ...published(id, await permalinkOf(id, context)) }
  }
  const fault = publishingFault(answer)
  if (fault === 'not found') return fault
  if (fault === null) return refusal(answer, 'post', context)
  const status = await faultAsRetry(statusOf(made, context))
  return !isRefusal(status) && status.state === 'finished' ? notYet : inDoubt
}

const notYet: Outcome = {
  type: 'retry',
  error: 'platform_unavailable',
  message: 'Threads was not ready to publish the reply. Try again in a minute.',
}

const inDoubt: Outcome = { type: 'unknown', message: 'Threads does not report whether it has published the reply.' }
