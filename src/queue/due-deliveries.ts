import { second } from '../domain/time.ts'
import {
  type ClaimedDelivery,
  claimInterrupted,
  claimOfEach,
  type DueDelivery,
  dueDeliveries,
  waitedFor,
} from '../store/due-deliveries.ts'
import type { Database } from '../store/engine/database.ts'
import type { Pace } from '../system/pace.ts'
import type { EndpointRoom } from './endpoint-room.ts'
import { createEndpointTurns, type UserAsk } from './endpoint-turns.ts'
import { type Share, shareOf } from './share.ts'
import { type Ask, allOf, type Claim, leasesOf, type Source } from './source.ts'

/**
 * Deliveries that one process makes at the same time; mostly they wait for an endpoint. At most half of them go to
 * endpoints that have not answered lately, so those that hang delay nobody else.
 */
export const deliverySlots = 768
/**
 * The part of the slots for endpoints that have not answered lately that users share evenly. The others are for whoever
 * comes first: with an even share of all, a few endpoints that hang would delay the other new endpoints of their user
 * although slots are free.
 */
const sharedPart = 1 / 8
/** Deliveries that a look reads, the longest due first. */
const candidates = 1_000
/** If as many are due, most claims ask for some endpoints in turns. How often a claim looks at the longest due all the same. */
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
  let lookAt = 0
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

  /** Looks at those that are due for the longest time. If it can take none of them, it walks until it finds another endpoint. */
  async function claimOfAll(ask: Ask<ClaimedDelivery>): Promise<Claim<ClaimedDelivery>> {
    lookAt = performance.now() + pace(lookEvery)
    const longest = await dueDeliveries(read, { limit: candidates, except: room.full() })
    isCrowded = longest.read === candidates
    const picked = picking(ask)
    picked.take(longest.due)
    const rows = await take(picked.asks(), ask.lease, picked.interrupted)
    turns.meet(rows)
    while (isCrowded && rows.length === 0 && freeFor(ask).slots > 0) {
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
    turns.meet(rows)
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
      if (!isCrowded || now >= lookAt) return claimOfAll(ask)
      if (now >= walkAt) {
        const rows = await claimOnWalk(ask)
        if (rows.length > 0) return { rows, more: true }
      }
      const { rows } = await claimInTurns(ask)
      // If all that is free is asked for already, a look would find room for nothing.
      return rows.length > 0 || expected.size > 0 ? { rows, more: rows.length > 0 } : claimOfAll(ask)
    },
    // SQLite answers in this thread, so a claim waits for nothing.
    ...(database.kind === 'postgres' && { claimBeside }),
  }
}

type Candidate = Pick<DueDelivery, 'lane' | 'user_id'> & Partial<DueDelivery>

/** Picks candidates in their order, as long as slots, their endpoint and their user have room. */
function pickingFor(room: EndpointRoom, free: { slots: number; share: Share }, running: readonly ClaimedDelivery[]) {
  const { slots, share } = free
  const unknownRunning = running.filter(({ lane }) => !room.isKnown(lane))
  let unknown = room.unknownRoom()
  const unknownSlots = unknown + unknownRunning.length
  const unknownShare = shareOf(
    unknownRunning.map(({ user_id }) => user_id),
    unknownSlots,
  )
  let count = 0
  const ofLane = new Map<string, number>()
  const ofUser = new Map<number, number>()
  const unknownOfUser = new Map<number, number>()
  const asks = new Map<string, UserAsk>()
  const interrupted: number[] = []
  const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)

  function fits({ lane, user_id }: Candidate): boolean {
    if ((ofLane.get(lane) ?? 0) >= room.roomOf(lane)) return false
    if ((ofUser.get(user_id) ?? 0) >= share.roomOf(user_id)) return false
    if (room.isKnown(lane) || unknown > unknownSlots * sharedPart) return true
    return unknown > 0 && (unknownOfUser.get(user_id) ?? 0) < unknownShare.roomOf(user_id)
  }

  function pick({ id, status, lane, user_id }: Candidate): void {
    if (status === 'delivering' && id !== undefined) interrupted.push(id)
    else asks.set(lane, { lane, user_id, room: (asks.get(lane)?.room ?? 0) + 1 })
    count += 1
    add(ofLane, lane)
    add(ofUser, user_id)
    if (room.isKnown(lane)) return
    add(unknownOfUser, user_id)
    unknown -= 1
  }

  return {
    take: (some: readonly Candidate[]) => {
      for (const one of some) if (count < slots && fits(one)) pick(one)
    },
    count: () => count,
    isFull: () => count >= slots,
    /** How many to claim for each endpoint. */
    asks: (): UserAsk[] => [...asks.values()],
    /** Deliveries whose attempt was interrupted. */
    interrupted,
  }
}
