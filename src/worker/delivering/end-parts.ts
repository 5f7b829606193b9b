import {
  type DeliveryAttempt,
  type DeliveryError,
  disabledAfter,
  longestRequestedPause,
  retryPause,
  silencePause,
} from '../../domain/delivery.ts'
import type { ClaimedDelivery, LeasedEndpoint, UnreadableDelivery } from '../../store/deliveries/due-endpoints.ts'
import { type EndedAttempt, endAttempts, parkDeliveries } from '../../store/deliveries/ended-deliveries.ts'
import { cancelWaiting, type ReleasedEndpoint, releaseEndpoints } from '../../store/deliveries/endpoints.ts'
import {
  type AfterAttempt,
  disableWebhook,
  hasDelivered,
  type NotedAttempt,
  noteAttempts,
  noteSuccess,
} from '../../store/deliveries/webhooks.ts'
import type { Transaction } from '../../store/engine/database.ts'
import type { Pace } from '../../system/pace.ts'
import { randomFraction } from '../../system/random.ts'

const gone = 410
/** Deliveries at the same time to one endpoint that responds. */
const mostRoom = 16

/** How an endpoint answered. */
export interface Answer {
  readonly status: number | null
  readonly error: DeliveryError | null
  /** In milliseconds from now, if the endpoint says when to retry. */
  readonly comeAgainIn?: number
}

export interface Attempt {
  readonly delivery: ClaimedDelivery
  readonly answer: Answer
  readonly finishedAt: number
}

/** A delivery that was not attempted. */
export interface SkippedDelivery {
  readonly delivery: ClaimedDelivery
  /** `http_forbidden`: the operator has forbidden http since the address was stored. */
  readonly why: 'gone' | 'interrupted' | 'http_forbidden'
}

/** The work of a worker with an endpoint that it has leased, since it stored the part before. */
export interface Part extends Pick<LeasedEndpoint, 'id' | 'fence' | 'lane' | 'room' | 'silences'> {
  readonly attempts: readonly Attempt[]
  readonly refused: readonly SkippedDelivery[]
  readonly unreadable: readonly UnreadableDelivery[]
  /** The whole work, if this is its last part: the endpoint is given back. Null: the endpoint stays leased. */
  readonly released: EndpointWork | null
}

interface EndpointWork {
  /** How many were made. */
  readonly attempts: number
  /** An attempt got no answer in time. */
  readonly isSilent: boolean
  /** An answer was slow. */
  readonly isSlow: boolean
  /** Deliveries that were created before this time are cancelled, and none of them is left. */
  readonly cancelledBefore: number | null
}

/** How a delivery has ended, or when it is tried again. */
export interface EndedDelivery {
  readonly delivery: ClaimedDelivery
  readonly end: EndedAttempt
}

interface PartsEnd {
  /** The IDs of the endpoints that were still leased. */
  readonly leased: readonly number[]
  /** The deliveries that were still leased. */
  readonly ended: readonly EndedDelivery[]
}

/** The context in which parts are stored. */
interface EndContext {
  readonly tx: Transaction
  readonly pace: Pace
  readonly webhooks: Map<number, AfterAttempt>
  /** Endpoints that get nothing more of what was created before a time; null: until now. */
  readonly cancelled: Map<string, number | null>
}

/**
 * Stores what was done with some endpoints. What an attempt says about its webhook is true also if the endpoint is no longer leased.
 * Rows are locked in the order webhooks, deliveries, endpoints.
 */
export async function endParts(tx: Transaction, pace: Pace, parts: readonly Part[]): Promise<PartsEnd> {
  const attempts = parts.flatMap((part) => part.attempts)
  const webhooks = await noteAttempts(tx, [...notesOf(attempts).values()])
  const ending: EndContext = { tx, pace, webhooks, cancelled: new Map() }
  const ended: EndedDelivery[] = []
  for (const attempt of attempts)
    ended.push({
      delivery: attempt.delivery,
      end: attempt.answer.error === null ? delivered(attempt) : await failed(ending, attempt),
    })
  for (const refused of parts.flatMap((part) => part.refused))
    ended.push({ delivery: refused.delivery, end: await endSkipped(ending, refused) })
  const written =
    ended.length > 0
      ? await endAttempts(
          tx,
          ended.map(({ end }) => end),
        )
      : []
  const unreadable = parts.flatMap((part) => part.unreadable)
  if (unreadable.length > 0) await parkDeliveries(tx, unreadable)
  for (const [endpoint, createdBefore] of ending.cancelled) await cancelWaiting(tx, endpoint, createdBefore)
  const released = parts.flatMap((part) => releasedBy(part, pace) ?? [])
  const given = released.length > 0 ? await releaseEndpoints(tx, released) : []
  return {
    leased: [...given, ...parts.flatMap(({ id, released }) => (released ? [] : [id]))],
    ended: ended.filter(({ end }) => written.includes(end.id)),
  }
}

/** An endpoint earns its room: more with every response, half of it after a slow one, one delivery after a time-out. */
function releasedBy({ id, fence, room, silences, released, ...part }: Part, pace: Pace): ReleasedEndpoint | null {
  if (!released) return null
  const { attempts, isSilent, isSlow, cancelledBefore } = released
  const endpoint = { id, fence, room, silences, pause: 0, cancelledBefore, wasIdle: false }
  if (isSilent) {
    const times = silences + 1
    return { ...endpoint, room: 1, silences: times, pause: Math.ceil(pace(silencePause(times))) }
  }
  if (attempts === 0)
    return { ...endpoint, wasIdle: cancelledBefore === null && part.refused.length + part.unreadable.length === 0 }
  return {
    ...endpoint,
    room: isSlow ? Math.max(1, Math.floor(room / 2)) : Math.min(room + attempts, mostRoom),
    silences: 0,
  }
}

/** One for each webhook that they change: a success if it is not followed by a failure, else the last failure. */
function notesOf(attempts: readonly Attempt[]): Map<number, NotedAttempt> {
  const notes = new Map<number, NotedAttempt>()
  for (const { answer, delivery, finishedAt } of attempts) {
    const { webhook_id: id, url, failing_since } = delivery
    const isNews = answer.error !== null || failing_since !== null || (id !== null && notes.has(id))
    if (id === null || !isNews || notes.get(id)?.failedAt === null) continue
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

async function failed(ending: EndContext, attempt: Attempt): Promise<EndedAttempt> {
  const made = asMade(attempt)
  const lost = await whyLost(ending, attempt)
  if (lost) return { ...made, status: 'cancelled', dueIn: null, ...(lost === 'endpoint_removed' && { error: lost }) }
  const pause = retryPause(attempt.delivery.attempts, randomFraction())
  if (pause === null) return { ...made, status: 'failed', dueIn: null }
  const asked = Math.min(attempt.answer.comeAgainIn ?? 0, longestRequestedPause)
  return { ...made, status: 'retrying', dueIn: Math.ceil(Math.max(ending.pace(pause), asked)) }
}

function asMade({ delivery, answer, finishedAt }: Attempt) {
  const { id, fence, attempts, started_at } = delivery
  const { status: statusCode, error } = answer
  const attempt: DeliveryAttempt = { number: attempts, startedAt: started_at, finishedAt, statusCode, error }
  return { id, fence, statusCode, error, history: [...delivery.history, attempt] }
}

/** The attempt is not made, so it does not count. */
async function endSkipped({ tx, cancelled }: EndContext, { delivery, why }: SkippedDelivery): Promise<EndedAttempt> {
  const { id, fence, lane: endpoint, webhook_id, url, gone, history, started_at } = delivery
  // A transaction that began before the endpoint was removed may have added it since. What comes later is for one that is back.
  if (why === 'gone') cancelled.set(endpoint, started_at)
  if (
    why === 'http_forbidden' &&
    (webhook_id === null || (await disableWebhook(tx, { id: webhook_id, url }, why, started_at)))
  )
    cancelled.set(endpoint, null)
  return {
    id,
    fence,
    status: why === 'interrupted' ? 'failed' : 'cancelled',
    dueIn: null,
    statusCode: delivery.last_status_code,
    error: gone === 'endpoint_removed' ? gone : (history.at(-1)?.error ?? null),
    history,
    attempts: history.filter(({ error }) => error !== 'worker_interrupted').length,
  }
}

type Lost = 'endpoint_removed' | 'disabled'

/** Why the endpoint gets nothing more: it asked for that, its owner did, or it has failed for too long. Null: it goes on. */
async function whyLost(
  { tx, pace, webhooks, cancelled }: EndContext,
  {
    delivery: { webhook_id: id, lane: endpoint, url, created_at: madeAt },
    answer: { status },
    finishedAt: now,
  }: Attempt,
): Promise<Lost | null> {
  if (id === null) {
    // A callback can't be disabled: what has waited for as long as a webhook may fail is cancelled.
    const old = now - pace(disabledAfter)
    if (status !== gone && madeAt >= old) return null
    cancelled.set(endpoint, status === gone ? null : old)
    return 'disabled'
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
  if (await disableWebhook(tx, { id, url }, status === gone ? 'gone' : 'failing', now)) cancelled.set(endpoint, null)
  webhooks.set(id, { ...known, gone: 'disabled' })
  return 'disabled'
}
