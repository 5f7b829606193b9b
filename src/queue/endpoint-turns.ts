import type { EndpointAsk } from '../store/due-deliveries.ts'
import type { EndpointRoom } from './endpoint-room.ts'
import type { Share } from './share.ts'

/** Endpoints that a claim asks for besides those that are behind. */
const othersEach = 32

interface Served {
  readonly lane: string
  readonly user_id: number
}

/** How many deliveries to claim for an endpoint of a user. */
export type UserAsk = EndpointAsk & Served

/**
 * Decides which endpoints a claim asks for, among those that respond. An endpoint is behind if the last claim found all that it
 * asked for, or left some: more may be due. A claim asks for all that are behind. It asks for the others in turns, and for one
 * delivery each.
 */
export function createEndpointTurns(room: Pick<EndpointRoom, 'isKnown' | 'roomOf'>) {
  // The user of each endpoint. The first one was asked for the longest time ago.
  const behind = new Map<string, number>()
  const others = new Map<string, number>()

  function put(into: Map<string, number>, lane: string, userId: number): void {
    if (into.has(lane)) return
    behind.delete(lane)
    others.delete(lane)
    into.set(lane, userId)
  }

  return {
    /** Endpoints for which deliveries were claimed in another way. More may be due to those in `late`. */
    meet: (claimed: readonly Served[], late: ReadonlySet<string>) => {
      for (const { lane, user_id } of claimed)
        if (late.has(lane)) put(behind, lane, user_id)
        else if (!behind.has(lane)) others.set(lane, user_id)
    },

    /** Endpoints of which a claim in turns asks for all that they have room for. */
    behind: () => [...behind.keys()],

    /** For how many deliveries the endpoints that are behind have room. */
    free: () => behind.keys().reduce((sum, lane) => sum + Math.max(0, room.roomOf(lane)), 0),

    asks: (slots: number, share: Pick<Share, 'roomOf'>): UserAsk[] => {
      const asks: UserAsk[] = []
      const askedOf = new Map<number, number>()
      let left = slots

      function ask(lanes: Map<string, number>, visits: number, most: number): void {
        for (const [lane, userId] of lanes) {
          if (visits === 0) return
          visits -= 1
          const asked = askedOf.get(userId) ?? 0
          const free = Math.min(room.roomOf(lane), most, left, share.roomOf(userId) - asked)
          const isKnown = room.isKnown(lane)
          // An endpoint that is behind and is not asked for keeps its turn.
          if (isKnown && free <= 0 && lanes === behind) continue
          lanes.delete(lane)
          if (!isKnown) continue
          lanes.set(lane, userId)
          if (free <= 0) continue
          asks.push({ lane, user_id: userId, room: free })
          askedOf.set(userId, asked + free)
          left -= free
        }
      }
      ask(behind, behind.size, slots)
      ask(others, Math.min(othersEach, others.size), 1)
      return asks
    },

    /** What the endpoints were asked for has been claimed. */
    found: (asks: readonly UserAsk[], claimed: readonly Served[]) => {
      const ofLane = Map.groupBy(claimed, ({ lane }) => lane)
      for (const { lane, user_id, room: asked } of asks) {
        const isBehind = (ofLane.get(lane)?.length ?? 0) === asked
        put(isBehind ? behind : others, lane, user_id)
      }
    },
  }
}
