import { MiB } from '../../domain/bytes.ts'
import type { Refusal } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import type { LiveContext } from './context.ts'
import type { PlatformReason } from './sign-in-refusal.ts'

/** A response that should be JSON and is not. On a commit its meaning is unknown. */
export class Unreadable extends Error {}

/** The platform refused a call whose caller expects no outcome; the message is for people. */
export class RefusedCall extends Error {
  readonly outcome: Refusal
  /** The platform's own code and message; left out if the refusal is not a platform's. */
  readonly reason: PlatformReason | undefined

  constructor(outcome: Refusal, reason?: PlatformReason) {
    super(outcome.message)
    this.outcome = outcome
    this.reason = reason
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Throws `Unreadable`. */
  readonly json: () => unknown
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a bearer token. */
  readonly token?: string
  /** A GET that changes something, such as one that uses up a code. */
  readonly once?: boolean
  /** How long the platform may take until its response begins, if it is known to be slow. */
  readonly headersTimeout?: number
  /** At most one of `json`, `form` and `bytes`. */
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string | undefined>>
  readonly bytes?: {
    readonly contentType: string
    readonly size: number
    readonly body: AsyncIterable<Uint8Array> | Uint8Array
  }
}

/** Without the time for the bytes of a file. */
const usualTotal = 2 * minute
/** In bytes per millisecond. A slower connection would take days for a video. */
const slowestUpload = 64

/** No response of a platform's API is larger. */
const maxAnswer = 4 * MiB

/**
 * For calls that publish on slow platforms. Closing the connection early leaves a doubt, and repeating the call while the
 * first is still running may publish twice.
 */
export const publishTimeout = 110 * second

/** Sends one request and reads the whole response. Every status is a response; only a failed connection throws. */
export async function call(
  { http }: Pick<LiveContext, 'http'>,
  { method, url, query, headers, token, once = false, headersTimeout, ...content }: Call,
): Promise<Answer> {
  const body = bodyOf(content)
  const response = await http.request({
    method,
    url: withQuery(url, query),
    headers: {
      accept: 'application/json',
      ...body?.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    maxBytes: maxAnswer,
    repeatable: method === 'GET' && !once,
    ...timeoutsOf(content.bytes, headersTimeout),
    ...(body && { body: body.body }),
  })
  const pieces: Uint8Array[] = []
  for await (const piece of response.body) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  return { status: response.status, headers: response.headers, text, json: () => parse(text) }
}

function timeoutsOf(bytes: Call['bytes'], headersTimeout: number | undefined) {
  const total = usualTotal + (bytes?.size ?? 0) / slowestUpload
  return { timeouts: { total, ...(headersTimeout === undefined ? {} : { headers: headersTimeout }) } }
}

export const isDone = ({ status }: Pick<Answer, 'status'>): boolean => status >= 200 && status < 300

/** The response as JSON; undefined if it is none, such as a proxy's page. */
export function jsonIn({ text }: Pick<Answer, 'text'>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the connection to another machine failed, on either side. */
export const isFault = (error: unknown): boolean => error instanceof Error && error.name === 'OutboundFault'

/** Whether the connection failed before anything of the request was sent. */
export const isUnsent = (error: unknown): boolean =>
  isFault(error) && error instanceof Error && 'sent' in error && error.sent === false

/** One of the platform's hosts, by its name in `index.ts`. */
export function hostOf({ hosts }: Pick<LiveContext, 'hosts'>, name: string): string {
  const host = hosts[name]
  if (host === undefined) throw new Error(`The platform has no host “${name}”.`)
  return host
}

/** Where people see what is on the platform, without a slash at the end. */
export const webOf = ({ hosts, pages }: Pick<LiveContext, 'hosts' | 'pages'>): string =>
  hostOf({ hosts: pages ?? hosts }, 'web')

function bodyOf({ json, form, bytes }: Pick<Call, 'json' | 'form' | 'bytes'>) {
  if (json !== undefined) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
  if (form !== undefined)
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: encoded(form) }
  if (bytes !== undefined)
    return {
      headers: { 'content-type': bytes.contentType, 'content-length': String(bytes.size) },
      body: bytes.body,
    }
  return undefined
}

function withQuery(url: string, query: Call['query'] = {}): string {
  const text = encoded(query)
  return text === '' ? url : `${url}?${text}`
}

/** A list repeats the name; undefined values are left out. */
function encoded(values: NonNullable<Call['query']>): string {
  const parameters = new URLSearchParams()
  for (const [name, value = []] of Object.entries(values))
    for (const one of typeof value === 'string' ? [value] : value) parameters.append(name, one)
  return parameters.toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Unreadable('The response is not JSON.', { cause })
  }
}
