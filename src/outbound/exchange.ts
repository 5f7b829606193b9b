import { Readable } from 'node:stream'
import { dial, type Network } from './dial.ts'
import { asFault, OutboundFault } from './fault.ts'
import type { Watch } from './watch.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A body of unknown length is sent in chunks, unless there is a `content-length`. */
export type RequestBody = string | Uint8Array | AsyncIterable<Uint8Array>

/** Names in lower case; repeated headers have their values separated by commas. */
export type Headers = Readonly<Record<string, string>>

export interface Call {
  readonly url: URL
  readonly method: Method
  readonly headers: Headers
  readonly body?: RequestBody | undefined
}

/** The headers of a response; the body is not read yet. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly stream: Readable
  /** Closes the connection. */
  readonly drop: () => void
}

const maxHeaderBytes = 32 * 1024
/** Responses with a status of 1xx before the final one. */
const maxInterim = 8
/** The size of the pieces of a body: each accepted piece shows that the server is still reading. */
const pieceBytes = 64 * 1024

/**
 * One request over its own connection. Connections are not pooled: each request is checked by the guard, looks up the
 * name again, and never uses a connection that was just closed.
 */
export async function exchange(call: Call, network: Network, watch: Watch): Promise<Answer> {
  const { url, method } = call
  let answered = false
  let interim = 0
  // Loaded with the first request, because it needs time and some megabytes.
  const { Client } = await import('undici')
  const client = new Client(url.origin, {
    allowH2: false,
    useMilo: false,
    maxHeaderSize: maxHeaderBytes,
    // The watch has its own time-outs, and distinguishes them.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: dialOnce(call, network, watch),
  })
  const drop = () => {
    client.destroy().catch(() => {})
  }
  try {
    const { statusCode, headers, body } = await client.request({
      path: url.pathname + url.search,
      method,
      signal: watch.signal,
      reset: true,
      ...outgoing(call, watch, () => answered),
      onInfo: () => {
        interim += 1
        if (interim > maxInterim)
          watch.fail(new OutboundFault('protocol', 'The server sends interim responses without end.', { sent: true }))
      },
    })
    answered = true
    watch.rest()
    return { status: statusCode, headers: joined(headers), stream: body, drop }
  } catch (error) {
    drop()
    throw watch.explain(error, asFault)
  }
}

type Connect = (
  options: object,
  done: (...result: [null, Awaited<ReturnType<typeof dial>>] | [Error, null]) => void,
) => void

/** Otherwise a client that loses its connection before it writes would connect again automatically. */
function dialOnce({ url }: Call, network: Network, watch: Watch): Connect {
  let dialled = false
  return (_options, done) => {
    if (dialled) return done(new OutboundFault('reset', 'The connection was lost.', { sent: watch.sent }), null)
    dialled = true
    dial(url, network, watch).then(
      (socket) => {
        watch.markSent()
        watch.enter('headers')
        done(null, socket)
      },
      (error) => done(error instanceof Error ? error : new Error('Called off.', { cause: error }), null),
    )
  }
}

function outgoing({ headers, body }: Call, watch: Watch, answered: () => boolean) {
  const all = { 'user-agent': 'Polypost', 'accept-encoding': 'identity', ...headers }
  if (body === undefined) return { headers: all }
  const whole = typeof body === 'string' ? Buffer.from(body) : body
  if (!(whole instanceof Uint8Array)) return { headers: all, body: streamOf(whole, watch, answered) }
  if (whole.length <= pieceBytes) return { headers: all, body: whole }
  return {
    headers: { ...all, 'content-length': String(whole.length) },
    body: streamOf(piecesOf(whole), watch, answered),
  }
}

function* piecesOf(whole: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}

const streamOf = (parts: Parts, watch: Watch, answered: () => boolean): Readable =>
  Readable.from(watched(parts, watch, answered), { objectMode: false, highWaterMark: pieceBytes })

type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The server's time does not run while our own source is slow, and restarts with each piece. */
async function* watched(parts: Parts, watch: Watch, answered: () => boolean): AsyncGenerator<Uint8Array> {
  try {
    watch.rest()
    for await (const part of parts) {
      if (!answered()) watch.enter('headers')
      if (part.length > 0) yield part
      if (!answered()) watch.rest()
    }
  } catch (error) {
    watch.fail(error)
    throw error
  }
  if (!answered()) watch.enter('headers')
}

function joined(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  const all: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) all[name.toLowerCase()] = typeof value === 'string' ? value : value.join(', ')
  return all
}
