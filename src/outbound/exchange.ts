import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { type ArrivingBody, createArriving } from './arriving.ts'
import { connect } from './connection.ts'
import type { Network } from './dial.ts'
import { asFault, OutboundFault } from './fault.ts'
import type { Connection, ReusableConnections } from './reusable-connections.ts'
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
  /** It may be sent twice. */
  readonly repeatable: boolean
}

/** The headers of a response; the body is not read yet. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: ArrivingBody
  /** Whether nothing more of the body arrives: it is whole, or has failed. */
  readonly hasEnded: () => boolean
  /** Closes the connection, unless the response has arrived whole. */
  readonly drop: () => void
}

/** undici is told this when we close a connection after its last response; no caller sees it. */
const ended = new OutboundFault('reset', 'The response has ended.', { sent: true })
/** Responses with a status of 1xx before the final one. */
const maxInterim = 8
/** The size of the pieces of a body: each accepted piece shows that the server is still reading. */
const pieceBytes = 64 * 1024

/**
 * One request. It has its own connection, which looks up the name again and is checked by the guard. Only a request that
 * may be sent twice uses a kept connection. That may be closing at this moment, so if it is lost before the response begins,
 * the request is sent again, once, over a new one. A read is sent again also if its connection was new: what its caller sees
 * does not depend on who had called before.
 */
export async function exchange(call: Call, network: Network, watch: Watch): Promise<Answer> {
  const { url, method, repeatable } = call
  const keep = repeatable ? network.reusable : undefined
  const reused = keep?.take(url.origin)
  try {
    try {
      return await converse(call, reused ?? (await connect(url, network, watch)), keep, watch)
    } catch (error) {
      const again = reused !== undefined || (repeatable && method === 'GET')
      if (!again || watch.signal.aborted || !isLost(asFault(error, true))) throw error
    }
    return await converse(call, await connect(url, network, watch), keep, watch)
  } catch (error) {
    throw watch.explain(error, asFault)
  }
}

function converse(
  { url, method, headers, body }: Call,
  connection: Connection,
  keep: ReusableConnections | undefined,
  watch: Watch,
): Promise<Answer> {
  const { client, socket } = connection
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const arriving = createArriving()
  let control: Dispatcher.DispatchController | undefined
  let answered = false
  let interim = 0
  let hasEnded = false
  const drop = () => {
    if (hasEnded) return
    // Without an error, a body that ends with its connection would look whole.
    if (control) control.abort(new OutboundFault('reset', 'The request was ended early.', { sent: true }))
    else socket.destroy()
  }
  const leave = () => {
    hasEnded = true
    watch.signal.removeEventListener('abort', drop)
  }
  const content = typeof body === 'string' ? Buffer.from(body) : body

  watch.signal.addEventListener('abort', drop)
  if (watch.signal.aborted) drop()
  watch.enter('headers')
  client.dispatch(
    {
      path: url.pathname + url.search,
      method,
      headers: {
        'user-agent': 'Polypost',
        'accept-encoding': 'identity',
        ...headers,
        ...(content instanceof Uint8Array && { 'content-length': String(content.length) }),
      },
      // Its types lack iterables, which it accepts.
      body: (isSmall(content) ? content : watched(content, watch, () => answered)) as Readable | Uint8Array | null,
      ...(!keep && { reset: true }),
    },
    {
      onRequestStart: (started) => {
        control = started
        watch.markSent()
      },
      onResponseStart: (_, status, headers) => {
        if (status >= 200) {
          answered = true
          watch.rest()
          resolve({ status, headers: joined(headers), body: arriving, hasEnded: () => hasEnded, drop })
          return
        }
        interim += 1
        if (interim > maxInterim)
          watch.fail(new OutboundFault('protocol', 'The server sends interim responses without end.', { sent: true }))
      },
      onResponseData: arriving.push,
      onResponseEnd: () => {
        leave()
        arriving.end()
        // After this call undici closes the connection if it cannot be used again.
        if (keep) queueMicrotask(() => keep.put(url.origin, connection))
        // undici would do it with new errors, and errors are slow.
        else socket.destroy(ended)
      },
      onResponseError: (_, error) => {
        leave()
        arriving.fail(error)
        reject(error)
        if (!control) socket.destroy()
      },
    },
  )
  return promise
}

type Content = Uint8Array | AsyncIterable<Uint8Array>

const isSmall = (content: Content | undefined): content is Uint8Array | undefined =>
  content === undefined || (content instanceof Uint8Array && content.length <= pieceBytes)

/** The server's time does not run while our own source is slow, and restarts with each piece. */
async function* watched(content: Content, watch: Watch, answered: () => boolean): AsyncGenerator<Uint8Array> {
  try {
    watch.rest()
    for await (const part of content instanceof Uint8Array ? piecesOf(content) : content) {
      if (!answered()) watch.enter('headers')
      yield part
      if (!answered()) watch.rest()
    }
  } catch (error) {
    watch.fail(error)
    throw error
  }
  if (!answered()) watch.enter('headers')
}

function* piecesOf(whole: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}

/** Whether the connection ended, for a reason that is not ours. */
const isLost = (error: unknown): boolean => error instanceof OutboundFault && error.kind === 'reset'

/** Repeated headers are joined. undici reads them as Latin-1, but servers send URLs in UTF-8. */
function joined(headers: IncomingHttpHeaders): Headers {
  const all: Record<string, string> = Object.create(null)
  for (const [name, value = ''] of Object.entries(headers))
    all[name] = asUtf8(typeof value === 'string' ? value : value.join(', '))
  return all
}

const asUtf8 = (value: string): string => (/[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value)
