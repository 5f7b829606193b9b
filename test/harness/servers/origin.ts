import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** A server on loopback that sends exactly what a test chooses, valid HTTP or not. */
export interface Origin {
  readonly port: number
  readonly connections: number
  /** Open connections. */
  readonly open: number
  /** The server names requested in TLS, per connection. */
  readonly serverNames: readonly string[]
  /** Whether a connection resumed the TLS session of an earlier one. */
  readonly resumed: readonly boolean[]
  /** All data received, per connection. */
  readonly received: readonly string[]
  readonly stop: () => Promise<void>
}

/** Called when the head of a request has arrived. */
export type Script = (socket: Socket, head: string) => void

export interface OriginOptions {
  readonly host?: string
  readonly port?: number
  /** The name of a file in `certificates`; without it the server speaks plain TCP. */
  readonly certificate?: string
  /** Sent to every client that connects. */
  readonly greeting?: string
}

/** Made once with openssl; the key protects nothing. `authority.pem` signed all but `self-signed.pem`. */
export const certificate = (name: string): string =>
  readFileSync(new URL(`./certificates/${name}`, import.meta.url), 'latin1')

export async function startOrigin(script: Script, options: OriginOptions = {}): Promise<Origin> {
  const received: string[] = []
  const serverNames: string[] = []
  const resumed: boolean[] = []
  const sockets = new Set<Socket>()
  const serve = (socket: Socket) => {
    const index = received.push('') - 1
    if (options.greeting) socket.write(options.greeting)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const before = received[index] ?? ''
      const all = before + bytes.toString('latin1')
      received[index] = all
      const end = all.indexOf('\r\n\r\n')
      if (end > 0 && !before.includes('\r\n\r\n')) script(socket, all.slice(0, end))
    })
  }
  const server: Server = options.certificate
    ? createTlsServer({ cert: certificate(options.certificate), key: certificate('server.key') }, (socket) => {
        serverNames.push(socket.servername || '')
        resumed.push(socket.isSessionReused())
        serve(socket)
      })
    : createTcpServer(serve)
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => {})
  server.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  await once(server, 'listening')
  return {
    port: portOf(server),
    get connections() {
      return connections
    },
    get open() {
      return sockets.size
    },
    serverNames,
    resumed,
    received,
    stop: async () => {
      if (!server.listening) return
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

// A server that listens on TCP has an address of this type; only pipes have another.
const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** A complete response with its length. */
export const answer = (status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array = '') =>
  Buffer.concat([head(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }), Buffer.from(body)])

export const head = (status: number, headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    `HTTP/1.1 ${status} Whatever\r\n${Object.entries({ ...headers, Connection: 'close' })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
    'latin1',
  )
