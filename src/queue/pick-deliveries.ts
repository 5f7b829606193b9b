import type { ClaimedDelivery, DueDelivery } from '../store/due-deliveries.ts'
import type { EndpointRoom } from './endpoint-room.ts'
import type { UserAsk } from './endpoint-turns.ts'
import { type Share, shareOf } from './share.ts'

/**
 * The part of the slots for endpoints that have not answered lately that users share evenly. The others are for whoever
 * comes first: with an even share of all, a few endpoints that hang would delay the other new endpoints of their user
 * although slots are free.
 */
const sharedPart = 1 / 8

type Candidate = Pick<DueDelivery, 'lane' | 'user_id'> & Partial<DueDelivery>

/** Picks candidates in their order, as long as slots, their endpoint and their user have room. */
export function pickingFor(
  room: EndpointRoom,
  free: { slots: number; share: Share },
  running: readonly ClaimedDelivery[],
) {
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
  const left = new Set<string>()
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
      for (const one of some)
        if (count < slots && fits(one)) pick(one)
        else left.add(one.lane)
    },
    /** Endpoints that get fewer than were to pick. */
    left,
    /** How many to claim for each endpoint. */
    asks: (): UserAsk[] => [...asks.values()],
    /** Deliveries whose attempt was interrupted. */
    interrupted,
  }
}
