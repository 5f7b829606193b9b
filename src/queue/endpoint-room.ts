import { silencePause } from '../domain/delivery.ts'
import { second } from '../domain/time.ts'

/** At once to one endpoint that answers. */
const most = 8
/** Milliseconds: whoever takes longer to answer gets less room, so that not all slots come to wait for the slow. */
const slow = 2 * second
/** Of all slots, what endpoints may have that have not answered lately. */
const unknownShare = 1 / 2
/** So many endpoints are remembered. */
const remembered = 10_000

interface Endpoint {
  running: number
  /** More with every answer that is not slow. */
  room: number
  /** How often in a row it has not answered in time. */
  silent: number
}

/**
 * How many deliveries each endpoint may have under way in this process. An endpoint begins with one and gets more by
 * answering; with each slow answer it has half. One that stops answering in time is back at one, and is left alone for
 * longer and longer. However many of that kind there are, half of the slots are kept for those that answer.
 */
export function createEndpointRoom(slots: number) {
  const endpoints = new Map<string, Endpoint>()
  let unknownRunning = 0
  const isKnown = ({ room, silent }: Endpoint) => room > 1 && silent === 0
  const roomOf = (lane: string): number => {
    const { running, room } = endpoints.get(lane) ?? fresh
    return room - running
  }

  /** Forgets who has been quiet the longest. */
  function touch(lane: string): Endpoint {
    const endpoint = endpoints.get(lane) ?? { ...fresh }
    endpoints.delete(lane)
    endpoints.set(lane, endpoint)
    if (endpoints.size > remembered)
      for (const [oldest, { running }] of endpoints)
        if (running === 0) {
          endpoints.delete(oldest)
          break
        }
    return endpoint
  }

  return {
    roomOf,
    /** Endpoints that get no more just now. */
    full: () => [...endpoints].flatMap(([lane]) => (roomOf(lane) <= 0 ? [lane] : [])),
    /** Endpoints that answer and get more; where the others have their share, only these may be looked at. */
    open: () => [...endpoints].flatMap(([lane, endpoint]) => (isKnown(endpoint) && roomOf(lane) > 0 ? [lane] : [])),
    /** How many more may go to endpoints that have not answered lately. */
    unknownRoom: () => Math.floor(slots * unknownShare) - unknownRunning,
    isKnown: (lane: string) => isKnown(endpoints.get(lane) ?? fresh),

    /** Tell it when a delivery begins; call what it gives once, when the delivery has ended. */
    begin: (lane: string) => {
      const endpoint = touch(lane)
      const wasKnown = isKnown(endpoint)
      endpoint.running += 1
      if (!wasKnown) unknownRunning += 1
      return {
        /** It has answered after so many milliseconds, whatever it said. */
        answered: (after: number) => {
          endpoint.room = after > slow ? Math.max(1, Math.floor(endpoint.room / 2)) : Math.min(endpoint.room + 1, most)
          endpoint.silent = 0
        },
        /** It has not answered in time; gives for how long it is to be left alone, in milliseconds. */
        silent: () => {
          endpoint.room = 1
          endpoint.silent += 1
          return silencePause(endpoint.silent)
        },
        end: () => {
          endpoint.running -= 1
          if (!wasKnown) unknownRunning -= 1
        },
      }
    },
  }
}

const fresh: Readonly<Endpoint> = { running: 0, room: 1, silent: 0 }

export type EndpointRoom = ReturnType<typeof createEndpointRoom>
