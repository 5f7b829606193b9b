import { second } from '../domain/time.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryAsk,
  type DueDelivery,
  dueDeliveries,
} from '../store/due-deliveries.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import type { Pace } from '../system/pace.ts'
import type { EndpointRoom } from './endpoint-room.ts'
import { shareOf } from './share.ts'
import { allOf, type Claim, type Source, sourceOf } from './source.ts'

/**
 * Deliveries that one process makes at the same time; mostly they wait for an endpoint. At most half of them go to
 * endpoints that have not answered lately, so those that hang delay nobody else.
 */
export const deliverySlots = 512
/**
 * The part of the slots for endpoints that have not answered lately that users share evenly. The others are for whoever
 * comes first: with an even share of all, a few endpoints that hang would delay the other new endpoints of their user
 * although slots are free.
 */
const sharedPart = 1 / 8
/** Candidates that are looked at for each delivery that could be taken, since several may be for one endpoint. */
const candidatesEach = 4
/** Endpoints that may be among the candidates without having answered lately. */
const unknownAmong = 16
/** How often to look at candidates for all slots, and for users who wait behind the many deliveries of others. */
const thoroughEvery = second / 5

/** Due deliveries: as many for each endpoint as it has room for, and the slots are shared among users. */
export function dueDeliveriesOf(database: Database, room: EndpointRoom, pace: Pace): Source<ClaimedDelivery> {
  let thoroughAt = 0

  async function choose(
    tx: Transaction,
    slots: number,
    running: readonly ClaimedDelivery[],
  ): Promise<Claim<DueDelivery>> {
    const picked = pickingFor(room, slots, running)
    const now = performance.now()
    const thorough = now >= thoroughAt
    if (thorough) thoroughAt = now + pace(thoroughEvery)
    // Most often, nearly all slots wait for endpoints that have no room. PostgreSQL locks every candidate.
    const takable = thorough ? slots : Math.min(slots, room.roomOfAll(room.open()) + unknownAmong)
    const ask = { limit: takable * candidatesEach, except: room.full(), exceptUsers: picked.fullUsers() }
    const only = () => (picked.unknownRoom() > 0 ? null : room.open())
    const first = await dueDeliveries(tx, { ...ask, only: only() })
    picked.take(first)
    const areMore = first.length === ask.limit
    if (areMore && !picked.isFull()) await takeBehind(tx, picked, ask)
    if (areMore && !picked.isFull() && (thorough || picked.all().length === 0)) {
      // Users may wait behind the many deliveries of others.
      const crowd = [...new Set(first.map(({ user_id }) => user_id))]
      picked.take(await dueDeliveries(tx, { ...ask, exceptUsers: [...ask.exceptUsers, ...crowd], only: only() }))
    }
    return { rows: picked.all(), more: areMore && picked.all().length > 0 }
  }

  /**
   * Deliveries to endpoints that answer may come after many to endpoints that have their share already. To find more than
   * these endpoints have room for, the database may have to look at all that is due.
   */
  async function takeBehind(tx: Transaction, picked: Picking, ask: Omit<DeliveryAsk, 'only'>): Promise<void> {
    const lanes = new Set(picked.all().map(({ lane }) => lane))
    const open = room.open().filter((lane) => !lanes.has(lane))
    if (open.length > 0) picked.take(await dueDeliveries(tx, { ...ask, limit: room.roomOfAll(open), only: open }))
  }

  return sourceOf(database, 'deliveries', ({ slots, lease, running }) =>
    database.step(async (tx) => {
      const { rows, more } = await choose(tx, slots, running)
      if (rows.length === 0) return allOf([])
      const ids = rows.map(({ id }) => id)
      return { rows: await claimDeliveries(tx, ids, lease), more }
    }),
  )
}

type Picking = ReturnType<typeof pickingFor>

/** Picks candidates in their order, as long as slots, their endpoint and their user have room. */
function pickingFor(room: EndpointRoom, slots: number, running: readonly ClaimedDelivery[]) {
  const users = (of: readonly ClaimedDelivery[]) => of.map(({ user_id }) => user_id)
  const share = shareOf(users(running), slots + running.length)
  const unknownRunning = running.filter(({ lane }) => !room.isKnown(lane))
  let unknown = room.unknownRoom()
  const unknownSlots = unknown + unknownRunning.length
  const unknownShare = shareOf(users(unknownRunning), unknownSlots)
  const picked: DueDelivery[] = []
  const ids = new Set<number>()
  const ofLane = new Map<string, number>()
  const ofUser = new Map<number, number>()
  const unknownOfUser = new Map<number, number>()
  const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)

  function fits({ id, lane, user_id }: DueDelivery): boolean {
    if (ids.has(id) || (ofLane.get(lane) ?? 0) >= room.roomOf(lane)) return false
    if ((ofUser.get(user_id) ?? 0) >= share.roomOf(user_id)) return false
    if (room.isKnown(lane) || unknown > unknownSlots * sharedPart) return true
    return unknown > 0 && (unknownOfUser.get(user_id) ?? 0) < unknownShare.roomOf(user_id)
  }

  function pick(one: DueDelivery): void {
    picked.push(one)
    ids.add(one.id)
    add(ofLane, one.lane)
    add(ofUser, one.user_id)
    if (room.isKnown(one.lane)) return
    add(unknownOfUser, one.user_id)
    unknown -= 1
  }

  return {
    take: (candidates: readonly DueDelivery[]) => {
      for (const one of candidates) if (picked.length < slots && fits(one)) pick(one)
    },
    all: () => picked,
    isFull: () => picked.length >= slots,
    unknownRoom: () => unknown,
    fullUsers: () => share.fullUsers,
  }
}
