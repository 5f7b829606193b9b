import { ApiError, apiError, ConnectionError, PolypostError, TimeoutError } from './errors.ts'
import type { ErrorBody } from './generated/types.ts'

export interface ClientOptions {
  /** Where the service is, for example `https://post.acme.example`. */
  readonly url: string
  /** An API key. Leave it out in a browser in which a person has signed in. */
  readonly key?: string | undefined
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** For one attempt, in milliseconds. */
  readonly timeout?: number | undefined
  /** How often a request that failed is sent again, if that is safe. */
  readonly retries?: number | undefined
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number | undefined
  readonly retries?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For operations that accept one. Without it the client makes one, and keeps it for the retries. */
  readonly idempotencyKey?: string | undefined
}

export interface Request {
  readonly query?: object | undefined
  readonly body?: object | undefined
  /** The operation accepts an `Idempotency-Key`. */
  readonly takesKey?: boolean | undefined
  /** The operation changes nothing, although it is a POST. */
  readonly isRead?: boolean | undefined
  readonly options?: CallOptions | undefined
}

const prefix = '/api/v1'
const defaultTimeout = 60_000
const defaultRetries = 2
/** A longer wait is left to the caller. */
const longestWait = 60_000
const firstWait = 500

export interface Transport {
  /** The JSON of a successful answer. */
  readonly send: (method: string, path: string, request?: Request) => Promise<unknown>
  /** The answer before its body is read, of one attempt; throws for an error. */
  readonly open: (method: string, path: string, request?: Request) => Promise<Response>
  readonly fetch: typeof fetch
}

export function createTransport(client: ClientOptions): Transport {
  const base = baseOf(client.url)
  const run = client.fetch ?? ((input, init) => fetch(input, init))

  async function open(method: string, path: string, { query, body, options = {} }: Request = {}): Promise<Response> {
    const url = `${base}${path}${queryText(query)}`
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(client.key === undefined ? {} : { authorization: `Bearer ${client.key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...client.headers,
      ...options.headers,
      ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await run(url, { ...init, ...(options.signal ? { signal: options.signal } : {}) })
    if (!response.ok) throw await readError(response)
    return response
  }

  /** One attempt with its time limit. */
  async function attempt(method: string, path: string, request: Request): Promise<unknown> {
    const { options = {} } = request
    const time = options.timeout ?? client.timeout ?? defaultTimeout
    const limit = AbortSignal.timeout(time)
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
    try {
      const response = await open(method, path, { ...request, options: { ...options, signal } })
      return await response.json()
    } catch (error) {
      if (error instanceof PolypostError || options.signal?.aborted) throw error
      if (limit.aborted) throw new TimeoutError(`${base} did not answer within ${time} ms.`, { cause: error })
      throw new ConnectionError(`${base} could not be reached, or its answer was cut off.`, { cause: error })
    }
  }

  async function send(method: string, path: string, request: Request = {}): Promise<unknown> {
    const { options = {}, takesKey = false, isRead = method === 'GET' } = request
    const idempotencyKey = options.idempotencyKey ?? (takesKey ? newKey() : undefined)
    const repeated = { ...request, options: { ...options, idempotencyKey } }
    // A change that the service cannot recognise as a repeat is never sent again.
    const mayRepeat = isRead || (takesKey && idempotencyKey !== undefined)
    const retries = mayRepeat ? (options.retries ?? client.retries ?? defaultRetries) : 0
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(method, path, repeated)
      } catch (error) {
        const wait = waitAfter(error, tries)
        if (tries >= retries || wait === null) throw error
        await sleep(wait, options.signal)
      }
    }
  }

  return { open, send, fetch: run }
}

function baseOf(address: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}${prefix}`
}

function queryText(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return apiError({
    status: response.status,
    body: isErrorBody(body) ? body : null,
    requestId: response.headers.get('x-request-id'),
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  })
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  'message' in body.error

/** Statuses after which the same request may succeed a little later. */
const passing = new Set([408, 429, 500, 502, 503, 504])

/** How long to wait before the request is sent again, in milliseconds; null: never. */
function waitAfter(error: unknown, tries: number): number | null {
  if (error instanceof ConnectionError) return backoff(tries)
  if (!(error instanceof ApiError)) return null
  // A platform that refused would refuse again.
  const mayPass =
    error.code === 'idempotency_in_progress' || (passing.has(error.status) && error.code !== 'platform_error')
  if (!mayPass) return null
  const wait = error.retryAfter === null ? backoff(tries) : error.retryAfter * 1000
  return wait > longestWait ? null : wait
}

/** Half of it is random, so that many clients do not come back at the same moment. */
const backoff = (tries: number): number => firstWait * 2 ** tries * (0.5 + Math.random() / 2)

/** `crypto.randomUUID` is missing in browsers on plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return `sdk_${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}`
}

export function sleep(time: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, time)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
