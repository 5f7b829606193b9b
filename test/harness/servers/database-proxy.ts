import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between Polypost and its PostgreSQL server that a test can disturb and restore. */
export interface DatabaseProxy {
  /** The database URL that goes through the proxy. */
  readonly url: string
  /** Breaks all connections and accepts no new ones. */
  readonly cut: () => void
  /** Connections stay open and new ones are accepted, but no data passes. */
  readonly stall: () => void
  /** Data passes again, also what was sent in the meantime. */
  readonly resume: () => void
  /** Breaks all connections and accepts new ones. */
  readonly reset: () => void
  /** From now on each connection breaks in the middle of the next message of the server. */
  readonly halve: () => void
  /** All data arrives later, by so many milliseconds. */
  readonly delay: (milliseconds: number) => void
  /**
   * All connections break once, instead of sending a statement that contains the second text, as soon as one that contains the
   * first was sent. Only statements that were rarely sent before are recognised: later they are prepared.
   */
  readonly breakBetween: (first: string, second: string) => void
  /** Accepts connections again; those of before are broken. */
  readonly restore: () => Promise<void>
  readonly remove: () => void
}

/** Do not reset a socket that is already shutting down: Node 24 then loops forever. */
const drop = (socket: Socket): void => {
  if (socket.writableEnded || socket.connecting) socket.destroy()
  else socket.resetAndDestroy()
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let mode: 'pass' | 'silent' | 'halve' = 'pass'
  let late = 0
  let awaited: string[] = []

  /** Whether the connections break now. */
  function breaks(bytes: Buffer): boolean {
    const [next, ...others] = awaited
    if (next === undefined || !bytes.includes(next)) return false
    awaited = others
    return others.length === 0
  }

  function keep(socket: Socket): Socket {
    ends.add(socket)
    if (mode === 'silent') socket.pause()
    return socket.on('error', () => {}).on('close', () => ends.delete(socket))
  }

  function link(from: Socket, to: Socket, isFromServer: boolean): void {
    const later = (work: () => void) => {
      if (late === 0) work()
      else setTimeout(work, late)
    }
    from.on('data', (bytes: Buffer) => {
      if (mode === 'halve' && isFromServer) {
        to.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => {
          drop(to)
          drop(from)
        })
        return
      }
      if (!isFromServer && breaks(bytes)) {
        reset()
        return
      }
      later(() => {
        if (to.destroyed || to.write(bytes)) return
        from.pause()
        to.once('drain', () => {
          if (mode !== 'silent') from.resume()
        })
      })
    })
    from.on('end', () => later(() => to.end()))
    from.on('close', (isBroken) => later(() => (isBroken ? drop(to) : to.end())))
  }

  const server = createServer((near) => {
    const far = keep(connect({ host: target.hostname, port: Number(target.port) }))
    keep(near)
    link(near, far, false)
    link(far, near, true)
    if (mode === 'silent') for (const socket of [near, far]) socket.pause()
  })
  let port = 0
  const listen = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const address = server.address()
    if (address !== null && typeof address === 'object') port = address.port
  }
  await listen()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  const reset = () => {
    for (const socket of ends) drop(socket)
  }
  const cut = () => {
    server.close()
    reset()
  }
  const pass = () => {
    mode = 'pass'
    late = 0
  }
  return {
    url: url.href,
    cut,
    stall: () => {
      mode = 'silent'
      for (const socket of ends) socket.pause()
    },
    resume: () => {
      pass()
      for (const socket of ends) socket.resume()
    },
    reset,
    halve: () => {
      mode = 'halve'
    },
    breakBetween: (first, second) => {
      awaited = [first, second]
    },
    delay: (milliseconds) => {
      late = milliseconds
    },
    restore: async () => {
      if (server.listening) cut()
      pass()
      await listen()
    },
    remove: cut,
  }
}
