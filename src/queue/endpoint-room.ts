import { silencePause } from '../domain/delivery.ts'
import { second } from '../domain/time.ts'

/** Deliveries at the same time to one endpoint that responds. */
const most = 16
/** An endpoint that takes longer than this gets less room, so that slow endpoints do not occupy all slots. */
const slow = 2 * second
/** The part of all slots for endpoints that have not responded lately. */
const unknownShare = 1 / 2
/** Endpoints that are remembered. */
const remembered = 10_000

interface Endpoint {
  running: number
  /** Grows with every response that is not slow. */
  room: number
  /** How often in a row it has not responded in time. */
  silent: number
}

/**
 * How many deliveries to each endpoint this process may make at the same time. An endpoint begins with one and gets more by
 * responding; each slow response halves it. An endpoint that stops responding in time is back at one and gets longer and
 * longer pauses. However many such endpoints there are, half of the slots are kept for those that respond.
 */
export function createEndpointRoom(slots: number) {
  const endpoints = new Map<string, Endpoint>()
  let unknownRunning = 0
  let unknownEnded = 0
  const isKnown = ({ room, silent }: Endpoint) => room > 1 && silent === 0
  const roomOf = (lane: string): number => {
    const { running, room } = endpoints.get(lane) ?? fresh
    return room - running
  }

  /** Forgets the endpoint that has not been used for the longest time. */
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
    /** Endpoints that have no room now. */
    full: () => [...endpoints].flatMap(([lane]) => (roomOf(lane) <= 0 ? [lane] : [])),
    /** How many more deliveries may go to endpoints that have not responded lately. */
    unknownRoom: () => Math.floor(slots * unknownShare) - unknownRunning,
    /** How many deliveries to such endpoints have ended. */
    unknownEnded: () => unknownEnded,
    isKnown: (lane: string) => isKnown(endpoints.get(lane) ?? fresh),

    /** What a claim has asked for takes room as if it were running. Call the result when the claim has come back. */
    expect: (lane: string, count: number) => {
      const endpoint = touch(lane)
      endpoint.running += count
      return () => {
        endpoint.running -= count
      }
    },

    /** Call it when a delivery begins, and `end` of the result when the delivery has ended. */
    begin: (lane: string) => {
      const endpoint = touch(lane)
      const wasKnown = isKnown(endpoint)
      endpoint.running += 1
      if (!wasKnown) unknownRunning += 1
      let ended = false
      function end(): void {
        if (ended) return
        ended = true
        endpoint.running -= 1
        if (wasKnown) return
        unknownRunning -= 1
        unknownEnded += 1
      }
      return {
        /**
         * The endpoint has responded after so many milliseconds, with any status. It has room for the next delivery while
         * this one is stored.
         */
        answered: (after: number) => {
          end()
          endpoint.room = after > slow ? Math.max(1, Math.floor(endpoint.room / 2)) : Math.min(endpoint.room + 1, most)
          endpoint.silent = 0
        },
        /** The endpoint has not responded in time. Returns how long to send nothing to it, in milliseconds. */
        silent: () => {
          endpoint.room = 1
          endpoint.silent += 1
          return silencePause(endpoint.silent)
        },
        end,
      }
    },
  }
}

const fresh: Readonly<Endpoint> = { running: 0, room: 1, silent: 0 }

export type EndpointRoom = ReturnType<typeof createEndpointRoom>
