import {
  type DueEndpoint,
  type EndpointRequest,
  findDueEndpoints,
  type LeasedEndpoint,
  takeEndpoints,
} from '../store/deliveries/due-endpoints.ts'
import type { Database } from '../store/engine/database.ts'
import { type Share, shareOf } from './share.ts'
import { allOf, leasesOf, type Source } from './source.ts'

/** Deliveries that one process makes at the same time; mostly they wait for an endpoint. */
export const deliverySlots = 768
/** The part of them for endpoints that have not responded lately. However many hang, those that respond have the others. */
const unknownPart = 1 / 2
/** The most endpoints of each kind that a claim looks at. */
const candidates = 500

/** Due endpoints, each with as many deliveries as it has room for. The slots are shared among users. */
export function dueEndpoints(database: Database): Source<LeasedEndpoint> {
  return {
    ...leasesOf(database, 'endpoints'),
    claim: async ({ slots, lease, running }) => {
      const free = freeSlots(slots, running())
      if (free.all <= 0) return allOf([])
      const responding = Math.min(free.all, candidates)
      const unknown = Math.max(0, Math.min(free.all, free.unknown, candidates))
      const due = await findDueEndpoints(database.read, {
        responding,
        unknown,
        fullUsers: free.share.fullUsers,
        fullOfUnknown: [...free.share.fullUsers, ...free.unknownShare.fullUsers],
      })
      const asks = chooseEndpoints(due, free)
      const rows = await takeEndpoints(database, asks, lease)
      const hasLeft = asks.length < due.length || due.length >= Math.min(responding, unknown)
      return { rows, more: rows.length > 0 && hasLeft }
    },
  }
}

/** How many slots are free, and how users share them. */
export interface FreeSlots {
  readonly all: number
  /** Of them, how many at most for endpoints that have not responded lately. */
  readonly unknown: number
  readonly share: Share
  readonly unknownShare: Share
}

/** An endpoint occupies the slots of all deliveries that were taken with it until it is given back. */
export function freeSlots(slots: number, leased: readonly LeasedEndpoint[]): FreeSlots {
  const usersOf = (some: readonly LeasedEndpoint[]) =>
    some.flatMap(({ user_id, deliveries }) => Array<number>(Math.max(1, deliveries.length)).fill(user_id))
  const [users, ofUnknown] = [usersOf(leased), usersOf(leased.filter(({ room }) => room === 1))]
  const unknown = Math.floor(slots * unknownPart)
  return {
    all: slots - users.length,
    unknown: unknown - ofUnknown.length,
    share: shareOf(users, slots),
    unknownShare: shareOf(ofUnknown, unknown),
  }
}

/** Chooses endpoints in their order, as long as there are slots and their user has some left. */
export function chooseEndpoints(due: readonly DueEndpoint[], free: FreeSlots): EndpointRequest[] {
  const ofAll = partOf(free.all, free.share)
  const ofUnknown = partOf(free.unknown, free.unknownShare)
  return due.flatMap(({ id, user_id: user, room }) => {
    const parts = room === 1 ? [ofAll, ofUnknown] : [ofAll]
    // An endpoint whose deliveries are only to be cancelled occupies one slot, too.
    const slots = Math.min(Math.max(room, 1), ...parts.map((part) => part.leftFor(user)))
    if (slots <= 0) return []
    for (const part of parts) part.take(user, slots)
    return [{ id, slots: room === 0 ? 0 : slots }]
  })
}

function partOf(slots: number, share: Share) {
  const taken = new Map<number, number>()
  let left = slots
  return {
    leftFor: (user: number) => Math.min(left, share.slotsFor(user) - (taken.get(user) ?? 0)),
    take: (user: number, count: number) => {
      taken.set(user, (taken.get(user) ?? 0) + count)
      left -= count
    },
  }
}
