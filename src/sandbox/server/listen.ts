import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { minute, second } from '../../domain/time.ts'
import type { Log } from '../../system/log.ts'
import type { AnswerReply } from './reply.ts'

export interface Listener {
  readonly address: string
  readonly stop: () => Promise<void>
}

/** The simulated platforms are for this machine alone. */
const loopback = '127.0.0.1'

/** Longer than clients keep an idle connection, so that none is closed under a request that is just being sent. */
const keepAlive = 75 * second

/** How long a request without an answer is delayed; any client has given up by then. */
const longestHold = 10 * minute

export async function listen(handler: RequestListener, port: number): Promise<Listener> {
  // An import would load Node’s own `fetch` as well: it reads every export.
  const server = process.getBuiltinModule('node:http').createServer({ keepAliveTimeout: keepAlive }, handler)
  server.listen({ host: loopback, port })
  await once(server, 'listening')
  return { address: `http://${loopback}:${portOf(server)}`, stop: () => close(server) }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no port.')
  return address.port
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

type Serve = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>

/** A client that disconnects is not an error. */
export const listener =
  (log: Log, serve: Serve): RequestListener =>
  (incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (!response.destroyed && !incoming.destroyed) log.error({ err: error }, 'the sandbox failed')
      response.destroy()
    })
  }

export function send(response: ServerResponse, { status, headers, body }: AnswerReply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

export function hold(response: ServerResponse): void {
  if (response.closed) return
  const timer = setTimeout(() => response.destroy(), longestHold).unref()
  response.on('close', () => clearTimeout(timer))
}
