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
import {
  type AfterAttempt,
  disableWebhook,
  hasDelivered,
  type NotedAttempt,
  noteAttempts,
  noteSuccess,
} from '../../store/webhooks.ts'
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
  const webhooks = await noteAttempts(tx, [...notesOf(attempts).values()])
  const ended: EndedAttempt[] = []
  for (const attempt of attempts)
    ended.push(attempt.answer.error === null ? delivered(attempt) : await failed(tx, pace, attempt, webhooks))
  return endAttempts(tx, ended)
}

/** One for each webhook: a successful attempt if there is one, else the last. */
function notesOf(attempts: readonly Attempt[]): Map<number, NotedAttempt> {
  const notes = new Map<number, NotedAttempt>()
  for (const { answer, delivery, finishedAt } of attempts) {
    const { webhook_id: id, url } = delivery
    if (id === null || notes.get(id)?.failedAt === null) continue
    notes.set(id, { id, url, failedAt: answer.error === null ? null : finishedAt })
  }
  return notes
}

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
  webhooks: Map<number, AfterAttempt>,
): Promise<EndedAttempt> {
  const made = asMade(attempt)
  const lost = await whyLost(tx, pace, attempt, webhooks)
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
  webhooks: Map<number, AfterAttempt>,
): Promise<Lost | null> {
  if (id === null) {
    // A callback can't be disabled: what has waited for as long as a webhook may fail is cancelled.
    const old = now - pace(disabledAfter)
    await cancelWaiting(tx, lane, null, status === gone ? null : old)
    return status === gone || madeAt < old ? 'disabled' : null
  }
  const known = webhooks.get(id)
  if (!known) throw new Error('A webhook with deliveries is never removed.')
  const { failingSince: since, url: present, gone: lost } = known
  if (lost || present !== url) return lost
  if (status !== gone) {
    if (since === null || now - since < pace(disabledAfter)) return null
    if (await hasDelivered(tx, id, since)) {
      await noteSuccess(tx, id)
      return null
    }
  }
  await disableWebhook(tx, { id, url }, status === gone ? 'gone' : 'failing', now)
  webhooks.set(id, { ...known, gone: 'disabled' })
  return 'disabled'
}
