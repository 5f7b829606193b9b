import type { Sealer } from '../../crypto/seal.ts'
import { signDelivery } from '../../crypto/webhook-signature.ts'
import {
  type DeliveryAttempt,
  type DeliveryError,
  disabledAfter,
  longestRequestedPause,
  retryPause,
} from '../../domain/delivery.ts'
import { retryAfter } from '../../domain/retry-after.ts'
import { second } from '../../domain/time.ts'
import { OutboundFault } from '../../outbound/fault.ts'
import type { HttpClient, OutboundResponse } from '../../outbound/http-client.ts'
import type { EndpointRoom } from '../../queue/endpoint-room.ts'
import { cancelWaiting } from '../../store/deliveries.ts'
import { type ClaimedDelivery, isInterrupted } from '../../store/due-deliveries.ts'
import { type Delivered, type EndedAttempt, endAttempt, putOff } from '../../store/ended-deliveries.ts'
import { isAway } from '../../store/engine/away.ts'
import type { Database, Transaction } from '../../store/engine/database.ts'
import { LostLease } from '../../store/engine/leases.ts'
import { callbackPlace, webhookPlace } from '../../store/engine/sealed.ts'
import { callbackSecret, disableWebhook, hasDelivered, noteFailure, noteSuccess } from '../../store/webhooks.ts'
import type { Clock } from '../../system/clock.ts'
import { crashPoint } from '../../system/crash-point.ts'
import type { Log } from '../../system/log.ts'
import type { Pace } from '../../system/pace.ts'
import { randomFraction } from '../../system/random.ts'
import { persist, retryWrite } from '../turn.ts'

/** How long to wait for an endpoint's response. */
const patience = 15 * second
/** Also when tests shorten all times. */
const shortestPatience = 2 * second
/** Only the status of a response counts. This much of the body is accepted so that the endpoint can send it without an error. */
const maxAnswer = 16 * 1024 // bytes
const answerTime = second
const gone = 410
/** Deliveries that are postponed with one statement. */
const postponedTogether = 500

export interface DeliveryServices {
  readonly database: Database
  readonly http: Pick<HttpClient, 'request'>
  /** Whether events are sent to plain http addresses. */
  readonly allowHttp: boolean
  readonly sealer: Sealer
  /** Opens the sealed secret of an endpoint. */
  readonly openSecret: Sealer['open']
  readonly room: EndpointRoom
  readonly writeDelivered: (delivered: Delivered) => Promise<void>
  /** Runs writes that are not made together with others, a few at a time. */
  readonly inTurn: <T>(write: () => Promise<T>) => Promise<T>
  readonly clock: Clock
  readonly log: Log
  readonly pace: Pace
  /** Aborts when this process stops and running work has had its time. */
  readonly stopping: AbortSignal
}

/** How an attempt went. */
interface Answer {
  readonly status: number | null
  readonly error: DeliveryError | null
  /** In milliseconds from now, if the endpoint says when to retry. */
  readonly comeAgainIn?: number
}

/** Makes one attempt at a claimed delivery and stores the result. */
export async function deliver(
  services: DeliveryServices,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const place = services.room.begin(delivery.lane)
  try {
    crashPoint('deliver.claimed')
    if (delivery.gone !== null || isInterrupted(delivery)) return await giveUp(services, delivery)
    if (!services.allowHttp && delivery.url.startsWith('http:')) return await refuseHttp(services, delivery)
    const begun = performance.now()
    const answer = await send(services, delivery, signal)
    // What arrived before the lease was lost is stored. An attempt that was cut off has no answer.
    if (signal.aborted && answer.status === null) return
    const silent = answer.error === 'timeout'
    const leaveAlone = silent ? services.pace(place.silent()) : undefined
    if (!silent) place.answered(performance.now() - begun)
    crashPoint('deliver.answered')
    const finishedAt = delivery.started_at + Math.round(performance.now() - begun)
    await write(services, delivery, answer, finishedAt)
    crashPoint('deliver.written')
    if (leaveAlone !== undefined)
      await leaveEndpoint(services, delivery.lane, finishedAt + Math.ceil(leaveAlone), signal)
  } catch (error) {
    // Another worker has it, or will have it when this lease ends.
    if (error instanceof LostLease || signal.aborted) return
    const level = isAway(error) ? 'warn' : 'error'
    services.log[level]({ err: error, delivery_id: delivery.id }, 'a delivery could not be completed')
  } finally {
    place.end()
  }
}

async function send(services: DeliveryServices, delivery: ClaimedDelivery, signal: AbortSignal): Promise<Answer> {
  const { http, clock, pace } = services
  const { body, headers } = signDelivery({
    secret: await secretOf(services, delivery),
    previous: delivery.previous === null ? null : services.openSecret(delivery.previous, placeOf(delivery)),
    event: delivery.event,
    eventId: delivery.event_id,
    data: delivery.data,
    sentAt: clock.now(),
  })
  const total = Math.max(shortestPatience, pace(patience))
  try {
    const response = await http.request({
      url: delivery.url,
      method: 'POST',
      headers: { ...headers, 'user-agent': 'Polypost-Webhooks' },
      body,
      answerAsSent: true,
      // Receivers know an event that arrives twice by its ID.
      repeatable: true,
      maxBytes: maxAnswer,
      timeouts: { total, headers: total, silence: answerTime },
      signal,
    })
    await takeIn(response)
    if (response.status >= 200 && response.status < 300) return { status: response.status, error: null }
    const comeAgain = retryAfter(response, clock.now())
    return {
      status: response.status,
      error: 'http_error',
      ...(comeAgain !== undefined && { comeAgainIn: comeAgain - clock.now() }),
    }
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
    return { status: null, error: error.kind === 'timeout' ? 'timeout' : 'network_error' }
  }
}

/** The status has arrived, whatever happens to the body. A slow body must not hold a slot until the timeout. */
async function takeIn({ body, hasEnded, close }: OutboundResponse): Promise<void> {
  if (hasEnded()) return close()
  const timer = setTimeout(close, answerTime)
  try {
    for await (const _piece of body);
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
  } finally {
    clearTimeout(timer)
    close()
  }
}

async function secretOf(
  { database, sealer, openSecret, clock }: DeliveryServices,
  delivery: ClaimedDelivery,
): Promise<string> {
  const { user_id, secret } = delivery
  if (secret !== null) return openSecret(secret, placeOf(delivery))
  return (await database.transaction((tx) => callbackSecret(tx, sealer, user_id, clock.now()))).secret
}

const placeOf = ({ webhook_id, user_id }: ClaimedDelivery): string =>
  webhook_id === null ? callbackPlace(user_id) : webhookPlace(webhook_id)

/** The attempt is not made, so it does not count. */
async function giveUp(services: Writing, delivery: ClaimedDelivery): Promise<void> {
  const { gone, history } = delivery
  await persist(services, (tx) =>
    endAttempt(tx, delivery, {
      status: gone === null ? 'failed' : 'cancelled',
      dueIn: null,
      statusCode: delivery.last_status_code,
      error: gone === 'endpoint_removed' ? gone : (history.at(-1)?.error ?? null),
      history,
      attempts: history.filter(({ error }) => error !== 'worker_interrupted').length,
    }),
  )
}

/** The operator has forbidden http since the address was stored. */
async function refuseHttp(
  services: Writing & Pick<DeliveryServices, 'clock'>,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { webhook_id: id, lane } = delivery
  await giveUp(services, { ...delivery, gone: 'disabled' })
  await persist(services, (tx) =>
    id === null
      ? cancelWaiting(tx, lane)
      : disableWebhook(tx, { id, url: delivery.url }, 'http_forbidden', services.clock.now()),
  )
}

type Writing = Pick<DeliveryServices, 'database' | 'writeDelivered' | 'inTurn' | 'pace' | 'log' | 'stopping'>

async function write(services: Writing, delivery: ClaimedDelivery, answer: Answer, finishedAt: number): Promise<void> {
  const attempt: DeliveryAttempt = {
    number: delivery.attempts,
    startedAt: delivery.started_at,
    finishedAt,
    statusCode: answer.status,
    error: answer.error,
  }
  const ended = { statusCode: answer.status, error: answer.error, history: [...delivery.history, attempt] }
  const wasFailing = delivery.webhook_id !== null && delivery.failing_since !== null
  if (answer.error === null && !wasFailing) {
    const { id, fence } = delivery
    await retryWrite(services, () => services.writeDelivered({ id, fence, ...ended, deliveredAt: finishedAt }))
    return
  }
  const store = async (tx: Transaction) => {
    if (answer.error === null) {
      if (delivery.webhook_id !== null) await noteSuccess(tx, delivery.webhook_id)
      return endAttempt(tx, delivery, { ...ended, status: 'delivered', dueIn: null, deliveredAt: finishedAt })
    }
    const next = await afterFailure(tx, services, delivery, answer, finishedAt)
    await endAttempt(tx, delivery, { ...ended, ...next })
  }
  await services.inTurn(() => persist(services, store))
}

/** Many may wait for the endpoint, so they are postponed in parts. Until then it has no room, since this attempt runs. */
async function leaveEndpoint(
  services: Pick<DeliveryServices, 'database' | 'inTurn' | 'log' | 'stopping'>,
  lane: string,
  until: number,
  signal: AbortSignal,
): Promise<void> {
  let areMore = true
  while (areMore && !signal.aborted)
    areMore = await services.inTurn(() =>
      retryWrite(services, () => putOff(services.database, { lane, until, limit: postponedTogether })),
    )
}

type Next = Pick<EndedAttempt, 'status' | 'dueIn'> & Partial<Pick<EndedAttempt, 'error'>>

async function afterFailure(
  tx: Transaction,
  { pace }: Pick<Writing, 'pace'>,
  delivery: ClaimedDelivery,
  { status, comeAgainIn = 0 }: Answer,
  now: number,
): Promise<Next> {
  const lost = await isLost(tx, { pace }, delivery, status, now)
  if (lost) return { status: 'cancelled', dueIn: null, ...(lost === 'endpoint_removed' && { error: lost }) }
  const pause = retryPause(delivery.attempts, randomFraction())
  if (pause === null) return { status: 'failed', dueIn: null }
  return { status: 'retrying', dueIn: Math.max(pace(pause), Math.min(comeAgainIn, longestRequestedPause)) }
}

/** Whether the endpoint gets nothing more: it asked for that, its owner did, or it has failed for too long. */
async function isLost(
  tx: Transaction,
  { pace }: Pick<Writing, 'pace'>,
  { webhook_id: id, lane, url, created_at: madeAt }: ClaimedDelivery,
  status: number | null,
  now: number,
): Promise<'endpoint_removed' | 'disabled' | null> {
  if (id === null) {
    // A callback can't be disabled: what has waited for as long as a webhook may fail is cancelled.
    const old = now - pace(disabledAfter)
    await cancelWaiting(tx, lane, null, status === gone ? null : old)
    return status === gone || madeAt < old ? 'disabled' : null
  }
  const failing = await noteFailure(tx, { id, url }, now)
  if (failing.gone || failing.moved) return failing.gone
  if (status !== gone && now - failing.since < pace(disabledAfter)) return null
  if (status !== gone && (await hasDelivered(tx, id, failing.since))) {
    await noteSuccess(tx, id)
    return null
  }
  await disableWebhook(tx, { id, url }, status === gone ? 'gone' : 'failing', now)
  return 'disabled'
}
