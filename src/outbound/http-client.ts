import type { Log } from '../system/log.ts'
import { contentOf } from './body.ts'
import { type Lookup, systemLookup } from './dial.ts'
import { type Answer, exchange, type Headers, type Method, type RequestBody } from './exchange.ts'
import { OutboundFault } from './fault.ts'
import { checkUrl, readExceptions } from './guard.ts'
import { defaultTimeouts, startWatch, type Timeouts, type Watch } from './watch.ts'

export type { Lookup } from './dial.ts'
export type { Headers, Method, RequestBody } from './exchange.ts'
export { type FaultKind, OutboundFault } from './fault.ts'
export type { Timeouts } from './watch.ts'

interface Limits {
  /** Those that are left out have their defaults. */
  readonly timeouts?: Partial<Timeouts>
  /** Of the decoded body; 10 MiB by default. */
  readonly maxBytes?: number
  /** Ends the exchange; the caller's own reason is what the promise and the body then fail with. */
  readonly signal?: AbortSignal
}

export interface OutboundRequest extends Limits {
  readonly url: string | URL
  readonly method: Method
  readonly headers?: Headers
  readonly body?: RequestBody
  /** The answer's body is of no interest: it comes as it was sent, and nothing that is told of it makes the answer a fault. */
  readonly answerAsSent?: boolean
}

/** Only reading is followed elsewhere: nobody but the caller can say whether a change may be made at another place. */
export interface FollowedRequest extends Limits {
  readonly url: string | URL
  readonly headers?: Headers
}

/** Its body must be read to the end or the response closed; else the connection stays until the total time is up. */
export interface OutboundResponse {
  /** Where the answer came from, after all redirects. */
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  /** Read once. It is fetched no faster than it is read. */
  readonly body: AsyncIterable<Uint8Array>
  readonly close: () => void
}

export interface HttpClient {
  /** Follows no redirect: it is an answer like others. */
  readonly request: (request: OutboundRequest) => Promise<OutboundResponse>
  /** A GET that goes where redirects lead, at most `hops` (5) of them. */
  readonly follow: (request: FollowedRequest, options?: { readonly hops?: number }) => Promise<OutboundResponse>
}

export interface HttpClientOptions {
  /** Address ranges that may be reached in spite of the guard, on any port. */
  readonly exceptions: readonly string[]
  readonly lookup?: Lookup
  readonly log?: Log
}

const defaultMaxBytes = 10 * 1024 * 1024
const defaultHops = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** The only door to other machines. */
export function createHttpClient({ exceptions, lookup = systemLookup, log }: HttpClientOptions): HttpClient {
  const network = { exceptions: readExceptions(exceptions), lookup }

  /** However it goes wrong, no timer and no connection is left. */
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
        const { method, headers = {}, body, answerAsSent = false } = request
        const url = checkUrl(request.url, network.exceptions)
        const answer = await exchange({ url, method, headers: lowerCased(headers), body }, network, watch)
        return responseOf(answer, url, method !== 'HEAD' && !answerAsSent, request, watch)
      }),

    follow: (request, { hops = defaultHops } = {}) =>
      watching(request, async (watch) => {
        let url = checkUrl(request.url, network.exceptions)
        let headers = lowerCased(request.headers ?? {})
        for (let hop = 0; ; hop += 1) {
          const answer = await exchange({ url, method: 'GET', headers }, network, watch)
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
  }
}

function responseOf(answer: Answer, url: URL, hasBody: boolean, limits: Limits, watch: Watch): OutboundResponse {
  const close = () => {
    watch.end()
    answer.drop()
  }
  try {
    const content = contentOf(answer, hasBody, limits.maxBytes ?? defaultMaxBytes, watch)
    return { url, status: answer.status, ...content, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Any other header may hold a secret that is meant for the first origin alone. */
const harmless = ['accept', 'accept-language', 'if-modified-since', 'if-none-match', 'if-range', 'range', 'user-agent']

const forStrangers = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.includes(name)))

const lowerCased = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
