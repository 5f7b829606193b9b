import type { Socket } from 'node:net'
import type { Client } from 'undici'
import { second } from '../domain/time.ts'

/** How long a connection is kept since its address was looked up and checked. After this time the name may lead elsewhere. */
export const usualLife = 10 * second

/** Beyond this number the one that was idle for the longest time is closed. */
const most = 512

/** An open connection. undici speaks HTTP over it, one request at a time. */
export interface Connection {
  readonly client: Client
  readonly socket: Socket
  /** When its address was looked up, by `performance.now()`. */
  readonly since: number
}

/** Idle connections that may be used again. */
export interface ReusableConnections {
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

/**
 * Each client has its own, because another client may not be allowed to reach the address. undici closes a connection that
 * is idle for four seconds, or as long as the server says, and one whose server sends something without being asked. An
 * idle connection keeps no process running.
 */
export function createReusableConnections(life: number): ReusableConnections {
  /** The longest idle first. */
  const all = new Set<Idle>()
  const byOrigin = new Map<string, Idle[]>()
  let closed = false
  const isUsable = ({ socket, since }: Connection) => !socket.destroyed && performance.now() - since < life

  function put(origin: string, connection: Connection): void {
    const { socket } = connection
    const here = byOrigin.get(origin) ?? []
    if (closed || !isUsable(connection)) {
      socket.destroy()
      return
    }
    const leave = () => {
      socket.off('close', leave)
      all.delete(idle)
      // Mostly it is the last one.
      here.splice(here.lastIndexOf(idle), 1)
      if (here.length === 0) byOrigin.delete(origin)
    }
    const end = () => {
      leave()
      socket.destroy()
    }
    const idle: Idle = { connection, leave, end }
    socket.on('close', leave)
    all.add(idle)
    here.push(idle)
    byOrigin.set(origin, here)
    const [oldest] = all
    if (all.size > most) oldest?.end()
  }

  function take(origin: string): Connection | undefined {
    for (;;) {
      const idle = byOrigin.get(origin)?.at(-1)
      if (!idle) return undefined
      if (isUsable(idle.connection)) {
        idle.leave()
        return idle.connection
      }
      idle.end()
    }
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
