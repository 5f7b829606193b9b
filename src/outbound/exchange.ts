import type { ClientRequest, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { dial, type Network } from './dial.ts'
import { asFault, OutboundFault } from './fault.ts'
import type { Connection, KeptConnections } from './kept.ts'
import type { Watch } from './watch.ts'

// An import would load Node’s own `fetch` as well: it reads every export.
const http = process.getBuiltinModule('node:http')

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
  /** It may be sent twice. */
  readonly repeatable: boolean
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
 * One request. It has its own connection, which looks up the name again and is checked by the guard. Only a request that
 * may be sent twice uses a kept connection, because that may be closing at this moment.
 */
export async function exchange(call: Call, network: Network, watch: Watch): Promise<Answer> {
  const keep = call.repeatable ? network.kept : undefined
  const kept = keep?.take(call.url.origin)
  try {
    if (kept) {
      const before = kept.socket.bytesRead
      try {
        return await converse(call, kept, keep, watch)
      } catch (error) {
        // The server closed it while it was idle.
        if (watch.signal.aborted || !isLost(asFault(error, true)) || kept.socket.bytesRead > before) throw error
      }
    }
    const since = performance.now()
    return await converse(call, { socket: await dial(call.url, network, watch), since }, keep, watch)
  } catch (error) {
    throw watch.explain(error, asFault)
  }
}

async function converse(
  { url, method, headers, body }: Call,
  connection: Connection,
  keep: KeptConnections | undefined,
  watch: Watch,
): Promise<Answer> {
  const { socket } = connection
  let answered = false
  const content = typeof body === 'string' ? Buffer.from(body) : body
  try {
    const request = http.request({
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        'user-agent': 'Polypost',
        'accept-encoding': 'identity',
        ...headers,
        ...lengthOf(content, headers),
        connection: keep ? 'keep-alive' : 'close',
      },
      maxHeaderSize: maxHeaderBytes,
      signal: watch.signal,
    })
    if (keep) socket.once('free', () => keep.put(url.origin, connection))
    watch.markSent()
    watch.enter('headers')
    const arriving = responseTo(request, watch)
    send(request, content, watch, () => answered)
    const response = await arriving
    answered = true
    watch.rest()
    return {
      status: response.statusCode ?? 0,
      headers: joined(response.rawHeaders),
      stream: response,
      drop: () => request.destroy(),
    }
  } catch (error) {
    socket.destroy()
    throw error
  }
}

type Content = Uint8Array | AsyncIterable<Uint8Array> | undefined

function lengthOf(content: Content, headers: Headers): Headers {
  if (content instanceof Uint8Array) return { 'content-length': String(content.length) }
  return content === undefined || 'content-length' in headers ? {} : { 'transfer-encoding': 'chunked' }
}

function responseTo(request: ClientRequest, watch: Watch): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  let arrived: IncomingMessage | undefined
  let interim = 0
  request.on('information', () => {
    interim += 1
    if (interim > maxInterim)
      watch.fail(new OutboundFault('protocol', 'The server sends interim responses without end.', { sent: true }))
  })
  request.on('response', (response) => {
    arrived = response
    // Without a listener the reader would not learn of an error that comes before it reads.
    response.on('error', () => {})
    resolve(response)
  })
  request.on('error', (error) => {
    reject(error)
    // For the body the parser reports only that the connection ended, so what was wrong with it comes from here.
    if (arrived && !arrived.complete) arrived.destroy(error)
  })
  // The server may switch to another protocol, for example.
  request.on('close', () => {
    if (!arrived) reject(new OutboundFault('reset', 'The connection was lost.', { sent: true }))
  })
  return promise
}

function send(request: ClientRequest, content: Content, watch: Watch, answered: () => boolean): void {
  if (content === undefined || (content instanceof Uint8Array && content.length <= pieceBytes)) {
    request.end(content)
    return
  }
  const parts = content instanceof Uint8Array ? piecesOf(content) : content
  const length = Number(request.getHeader('content-length') ?? Number.NaN)
  const source = Readable.from(watched(parts, length, watch, answered), {
    objectMode: false,
    highWaterMark: pieceBytes,
  })
  // The watch knows the error.
  source.on('error', () => {})
  request.on('close', () => source.destroy())
  source.pipe(request)
}

function* piecesOf(whole: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}

type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The server's time does not run while our own source is slow, and restarts with each piece. */
async function* watched(
  parts: Parts,
  length: number,
  watch: Watch,
  answered: () => boolean,
): AsyncGenerator<Uint8Array> {
  let left = length
  try {
    watch.rest()
    for await (const part of parts) {
      left -= part.length
      if (left < 0) throw wrongLength()
      if (!answered()) watch.enter('headers')
      if (part.length > 0) yield part
      if (!answered()) watch.rest()
    }
    if (left > 0) throw wrongLength()
  } catch (error) {
    watch.fail(error)
    throw error
  }
  if (!answered()) watch.enter('headers')
}

const wrongLength = () =>
  new OutboundFault('protocol', 'The body of the request does not have its declared length.', { sent: true })

/** Whether the connection ended, for a reason that is not ours. */
const isLost = (error: unknown): boolean => error instanceof OutboundFault && error.kind === 'reset'

/** Names and values in pairs. Node reads them as Latin-1, but servers send URLs in UTF-8. */
function joined(raw: readonly string[]): Headers {
  const all: Record<string, string> = Object.create(null)
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const value = asUtf8(raw[at + 1] ?? '')
    all[name] = name in all ? `${all[name]}, ${value}` : value
  }
  return all
}

const asUtf8 = (value: string): string => (/[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value)
