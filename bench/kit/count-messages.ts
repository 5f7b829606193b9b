import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Between a program and its PostgreSQL server: counts the statements that the program sends. */
export interface Counter {
  /** The database URL that goes through it. */
  readonly url: string
  readonly statements: () => number
  readonly stop: () => void
}

const lengthBytes = 4
/** Messages that run a statement: a simple query, and the execution of a prepared one. */
const running = new Set(['Q', 'E'].map((letter) => letter.charCodeAt(0)))

export async function countMessages(databaseUrl: string): Promise<Counter> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let statements = 0
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [client.setNoDelay(), upstream.setNoDelay()]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    const count = messageReader((kind) => {
      if (running.has(kind)) statements += 1
    })
    client.on('data', count).pipe(upstream)
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    statements: () => statements,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Calls back with the type of each message. The first message of a connection has no type. */
function messageReader(told: (kind: number) => void): (bytes: Buffer) => void {
  let typeBytes = 0
  let head = Buffer.alloc(0)
  let left = 0
  return (bytes) => {
    let rest = bytes
    while (rest.length > 0) {
      if (left > 0) {
        const skipped = Math.min(left, rest.length)
        left -= skipped
        rest = rest.subarray(skipped)
        continue
      }
      const missing = typeBytes + lengthBytes - head.length
      head = Buffer.concat([head, rest.subarray(0, missing)])
      rest = rest.subarray(missing)
      if (head.length < typeBytes + lengthBytes) return
      if (typeBytes > 0) told(head[0] ?? 0)
      left = head.readUInt32BE(typeBytes) - lengthBytes
      head = Buffer.alloc(0)
      typeBytes = 1
    }
  }
}
