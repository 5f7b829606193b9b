import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { second } from '../../domain/time.ts'
import type { Clock } from '../../system/clock.ts'
import { CommandFault } from '../fault.ts'
import { checkDelivery, isTrusted } from './check-delivery.ts'
import { printable, showDelivery } from './show-delivery.ts'

/** Far more than any delivery has. */
const maxBodyBytes = 1024 * 1024
const requestTime = 30 * second
/** The number of recent events whose repetition is detected. */
const maxRemembered = 10_000

const host = '127.0.0.1'

export interface Receiver {
  readonly url: string
  readonly stop: () => Promise<void>
}

interface Options {
  readonly port: number
  readonly secret: string
  /** The status that a valid delivery gets. */
  readonly status: number
  /** Where valid deliveries are sent on, unchanged; its status is returned. */
  readonly forwardTo: string | null
  readonly clock: Clock
  readonly print: (text: string) => void
}

/** Receives deliveries on the loopback address, prints them, and responds as a careful receiver does. */
export async function startReceiver({ port, secret, status, forwardTo, clock, print }: Options): Promise<Receiver> {
  const seen = remember(maxRemembered)

  async function receive(request: IncomingMessage): Promise<ReceiverAnswer> {
    if (request.method !== 'POST') return { status: 405, text: 'Deliveries use the method POST.' }
    const body = await bodyOf(request)
    if (body === null) return refused(413, `Received a body of more than ${maxBodyBytes} bytes. It is not a delivery.`)
    const finding = checkDelivery({ body, headers: request.headers }, secret, clock.now())
    if (!finding)
      return refused(400, `Received something that is not a delivery: ${body.toString('utf8').slice(0, 200)}`)
    print(showDelivery(finding, seen(finding.eventId)))
    if (!isTrusted(finding)) return { status: 401, text: 'The signature is invalid.' }
    return forwardTo === null ? { status, text: '' } : forward(forwardTo, request, body)
  }

  async function forward(address: string, { headers }: IncomingMessage, body: Buffer): Promise<ReceiverAnswer> {
    const { host: _host, connection: _connection, 'content-length': _length, ...forwarded } = headers
    const sent = {
      method: 'POST',
      body: new Uint8Array(body),
      headers: pairsOf(forwarded),
      redirect: 'manual' as const,
    }
    try {
      const response = await fetch(address, sent)
      print(printable(`${address} answered ${response.status}\n`))
      return { status: response.status, text: await response.text() }
    } catch {
      return refused(502, `${address} did not answer. Is your program running?`)
    }
  }

  function refused(status: number, text: string): ReceiverAnswer {
    print(printable(`${text}\n`))
    return { status, text }
  }

  const server = createServer({ requestTimeout: requestTime }, (request, response) => {
    // The sender closed the connection before the end of the body.
    receive(request).then(
      (answer) => send(response, answer),
      () => request.destroy(),
    )
  })
  await listen(server, port)
  return {
    url: `http://${host}:${portOf(server)}/`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const pairsOf = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)])

interface ReceiverAnswer {
  readonly status: number
  readonly text: string
}

function send(response: ServerResponse, { status, text }: ReceiverAnswer): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text)
}

/** Null if it is larger than any delivery. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > maxBodyBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Counts how often each of the latest IDs was received. */
function remember(max: number): (id: string) => number {
  const counts = new Map<string, number>()
  return (id) => {
    const times = (counts.get(id) ?? 0) + 1
    counts.delete(id)
    counts.set(id, times)
    for (const oldest of counts.keys()) {
      if (counts.size <= max) break
      counts.delete(oldest)
    }
    return times
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new CommandFault(`Polypost cannot listen on port ${port}. Choose another port with --port.`, { cause })
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return address.port
}
