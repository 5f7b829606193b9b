import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A connection between Polypost and its PostgreSQL server that a test can cut and restore. */
export interface Cable {
  /** The database URL that goes through the cable. */
  readonly url: string
  /** Breaks all connections and accepts no new ones. */
  readonly cut: () => void
  /** Connections stay open, but no data passes. */
  readonly hush: () => void
  readonly mend: () => Promise<void>
  readonly remove: () => void
}

export async function layCable(databaseUrl: string): Promise<Cable> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    ends.add(socket)
    return socket.on('error', () => {}).on('close', () => ends.delete(socket))
  }
  const server = createServer((near) => {
    const far = keep(connect({ host: target.hostname, port: Number(target.port) }))
    keep(near).pipe(far).pipe(near)
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
  const cut = () => {
    server.close()
    // Do not reset a socket that is already shutting down: Node 24 then loops forever.
    for (const socket of ends) {
      if (socket.writableEnded || socket.connecting) socket.destroy()
      else socket.resetAndDestroy()
    }
  }
  return {
    url: url.href,
    cut,
    hush: () => {
      for (const socket of ends) socket.unpipe().pause()
    },
    mend: async () => {
      if (server.listening) cut()
      await listen()
    },
    remove: cut,
  }
}
