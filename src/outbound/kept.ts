import type { Socket } from 'node:net'
import { second } from '../domain/time.ts'

/** How long a connection is kept, in milliseconds. */
export interface Keeping {
  /** Since its address was looked up and checked: after this time the name may lead elsewhere. */
  readonly life: number
  readonly idle: number
}

/** Many servers close an idle connection after 5 seconds. */
export const usualKeeping: Keeping = { life: 10 * second, idle: 4 * second }

const mostPerOrigin = 128
const mostInAll = 512

export interface Connection {
  readonly socket: Socket
  /** When its address was looked up, by `performance.now()`. */
  readonly since: number
}

/** Idle connections that may be used again. They keep no process running. */
export interface KeptConnections {
  readonly put: (origin: string, connection: Connection) => void
  /** The one that was used last. */
  readonly take: (origin: string) => Connection | undefined
  /** Closes all, and keeps none from now on. */
  readonly close: () => void
}

interface Idle {
  readonly connection: Connection
  /** It is not idle any more. */
  readonly leave: () => void
  readonly end: () => void
}

/** A server that sends something without being asked loses its connection, too. */
const signsOfEnd = ['data', 'end', 'close'] as const

/** Each client has its own, because another client may not be allowed to reach the address. */
export function createKeptConnections(keeping: Keeping): KeptConnections {
  /** The longest idle first. */
  const all = new Set<Idle>()
  const byOrigin = new Map<string, Idle[]>()
  let closed = false

  function put(origin: string, connection: Connection): void {
    const { socket, since } = connection
    const left = Math.min(keeping.idle, since + keeping.life - performance.now())
    const here = byOrigin.get(origin) ?? []
    if (closed || left <= 0 || here.length === mostPerOrigin || !socket.readable || !socket.writable) {
      socket.destroy()
      return
    }
    const end = () => {
      leave()
      socket.destroy()
    }
    const timer = setTimeout(end, left).unref()
    const leave = () => {
      clearTimeout(timer)
      for (const sign of signsOfEnd) socket.off(sign, end)
      all.delete(idle)
      here.splice(here.indexOf(idle), 1)
      if (here.length === 0) byOrigin.delete(origin)
    }
    const idle: Idle = { connection, leave, end }
    for (const sign of signsOfEnd) socket.on(sign, end)
    socket.unref().resume()
    all.add(idle)
    here.push(idle)
    byOrigin.set(origin, here)
    const [oldest] = all
    if (all.size > mostInAll) oldest?.end()
  }

  function take(origin: string): Connection | undefined {
    const idle = byOrigin.get(origin)?.at(-1)
    idle?.leave()
    idle?.connection.socket.ref()
    return idle?.connection
  }

  return {
    put,
    take,
    close: () => {
      closed = true
      for (const { end } of all) end()
    },
  }
}
