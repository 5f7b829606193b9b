import type { Log } from '../system/log.ts'
import { contentOf } from './body.ts'
import { type Lookup, systemLookup } from './dial.ts'
import { type Answer, exchange, type Headers, type Method, type RequestBody } from './exchange.ts'
import { OutboundFault } from './fault.ts'
import { checkUrl, readExceptions } from './guard.ts'
import { createReusableConnections } from './reusable-connections.ts'
import { createSecure } from './secure.ts'
import { defaultTimeouts, startWatch, type Timeouts, type Watch } from './watch.ts'

export type { Lookup } from './dial.ts'
export type { Headers, Method, RequestBody } from './exchange.ts'
export { type FaultKind, OutboundFault } from './fault.ts'
export type { Timeouts } from './watch.ts'

interface Limits {
  /** Missing ones have their defaults. */
  readonly timeouts?: Partial<Timeouts>
  /** For the decoded body; 10 MiB by default. */
  readonly maxBytes?: number
  /** Aborts the request; the promise and the body then fail with the signal's reason. */
  readonly signal?: AbortSignal
}

export interface OutboundRequest extends Limits {
  readonly url: string | URL
  readonly method: Method
  readonly headers?: Headers
  readonly body?: RequestBody
  /** The body is not used: it is not decoded, and a wrong length or compression is no fault. */
  readonly answerAsSent?: boolean
  /**
   * It may be sent twice. So it may use a connection of an earlier request, and is sent again over a new one if that is lost
   * before the response begins. A GET is sent again also if its connection was new. Its body must be whole.
   */
  readonly repeatable?: boolean
}

/** Only GET follows redirects: only the caller knows whether a change may be sent to another address. */
export interface FollowedRequest extends Limits {
  readonly url: string | URL
  readonly headers?: Headers
}

/** Read the body to its end or close the response; otherwise the connection stays open until the total time is over. */
export interface OutboundResponse {
  /** The URL of the response, after all redirects. */
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  /** Can be read once. It is not fetched faster than it is read. */
  readonly body: AsyncIterable<Uint8Array>
  /** Whether nothing more of the body arrives: it is whole, or has failed. */
  readonly hasEnded: () => boolean
  readonly close: () => void
}

export interface HttpClient {
  /** Does not follow redirects. */
  readonly request: (request: OutboundRequest) => Promise<OutboundResponse>
  /** A GET that follows at most `hops` (5) redirects. */
  readonly follow: (request: FollowedRequest, options?: { readonly hops?: number }) => Promise<OutboundResponse>
  /** Closes the connections that are kept. */
  readonly close: () => void
}

export interface HttpClientOptions {
  /** Private address ranges that are allowed, on any port. */
  readonly exceptions: readonly string[]
  readonly lookup?: Lookup
  readonly log?: Log
  /** Keeps the connections of repeatable requests for this long, in milliseconds. */
  readonly reusableFor?: number
}

const defaultMaxBytes = 10 * 1024 * 1024
const defaultHops = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** All requests to other machines go through this client. */
export function createHttpClient({
  exceptions,
  lookup = systemLookup,
  log,
  reusableFor,
}: HttpClientOptions): HttpClient {
  const network = {
    exceptions: readExceptions(exceptions),
    lookup,
    secure: createSecure(),
    reusable: reusableFor === undefined ? undefined : createReusableConnections(reusableFor),
  }

  /** After any failure no timer and no connection remains. */
  async function watching(limits: Limits, run: (watch: Watch) => Promise<OutboundResponse>): Promise<OutboundResponse> {
    const watch = startWatch({ ...defaultTimeouts, ...limits.timeouts }, limits.signal)
    try {
      return await run(watch)
    } catch (error) {
      watch.end()
      if (error instanceof OutboundFault && error.kind === 'forbidden_address')
        log?.warn({ err: error }, 'outgoing request refused')
      throw error
    }
  }

  return {
    request: (request) =>
      watching(request, async (watch) => {
        const { method, headers = {}, body, answerAsSent = false, repeatable = false } = request
        const url = checkUrl(request.url, network.exceptions)
        const answer = await exchange({ url, method, headers: lowerCased(headers), body, repeatable }, network, watch)
        return responseOf(answer, url, method !== 'HEAD' && !answerAsSent, request, watch)
      }),

    follow: (request, { hops = defaultHops } = {}) =>
      watching(request, async (watch) => {
        let url = checkUrl(request.url, network.exceptions)
        let headers = lowerCased(request.headers ?? {})
        for (let hop = 0; ; hop += 1) {
          const answer = await exchange({ url, method: 'GET', headers, repeatable: false }, network, watch)
          const location = redirects.includes(answer.status) ? answer.headers.location : undefined
          if (location === undefined) return responseOf(answer, url, true, request, watch)
          answer.drop()
          if (hop === hops)
            throw new OutboundFault('too_many_redirects', `More than ${hops} redirects.`, { sent: true })
          const next = checkUrl(URL.parse(location, url.href) ?? '', network.exceptions)
          if (next.origin !== url.origin) headers = forStrangers(headers)
          url = next
        }
      }),

    close: () => network.reusable?.close(),
  }
}

function responseOf(answer: Answer, url: URL, hasBody: boolean, limits: Limits, watch: Watch): OutboundResponse {
  const close = () => {
    watch.end()
    answer.drop()
  }
  try {
    const content = contentOf(answer, hasBody, limits.maxBytes ?? defaultMaxBytes, watch)
    return { url, status: answer.status, ...content, hasEnded: answer.hasEnded, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Other headers may contain a secret for the first origin. */
const harmless = ['accept', 'accept-language', 'if-modified-since', 'if-none-match', 'if-range', 'range', 'user-agent']

const forStrangers = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.includes(name)))

function lowerCased(headers: Headers): Headers {
  const all: Record<string, string> = {}
  for (const name in headers) all[name.toLowerCase()] = headers[name] ?? ''
  return all
}
