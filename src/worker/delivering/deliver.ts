import type { Sealer } from '../../crypto/seal.ts'
import { signDelivery } from '../../crypto/webhook-signature.ts'
import { retryAfter } from '../../domain/retry-after.ts'
import { second } from '../../domain/time.ts'
import { OutboundFault } from '../../outbound/fault.ts'
import type { HttpClient, OutboundResponse } from '../../outbound/http-client.ts'
import type { EndpointRoom } from '../../queue/endpoint-room.ts'
import { cancelWaiting } from '../../store/deliveries.ts'
import { type ClaimedDelivery, isInterrupted } from '../../store/due-deliveries.ts'
import { type EndedAttempt, endAttempts, type LeftAlone } from '../../store/ended-deliveries.ts'
import { isAway } from '../../store/engine/away.ts'
import type { Database } from '../../store/engine/database.ts'
import { LostLease } from '../../store/engine/leases.ts'
import { callbackPlace, webhookPlace } from '../../store/engine/sealed.ts'
import { callbackSecret, disableWebhook } from '../../store/webhooks.ts'
import type { Clock } from '../../system/clock.ts'
import { crashPoint } from '../../system/crash-point.ts'
import type { Log } from '../../system/log.ts'
import type { Pace } from '../../system/pace.ts'
import { persist, retryWrite } from '../turn.ts'
import { type Answer, type Attempt, changesEndpoint } from './end-attempts.ts'

/** How long to wait for an endpoint's response. */
const patience = 15 * second
/** Also when tests shorten all times. */
const shortestPatience = 2 * second
/** Only the status of a response counts. This much of the body is accepted so that the endpoint can send it without an error. */
const maxAnswer = 16 * 1024 // bytes
const answerTime = second

export interface DeliveryServices {
  readonly database: Database
  readonly http: Pick<HttpClient, 'request'>
  /** Whether events are sent to plain http addresses. */
  readonly allowHttp: boolean
  readonly sealer: Sealer
  /** Opens the sealed secret of an endpoint. */
  readonly openSecret: Sealer['open']
  readonly room: EndpointRoom
  /** Stores an attempt that has succeeded, and that changes nothing else. */
  readonly writeDelivered: (attempt: Attempt) => Promise<void>
  /** Stores any other attempt. */
  readonly writeAttempt: (attempt: Attempt) => Promise<void>
  /** Postpones some of what waits for an endpoint; returns whether more may wait. */
  readonly putOff: (left: LeftAlone) => Promise<boolean>
  readonly clock: Clock
  readonly log: Log
  readonly pace: Pace
  /** Aborts when this process stops and running work has had its time. */
  readonly stopping: AbortSignal
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
      await leaveEndpoint(services, { lane: delivery.lane, until: finishedAt + Math.ceil(leaveAlone) }, signal)
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
  const { id, fence, gone, history } = delivery
  const ended: EndedAttempt = {
    id,
    fence,
    status: gone === null ? 'failed' : 'cancelled',
    dueIn: null,
    statusCode: delivery.last_status_code,
    error: gone === 'endpoint_removed' ? gone : (history.at(-1)?.error ?? null),
    history,
    attempts: history.filter(({ error }) => error !== 'worker_interrupted').length,
  }
  await retryWrite(services, () => services.database.single((writer) => endAttempts(writer, [ended])))
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

type Writing = Pick<DeliveryServices, 'database' | 'log' | 'stopping'>

async function write(
  services: DeliveryServices,
  delivery: ClaimedDelivery,
  answer: Answer,
  finishedAt: number,
): Promise<void> {
  const attempt: Attempt = { id: delivery.id, fence: delivery.fence, delivery, answer, finishedAt }
  const write = changesEndpoint(attempt) ? services.writeAttempt : services.writeDelivered
  await retryWrite(services, () => write(attempt))
}

/** Many may wait for the endpoint, so they are postponed in parts. Until then it has no room, since this attempt runs. */
async function leaveEndpoint(services: DeliveryServices, left: LeftAlone, signal: AbortSignal): Promise<void> {
  let areMore = true
  while (areMore && !signal.aborted) areMore = await retryWrite(services, () => services.putOff(left))
}
