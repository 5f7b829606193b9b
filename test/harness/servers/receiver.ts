import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A request that a receiver of webhooks got. */
export interface ReceivedRequest {
  readonly at: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: {
    readonly event: string
    readonly event_id: string
    readonly data: Readonly<Record<string, unknown>>
    readonly sent_at: string
    readonly signed_payload: string
  }
}

export type AnswerScript = (response: ServerResponse, received: ReceivedRequest) => void

export interface Receiver {
  readonly url: string
  readonly received: readonly ReceivedRequest[]
  /** Sets its response from now on; at first 204. */
  readonly answer: (answering: AnswerScript) => void
  readonly stop: () => Promise<void>
}

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): AnswerScript =>
  (response) =>
    response.writeHead(code, headers).end()

/** A receiver of webhooks on loopback. */
export async function startReceiver(first: AnswerScript = status(204)): Promise<Receiver> {
  const received: ReceivedRequest[] = []
  let answering = first
  const server = createServer(async (request, response) => {
    const one = await readDelivery(request)
    received.push(one)
    answering(response, one)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answer: (next) => {
      answering = next
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function readDelivery(request: IncomingMessage): Promise<ReceivedRequest> {
  request.setEncoding('utf8')
  let text = ''
  for await (const piece of request) text += piece
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  return { at: Date.now(), path: request.url ?? '', headers, text, body: JSON.parse(text) }
}

/** Settings with which an instance calls receivers on loopback. */
export const receiverEnv = {
  POLYPOST_ALLOW_HTTP_WEBHOOKS: 'true',
  POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
} as const
