import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between Polypost and its PostgreSQL server that a test can cut and restore. */
export interface DatabaseProxy {
  /** The database URL that goes through the proxy. */
  readonly url: string
  /** Breaks all connections and accepts no new ones. */
  readonly cut: () => void
  /** Connections stay open, but no data passes. */
  readonly stall: () => void
  readonly restore: () => Promise<void>
  readonly remove: () => void
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
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
    stall: () => {
      for (const socket of ends) socket.unpipe().pause()
    },
    restore: async () => {
      if (server.listening) cut()
      await listen()
    },
    remove: cut,
  }
}
