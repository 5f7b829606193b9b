import { setTimeout as sleep } from 'node:timers/promises'
import type { Sealer } from '../../crypto/seal.ts'
import { signDelivery } from '../../crypto/webhook-signature.ts'
import { retryAfter } from '../../domain/retry-after.ts'
import { second } from '../../domain/time.ts'
import { OutboundFault } from '../../outbound/fault.ts'
import type { HttpClient, OutboundResponse } from '../../outbound/http-client.ts'
import {
  type ClaimedDelivery,
  isInterrupted,
  type LeasedEndpoint,
  takeEndpoints,
  type UnreadableDelivery,
} from '../../store/deliveries/due-endpoints.ts'
import { type CancelPosition, cancelSome, fromStart } from '../../store/deliveries/endpoints.ts'
import { callbackSecret } from '../../store/deliveries/webhooks.ts'
import { isAway } from '../../store/engine/away.ts'
import type { Database } from '../../store/engine/database.ts'
import { LostLease } from '../../store/engine/leases.ts'
import { callbackBinding, webhookBinding } from '../../store/engine/sealed.ts'
import type { Clock } from '../../system/clock.ts'
import { crashPoint } from '../../system/crash-point.ts'
import type { Log } from '../../system/log.ts'
import type { Pace } from '../../system/pace.ts'
import { persist, retryWrite } from '../job-work.ts'
import type { Answer, Attempt, Part, SkippedDelivery } from './end-parts.ts'

/** How long to wait for an endpoint's response. */
const patience = 15 * second
/** Also when tests shorten all times. */
const shortestPatience = 2 * second
/** Only the status of a response counts. This much of the body is accepted so that the endpoint can send it without an error. */
const maxAnswer = 16 * 1024 // bytes
const answerTime = second
/** An endpoint whose answer takes longer than this gets less room, so that slow endpoints do not occupy all slots. */
const slow = 2 * second
/** When one attempt has ended, the others have so long to end with it. Those that have not are late. */
const grace = second / 20
/** Then an endpoint takes its place behind others again. */
const longestWork = 30 * second
/** The same for an endpoint of which only deliveries are cancelled. */
const longestCancelling = 10 * second

const isUnreadable =
  'a delivery was written by a newer version or is damaged, so this version leaves it alone; others are sent'

export interface DeliveryServices {
  readonly database: Database
  readonly http: Pick<HttpClient, 'request'>
  /** Whether events are sent to plain http addresses. */
  readonly allowHttp: boolean
  readonly sealer: Sealer
  /** Opens the sealed secret of an endpoint. */
  readonly openSecret: Sealer['open']
  /** Stores what was done with an endpoint; with the last part, the endpoint is given back. */
  readonly writePart: (part: Part) => Promise<void>
  readonly clock: Clock
  readonly log: Log
  readonly pace: Pace
  /** Aborts when this process stops and running work has had its time. */
  readonly stopping: AbortSignal
}

/** Works on a claimed endpoint until it is given back: sends what was taken with it, or cancels what waits for it. */
export async function deliver(
  services: DeliveryServices,
  endpoint: LeasedEndpoint,
  signal: AbortSignal,
): Promise<void> {
  try {
    crashPoint('deliver.claimed')
    if (endpoint.cancel_before === null) await sendAll(services, endpoint, signal)
    else await cancel(services, endpoint, endpoint.cancel_before, signal)
    crashPoint('deliver.written')
  } catch (error) {
    // Another worker has it, or will have it when this lease ends.
    if (error instanceof LostLease || signal.aborted) return
    const level = isAway(error) ? 'warn' : 'error'
    services.log[level]({ err: error, endpoint: endpoint.lane }, 'deliveries could not be completed')
  }
}

/**
 * Cancels in parts, each in a transaction of its own, so that nothing else waits for them. What is left after some time is
 * cancelled when the endpoint is taken next.
 */
async function cancel(
  services: DeliveryServices,
  endpoint: LeasedEndpoint,
  createdBefore: number,
  signal: AbortSignal,
) {
  const { lane: key } = endpoint
  const began = performance.now()
  let after: CancelPosition | null = fromStart
  while (after && !signal.aborted && performance.now() - began < longestCancelling) {
    const from: CancelPosition = after
    after = await persist(services, (tx) => cancelSome(tx, { endpoint: key, createdBefore, after: from }))
  }
  const made = { attempts: 0, isSilent: false, isSlow: false }
  await write(services, {
    ...emptyPart(endpoint),
    released: { ...made, cancelledBefore: after ? null : createdBefore },
  })
}

/**
 * Sends all that was taken with an endpoint at once, and stores together how it ended. If some answers are late, what has ended is
 * stored without them, and the endpoint gets as many more.
 */
async function sendAll(services: DeliveryServices, endpoint: LeasedEndpoint, signal: AbortSignal): Promise<void> {
  const began = performance.now()
  const made = { attempts: 0, isSilent: false, isSlow: false }
  const running = new Set<Promise<void>>()
  let ended = emptyPart(endpoint)

  function begin({ deliveries, unreadable }: Pick<LeasedEndpoint, 'deliveries' | 'unreadable'>): void {
    for (const { id } of unreadable) services.log.error({ delivery_id: id }, isUnreadable)
    ended.unreadable.push(...unreadable)
    for (const delivery of deliveries) {
      const why = whyRefused(services, delivery)
      if (why) ended.refused.push({ delivery, why })
      else watch(attempt(services, delivery, signal))
    }
  }

  function watch(attempted: Promise<Attempt | null>): void {
    const one = attempted.then((attempt) => {
      running.delete(one)
      if (!attempt) return
      ended.attempts.push(attempt)
      made.attempts += 1
      made.isSilent ||= attempt.answer.error === 'timeout'
      made.isSlow ||= attempt.finishedAt - attempt.delivery.started_at > slow
    })
    running.add(one)
  }

  /** Returns everything that has ended since the last time. */
  function takeEnded(): Part {
    const part = ended
    ended = emptyPart(endpoint)
    return part
  }

  begin(endpoint)
  while (await areLate(running)) {
    const isLong = performance.now() - began > longestWork
    if (ended.attempts.length === 0 || made.isSilent || isLong || signal.aborted) continue
    await write(services, takeEnded())
    begin(await takeMore(services, endpoint, endpoint.deliveries.length - running.size))
  }
  crashPoint('deliver.answered')
  await write(services, { ...takeEnded(), released: { ...made, cancelledBefore: null } })
}

/** Returns false as soon as all have ended, or true if some have and others are late. */
async function areLate(running: ReadonlySet<Promise<void>>): Promise<boolean> {
  if (running.size === 0) return false
  const all = Promise.all(running)
  await Promise.race(running)
  if (running.size > 0) await Promise.race([all, sleep(grace)])
  return running.size > 0
}

const emptyPart = ({ id, fence, lane, room, silences }: LeasedEndpoint) => ({
  ...{ id, fence, lane, room, silences, released: null },
  attempts: [] as Attempt[],
  refused: [] as SkippedDelivery[],
  unreadable: [] as UnreadableDelivery[],
})

const write = (services: DeliveryServices, part: Part): Promise<void> =>
  retryWrite(services, () => services.writePart(part))

/** More deliveries of an endpoint that this worker has leased. If they can't be taken now, they are taken later. */
async function takeMore(
  { database, log }: DeliveryServices,
  { id, fence, lease }: LeasedEndpoint,
  slots: number,
): Promise<Pick<LeasedEndpoint, 'deliveries' | 'unreadable'>> {
  try {
    const [more] = await takeEndpoints(database, [{ id, fence, slots }], lease)
    return more ?? { deliveries: [], unreadable: [] }
  } catch (err) {
    log.warn({ err }, 'more deliveries of an endpoint could not be taken')
    return { deliveries: [], unreadable: [] }
  }
}

function whyRefused({ allowHttp }: DeliveryServices, delivery: ClaimedDelivery): SkippedDelivery['why'] | null {
  if (delivery.gone !== null) return 'gone'
  if (isInterrupted(delivery)) return 'interrupted'
  return !allowHttp && delivery.url.startsWith('http:') ? 'http_forbidden' : null
}

/** Null: it was cut off or could not be made. When its time is over, it is repeated as interrupted. */
async function attempt(
  services: DeliveryServices,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Attempt | null> {
  const begun = performance.now()
  try {
    const answer = await send(services, delivery, signal)
    // An answer that arrived before the lease was lost is stored. An attempt that was cut off has no answer.
    if (signal.aborted && answer.status === null) return null
    return { delivery, answer, finishedAt: delivery.started_at + Math.round(performance.now() - begun) }
  } catch (err) {
    services.log[isAway(err) ? 'warn' : 'error']({ err, delivery_id: delivery.id }, 'a delivery could not be attempted')
    return null
  }
}

async function send(services: DeliveryServices, delivery: ClaimedDelivery, signal: AbortSignal): Promise<Answer> {
  const { http, clock, pace } = services
  const { body, headers } = signDelivery({
    secret: await secretOf(services, delivery),
    previous: delivery.previous === null ? null : services.openSecret(delivery.previous, bindingOf(delivery)),
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
    await discardBody(response)
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
async function discardBody({ body, hasEnded, close }: OutboundResponse): Promise<void> {
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
  if (secret !== null) return openSecret(secret, bindingOf(delivery))
  return (await database.transaction((tx) => callbackSecret(tx, sealer, user_id, clock.now()))).secret
}

const bindingOf = ({ webhook_id, user_id }: ClaimedDelivery): string =>
  webhook_id === null ? callbackBinding(user_id) : webhookBinding(webhook_id)
