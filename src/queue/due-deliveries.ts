import { second } from '../domain/time.ts'
import {
  type ClaimedDelivery,
  claimInterrupted,
  claimOfEach,
  dueDeliveries,
  waitedFor,
} from '../store/due-deliveries.ts'
import type { Database } from '../store/engine/database.ts'
import type { Pace } from '../system/pace.ts'
import type { EndpointRoom } from './endpoint-room.ts'
import { createEndpointTurns, type UserAsk } from './endpoint-turns.ts'
import { pickingFor } from './pick-deliveries.ts'
import { shareOf } from './share.ts'
import { type Ask, allOf, type Claim, leasesOf, type Source } from './source.ts'

/**
 * Deliveries that one process makes at the same time; mostly they wait for an endpoint. At most half of them go to
 * endpoints that have not answered lately, so those that hang delay nobody else.
 */
export const deliverySlots = 768
/** Deliveries that a look reads, the longest due first. */
const candidates = 1_000
/**
 * How often a claim looks at all that is due, the longest due first. In between, if more is due than a look reads, claims ask
 * for some endpoints in turns. If less is due, they look at what has become due lately.
 */
const lookEvery = second
/** How often to look for endpoints that wait behind the many deliveries of others. */
const walkEvery = second / 5
/** While a claim is under way, another begins if so many slots are free, and endpoints that are behind have room for them. */
const worthwhile = 24
/** Endpoints that a walk reads at once. */
const endpointsEach = 500

/** Due deliveries: as many for each endpoint as it has room for, and the slots are shared among users. */
export function dueDeliveriesOf(database: Database, room: EndpointRoom, pace: Pace): Source<ClaimedDelivery> {
  const { read } = database
  const turns = createEndpointTurns(room)
  /** Whether more is due than a look reads. */
  let isCrowded = false
  /** The last look at all that is due. It is complete if what it has left waits for endpoints that have not answered lately. */
  let last = { at: Number.NEGATIVE_INFINITY, isComplete: false, unknownEnded: 0 }
  let walkAt = 0
  /** The last endpoint that a walk has read. */
  let reached = ''
  /** What claims that have not come back have asked for. It counts as if it were running. */
  const expected = new Set<UserAsk>()

  /** Free slots at the moment, and how users share them. Another claim may change both while this one reads. */
  function freeFor({ slots, running }: Ask<ClaimedDelivery>) {
    const users = [
      ...running().map(({ user_id }) => user_id),
      ...[...expected].flatMap(({ user_id, room: count }) => Array<number>(count).fill(user_id)),
    ]
    return { slots: slots - users.length, share: shareOf(users, slots) }
  }

  const picking = (ask: Ask<ClaimedDelivery>) => pickingFor(room, freeFor(ask), ask.running())

  /** Claims what was decided: a number for each endpoint, and attempts that were interrupted. */
  async function take(
    asks: readonly UserAsk[],
    lease: number,
    interrupted: readonly number[] = [],
  ): Promise<ClaimedDelivery[]> {
    const ends = asks.map(({ lane, room: count }) => room.expect(lane, count))
    for (const ask of asks) expected.add(ask)
    try {
      return [
        ...(asks.length > 0 ? await claimOfEach(database, asks, lease) : []),
        ...(interrupted.length > 0 ? await claimInterrupted(database, interrupted, lease) : []),
      ]
    } finally {
      for (const end of ends) end()
      for (const ask of asks) expected.delete(ask)
    }
  }

  async function claimInTurns(ask: Ask<ClaimedDelivery>): Promise<Claim<ClaimedDelivery>> {
    const { slots, share } = freeFor(ask)
    const asks = turns.asks(slots, share)
    const rows = await take(asks, ask.lease)
    turns.found(asks, rows)
    return { rows, more: asks.length > 0 }
  }

  const isTimeToLook = (now: number) => now >= last.at + pace(lookEvery)

  /**
   * Claims what is due for the longest time. It passes over what the last look at all has left, as long as no endpoint can
   * take it. If none of what it has read can be taken, it walks until it finds another endpoint.
   */
  async function claimOnLook(ask: Ask<ClaimedDelivery>): Promise<Claim<ClaimedDelivery>> {
    const at = performance.now()
    const unknownEnded = room.unknownEnded()
    const isOfAll = isTimeToLook(at) || (!isCrowded && (!last.isComplete || last.unknownEnded !== unknownEnded))
    const full = room.full()
    const longest = await dueDeliveries(read, {
      limit: candidates,
      except: full,
      // What was committed after the last look may have been due before it.
      ...(!isOfAll && { within: Math.ceil(at - last.at + pace(lookEvery)) }),
    })
    if (isOfAll || longest.read === candidates) isCrowded = longest.read === candidates
    const picked = picking(ask)
    picked.take(longest.due)
    const isComplete = picked.left.size === 0 && !full.some(room.isKnown)
    const rows = await take(picked.asks(), ask.lease, picked.interrupted)
    if (isOfAll) last = { at, isComplete, unknownEnded }
    turns.meet(rows, picked.left)
    while (isOfAll && isCrowded && rows.length === 0 && freeFor(ask).slots > 0) {
      rows.push(...(await claimOnWalk(ask)))
      if (reached === '') break
    }
    return { rows, more: isCrowded && rows.length > 0 }
  }

  /** Claims one delivery for each of the next endpoints, without those that a claim in turns asks for anyway. */
  async function claimOnWalk(ask: Ask<ClaimedDelivery>): Promise<readonly ClaimedDelivery[]> {
    walkAt = performance.now() + pace(walkEvery)
    const lanes = await waitedFor(read, { after: reached, limit: endpointsEach, except: turns.behind() })
    reached = lanes.length < endpointsEach ? '' : (lanes.at(-1)?.lane ?? '')
    const picked = picking(ask)
    picked.take(lanes.flatMap(({ lane, user_id }) => (user_id === null ? [] : [{ lane, user_id }])))
    const rows = await take(picked.asks(), ask.lease)
    turns.meet(rows, new Set(rows.map(({ lane }) => lane)))
    return rows
  }

  async function claimBeside(ask: Ask<ClaimedDelivery>): Promise<Claim<ClaimedDelivery>> {
    if (!isCrowded) return allOf([])
    const fits = Math.min(turns.free(), freeFor(ask).slots)
    return fits >= worthwhile ? claimInTurns(ask) : allOf([])
  }

  return {
    ...leasesOf(database, 'deliveries'),
    claim: async (ask) => {
      const now = performance.now()
      if (!isCrowded || isTimeToLook(now)) return claimOnLook(ask)
      if (now >= walkAt) {
        const rows = await claimOnWalk(ask)
        if (rows.length > 0) return { rows, more: true }
      }
      const rows = turns.free() > 0 ? (await claimInTurns(ask)).rows : []
      // If all that is free is asked for already, a look would find room for nothing.
      return rows.length > 0 || expected.size > 0 ? { rows, more: rows.length > 0 } : claimOnLook(ask)
    },
    // SQLite answers in this thread, so a claim waits for nothing.
    ...(database.kind === 'postgres' && { claimBeside }),
  }
}
