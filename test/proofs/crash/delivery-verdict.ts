import assert from 'node:assert/strict'
import { maxInterruptions } from '../../../src/domain/delivery.ts'
import type { DeliveryRow } from '../../../src/store/deliveries/deliveries.ts'
import { neverHappened } from './author.ts'
import type { BrokenOff, ToldStore } from './delivery-store.ts'
import type { ToldEvent } from './endpoints.ts'

export interface ToldEvidence {
  readonly stored: ToldStore
  /** The requests that the endpoints received. */
  readonly ledger: readonly ToldEvent[]
  readonly brokenOff: readonly BrokenOff[]
  /** Whether a killed process may have finished a write after its attempts were read. */
  readonly writesOutlive: boolean
}

export interface ToldCount {
  readonly events: number
  readonly deliveries: number
  readonly delivered: number
  readonly failed: number
  readonly told: number
  /** Repeated deliveries of one event at one endpoint. */
  readonly repeated: number
  readonly interrupted: number
}

const attemptsBeforeFailed = 8
const shownFaults = 20

/** Compares the committed events, their stored deliveries, and the requests that the endpoints received. */
export function judgeTold(evidence: ToldEvidence): ToldCount {
  const { stored, ledger } = evidence
  const faults = [
    ...faultsOfFanOut(stored),
    ...stored.deliveries.flatMap(faultsOfDelivery),
    ...faultsOfLedger(stored, ledger),
    ...faultsOfBrokenOff(evidence),
  ]
  assert.deepEqual(faults.slice(0, shownFaults), [], `${faults.length} faults`)
  const having = (isIt: (row: DeliveryRow) => boolean) => stored.deliveries.filter(isIt).length
  return {
    events: stored.events.length,
    deliveries: stored.deliveries.length,
    delivered: having(({ status }) => status === 'delivered'),
    failed: having(({ status }) => status === 'failed'),
    told: ledger.length,
    repeated: ledger.length - new Set(ledger.map(({ path, eventId }) => `${path} ${eventId}`)).size,
    interrupted: stored.deliveries.flatMap(({ history }) => history.filter(isInterruption)).length,
  }
}

const finals = ['post.published', 'post.partial', 'post.failed']

/** Each event has one delivery for each endpoint that subscribes to it, and no other. */
function faultsOfFanOut({ events, webhooks, callbacks, deliveries }: ToldStore): string[] {
  const expected = events.flatMap(({ id, user_id, name, post_id }) => [
    ...webhooks
      .filter(
        (webhook) => webhook.user_id === user_id && (webhook.events.includes('*') || webhook.events.includes(name)),
      )
      .map((webhook) => `${id} to webhook ${webhook.id}`),
    ...(callbacks.has(post_id ?? 0) && finals.includes(name) ? [`${id} to the callback of post ${post_id}`] : []),
  ])
  const found = deliveries.map(({ event_id, webhook_id, post_id }) =>
    webhook_id === null ? `${event_id} to the callback of post ${post_id}` : `${event_id} to webhook ${webhook_id}`,
  )
  const missing = new Set(expected)
  const surplus = found.filter((one) => !missing.delete(one))
  return [...[...missing].map((one) => `nobody tells ${one}`), ...surplus.map((one) => `there is a surplus of ${one}`)]
}

const isInterruption = ({ error }: DeliveryRow['history'][number]): boolean => error === 'worker_interrupted'

/** It has ended, and its history is complete: counted attempts are numbered, and interrupted ones are repeated. */
function faultsOfDelivery({ id, status, attempts, history, due_at, delivered_at }: DeliveryRow): string[] {
  const counted = history.filter((attempt) => !isInterruption(attempt))
  const last = counted.at(-1)
  const faults: string[] = []
  const must = (holds: boolean, what: string) => {
    if (!holds) faults.push(`delivery ${id} (${status}): ${what} in ${JSON.stringify(history)}`)
  }
  must(due_at === null, 'it is still due')
  must(attempts === counted.length, `${attempts} attempts`)
  let next = 1
  for (const attempt of history) {
    must(attempt.number === next, `attempt ${attempt.number} in the place of ${next}`)
    must(attempt.finishedAt >= attempt.startedAt, 'an end before its beginning')
    if (!isInterruption(attempt)) next += 1
  }
  const succeeded = counted.filter(({ error }) => error === null)
  if (status === 'delivered') {
    must(succeeded.length === 1 && last?.error === null && last.statusCode === 204, 'no success at the end')
    must(delivered_at !== null, 'no time of delivery')
  } else {
    const tooOften = history.length - counted.length >= maxInterruptions
    must(status === 'failed', 'no end')
    must(succeeded.length === 0 && (counted.length === attemptsBeforeFailed || tooOften), 'given up too early')
  }
  return faults
}

/** The endpoints received only stored events, unchanged, and as often as there were attempts. */
function faultsOfLedger({ events, deliveries }: ToldStore, ledger: readonly ToldEvent[]): string[] {
  const eventOf = new Map(events.map((event) => [event.id, event]))
  const heard = Map.groupBy(ledger, ({ path, eventId }) => `${path} ${eventId}`)
  const faults = ledger.flatMap(({ path, eventId, event, data, signed }) => {
    const stored = eventOf.get(eventId)
    if (!stored) return [`${path} heard of ${eventId}, which is no event: ${data}`]
    if (data.includes(neverHappened)) return [`${path} heard of what never happened: ${data}`]
    if (stored.name !== event || stored.data !== data)
      return [`${path} heard other words of ${eventId}: ${event} ${data}`]
    // Only the service knows the secret of callbacks.
    return signed || path.endsWith('/callback') ? [] : [`${path} heard of ${eventId} without a right signature`]
  })
  for (const { id, url, event_id, status, history } of deliveries) {
    const key = `${new URL(url).pathname} ${event_id}`
    const count = heard.get(key)?.length ?? 0
    heard.delete(key)
    const answered = history.filter(({ statusCode }) => statusCode !== null).length
    if (count < answered || count > history.length)
      faults.push(`delivery ${id} (${status}) was heard ${count} times: ${JSON.stringify(history)}`)
  }
  return [...faults, ...[...heard.keys()].map((key) => `${key} was heard, and nobody was to tell it`)]
}

/** An attempt that ran when its process was killed is recorded, unless its end was being written. */
function faultsOfBrokenOff({ stored, brokenOff, writesOutlive }: ToldEvidence): string[] {
  const byId = new Map(stored.deliveries.map((delivery) => [delivery.id, delivery]))
  const claims = Map.groupBy(brokenOff, ({ id, attempts }) => `attempt ${attempts} of delivery ${id}`)
  const faults = [...claims].flatMap(([what, all]) => {
    const times = new Set(all.map(({ fence }) => fence)).size
    const [{ id, attempts } = { id: 0, attempts: 0 }] = all
    const history = byId.get(id)?.history ?? []
    const told = history.filter((attempt) => attempt.number === attempts && isInterruption(attempt)).length
    return told >= times ? [] : [`${what} was broken off ${times} times: ${JSON.stringify(history)}`]
  })
  return writesOutlive && faults.length < claims.size / 2 ? [] : faults
}
