import { type ClaimedDelivery, claimDeliveries, type DueDelivery, dueDeliveries } from '../store/due-deliveries.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import type { EndpointRoom } from './endpoint-room.ts'
import { type Source, sourceOf } from './source.ts'

/**
 * Deliveries that one process makes at the same time; mostly they wait for an endpoint. At most half of them go to
 * endpoints that have not answered lately, so those that hang delay nobody else.
 */
export const deliverySlots = 512
/** Candidates that are looked at for each slot, since several may be for one endpoint. */
const candidatesPerSlot = 4

/** Due deliveries, as many for each endpoint as it has room for. */
export function dueDeliveriesOf(database: Database, room: EndpointRoom): Source<ClaimedDelivery> {
  async function choose(tx: Transaction, slots: number): Promise<DueDelivery[]> {
    const ask = { limit: slots * candidatesPerSlot, except: room.full() }
    const unknownRoom = room.unknownRoom()
    const first = chosen(await dueDeliveries(tx, { ...ask, only: unknownRoom > 0 ? null : room.open() }), slots, room)
    const crowded = first.filter(({ lane }) => !room.isKnown(lane)).length >= unknownRoom && unknownRoom > 0
    if (first.length === slots || !crowded) return first
    // Deliveries to endpoints that answer may come after many to endpoints that have their share already.
    const lanes = new Set(first.map(({ lane }) => lane))
    const open = room.open().filter((lane) => !lanes.has(lane))
    if (open.length === 0) return first
    const behind = await dueDeliveries(tx, { ...ask, only: open })
    return [...first, ...chosen(behind, slots - first.length, room)]
  }

  return sourceOf(database, 'deliveries', ({ slots, lease }) =>
    database.step(async (tx) => {
      const ids = (await choose(tx, slots)).map(({ id }) => id)
      return ids.length === 0 ? [] : claimDeliveries(tx, ids, lease)
    }),
  )
}

/** The first of them, as many as their endpoints have room for. */
function chosen(due: readonly DueDelivery[], slots: number, room: EndpointRoom): DueDelivery[] {
  const taken = new Map<string, number>()
  let unknown = room.unknownRoom()
  const fits = ({ lane }: DueDelivery): boolean => {
    const held = taken.get(lane) ?? 0
    const known = room.isKnown(lane)
    if (held >= room.roomOf(lane) || (!known && unknown <= 0)) return false
    taken.set(lane, held + 1)
    if (!known) unknown -= 1
    return true
  }
  const fitting: DueDelivery[] = []
  for (const one of due) {
    if (fitting.length === slots) break
    if (fits(one)) fitting.push(one)
  }
  return fitting
}
