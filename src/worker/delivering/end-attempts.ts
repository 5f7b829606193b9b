import {
  type DeliveryAttempt,
  type DeliveryError,
  disabledAfter,
  longestRequestedPause,
  retryPause,
} from '../../domain/delivery.ts'
import { cancelWaiting } from '../../store/deliveries.ts'
import type { ClaimedDelivery } from '../../store/due-deliveries.ts'
import { type EndedAttempt, endAttempts } from '../../store/ended-deliveries.ts'
import type { Database, Transaction } from '../../store/engine/database.ts'
import type { Held } from '../../store/engine/leases.ts'
import { disableWebhook, type Failing, hasDelivered, noteFailures, noteSuccess } from '../../store/webhooks.ts'
import type { Pace } from '../../system/pace.ts'
import { randomFraction } from '../../system/random.ts'

const gone = 410

/** How an endpoint answered. */
export interface Answer {
  readonly status: number | null
  readonly error: DeliveryError | null
  /** In milliseconds from now, if the endpoint says when to retry. */
  readonly comeAgainIn?: number
}

/** An attempt at a held delivery. */
export interface Attempt extends Held {
  readonly delivery: ClaimedDelivery
  readonly answer: Answer
  readonly finishedAt: number
}

/** Whether it says something new about its endpoint: that it fails, or that it works again. */
export const changesEndpoint = ({ answer, delivery }: Attempt): boolean =>
  answer.error !== null || (delivery.webhook_id !== null && delivery.failing_since !== null)

/** Stores attempts that have succeeded and that change nothing else. Returns the IDs of those that were still held. */
export const endDelivered = (db: Pick<Database, 'single'>, attempts: readonly Attempt[]): Promise<number[]> =>
  db.single((writer) => endAttempts(writer, attempts.map(delivered)))

/**
 * Stores attempts, and what they say about their endpoints, which is true also if a delivery is no longer held. Returns the IDs
 * of those that were still held.
 */
export async function endTogether(tx: Transaction, pace: Pace, attempts: readonly Attempt[]): Promise<number[]> {
  const failing = await noteFailures(tx, [...failuresOf(attempts).values()])
  const ended: EndedAttempt[] = []
  for (const attempt of attempts) {
    if (attempt.answer.error !== null) ended.push(await failed(tx, pace, attempt, failing))
    else {
      if (attempt.delivery.webhook_id !== null) await noteSuccess(tx, attempt.delivery.webhook_id)
      ended.push(delivered(attempt))
    }
  }
  return endAttempts(tx, ended)
}

/** The last one of each webhook. */
const failuresOf = (attempts: readonly Attempt[]) =>
  new Map(
    attempts.flatMap(({ answer, delivery: { webhook_id: id, url }, finishedAt: at }) =>
      id === null || answer.error === null ? [] : [[id, { id, url, at }]],
    ),
  )

const delivered = (attempt: Attempt): EndedAttempt => ({
  ...asMade(attempt),
  status: 'delivered',
  dueIn: null,
  deliveredAt: attempt.finishedAt,
})

async function failed(
  tx: Transaction,
  pace: Pace,
  attempt: Attempt,
  failing: Map<number, Failing>,
): Promise<EndedAttempt> {
  const made = asMade(attempt)
  const lost = await whyLost(tx, pace, attempt, failing)
  if (lost) return { ...made, status: 'cancelled', dueIn: null, ...(lost === 'endpoint_removed' && { error: lost }) }
  const pause = retryPause(attempt.delivery.attempts, randomFraction())
  if (pause === null) return { ...made, status: 'failed', dueIn: null }
  const asked = Math.min(attempt.answer.comeAgainIn ?? 0, longestRequestedPause)
  return { ...made, status: 'retrying', dueIn: Math.ceil(Math.max(pace(pause), asked)) }
}

function asMade({ id, fence, delivery, answer, finishedAt }: Attempt) {
  const { status: statusCode, error } = answer
  const attempt: DeliveryAttempt = {
    number: delivery.attempts,
    startedAt: delivery.started_at,
    finishedAt,
    statusCode,
    error,
  }
  return { id, fence, statusCode, error, history: [...delivery.history, attempt] }
}

type Lost = 'endpoint_removed' | 'disabled'

/** Why the endpoint gets nothing more: it asked for that, its owner did, or it has failed for too long. Null: it goes on. */
async function whyLost(
  tx: Transaction,
  pace: Pace,
  { delivery: { webhook_id: id, lane, url, created_at: madeAt }, answer: { status }, finishedAt: now }: Attempt,
  failing: Map<number, Failing>,
): Promise<Lost | null> {
  if (id === null) {
    // A callback can't be disabled: what has waited for as long as a webhook may fail is cancelled.
    const old = now - pace(disabledAfter)
    await cancelWaiting(tx, lane, null, status === gone ? null : old)
    return status === gone || madeAt < old ? 'disabled' : null
  }
  const known = failing.get(id)
  if (!known) throw new Error('A webhook with deliveries is never removed.')
  const { since, url: present, gone: lost } = known
  if (lost || present !== url || since === null) return lost
  if (status !== gone && now - since < pace(disabledAfter)) return null
  if (status !== gone && (await hasDelivered(tx, id, since))) {
    await noteSuccess(tx, id)
    return null
  }
  await disableWebhook(tx, { id, url }, status === gone ? 'gone' : 'failing', now)
  failing.set(id, { ...known, gone: 'disabled' })
  return 'disabled'
}
