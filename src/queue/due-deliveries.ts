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
/** How often to look for endpoints that wait behind the many deliveries of others. */
const behindEvery = second / 5
/** While a claim is under way, another begins if so many slots are free, and endpoints that are behind have room for them. */
const worthwhile = 24
/** Endpoints that such a look reads at once. */
const endpointsEach = 500

/** Due deliveries: as many for each endpoint as it has room for, and the slots are shared among users. */
export function dueDeliveriesOf(database: Database, room: EndpointRoom, pace: Pace): Source<ClaimedDelivery> {
  const { read } = database
  const turns = createEndpointTurns(room)
  let behindAt = 0
  /** Whether more is due than a look reads. Then most claims ask for some endpoints in turns, without a look. */
  let isCrowded = false
  /** The last endpoint that a look for those behind has read. */
  let reached = ''
  /** It decides for all endpoints, so no other claim decides meanwhile. */
  let isLooking = false
  /** What claims that have not come back have asked for. */
  const expected = new Set<UserAsk>()

  /** Free slots, and how users share them. What is expected counts as if it were running. */
  function freeFor({ slots, running }: Ask<ClaimedDelivery>) {
    const users = [
      ...running.map(({ user_id }) => user_id),
      ...[...expected].flatMap(({ user_id, room: count }) => Array<number>(count).fill(user_id)),
    ]
    const all = slots + running.length
    return { slots: all - users.length, share: shareOf(users, all) }
  }

  /** Claims what was decided. */
  async function take(asks: readonly UserAsk[], lease: number): Promise<readonly ClaimedDelivery[]> {
    if (asks.length === 0) return []
    const ends = asks.map(({ lane, room: count }) => room.expect(lane, count))
    for (const ask of asks) expected.add(ask)
    try {
      return await claimOfEach(database, asks, lease)
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

  async function claimOfAll(ask: Ask<ClaimedDelivery>): Promise<Claim<ClaimedDelivery>> {
    const picked = pickingFor(room, freeFor(ask), ask.running)
    const isTime = performance.now() >= behindAt
    if (isTime) behindAt = performance.now() + pace(behindEvery)
    const longest = await dueDeliveries(read, { limit: candidates, except: room.full() })
    picked.take(longest.due)
    isCrowded = longest.read === candidates
    if (isCrowded && !picked.isFull() && (isTime || picked.count() === 0)) await takeBehind(picked)
    const { interrupted } = picked
    const rows = [
      ...(await take(picked.asks(), ask.lease)),
      ...(interrupted.length > 0 ? await claimInterrupted(database, interrupted, ask.lease) : []),
    ]
    turns.meet(rows)
    return { rows, more: isCrowded && rows.length > 0 }
  }

  /** Picks one delivery for each of the next endpoints. If it finds none, it goes on, at most to the last endpoint. */
  async function takeBehind(picked: Picking): Promise<void> {
    do {
      const lanes = await waitedFor(read, { after: reached, limit: endpointsEach })
      reached = lanes.length < endpointsEach ? '' : (lanes.at(-1)?.lane ?? '')
      picked.take(lanes.flatMap(({ lane, user_id }) => (user_id === null ? [] : [{ lane, user_id }])))
    } while (reached !== '' && picked.count() === 0)
  }

  async function claimBeside(ask: Ask<ClaimedDelivery>): Promise<Claim<ClaimedDelivery>> {
    if (!isCrowded || isLooking) return allOf([])
    const fits = Math.min(turns.free(), freeFor(ask).slots)
    return fits >= worthwhile ? claimInTurns(ask) : allOf([])
  }

  return {
    ...leasesOf(database, 'deliveries'),
    claim: async (ask) => {
      if (isCrowded && performance.now() < behindAt) {
        const { rows } = await claimInTurns(ask)
        // If all that is free is asked for already, a look would find room for nothing.
        if (rows.length > 0 || expected.size > 0) return { rows, more: rows.length > 0 }
      }
      isLooking = true
      return claimOfAll(ask).finally(() => {
        isLooking = false
      })
    },
    // SQLite answers in this thread, so a claim waits for nothing.
    ...(database.kind === 'postgres' && { claimBeside }),
  }
}

type Candidate = Pick<DueDelivery, 'lane' | 'user_id'> & Partial<DueDelivery>
type Picking = ReturnType<typeof pickingFor>

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
