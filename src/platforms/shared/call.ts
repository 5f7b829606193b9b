import type { Refusal } from '../../domain/outcome.ts'
import type { LiveContext } from './context.ts'

/** An answer that is no JSON although it has to be: on a commit nobody knows then what it meant. */
export class Unreadable extends Error {}

/** The platform said no where whoever called expects something else than an outcome; the message is for people. */
export class Refused extends Error {
  readonly outcome: Refusal

  constructor(outcome: Refusal) {
    super(outcome.message)
    this.outcome = outcome
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
  /** So long the answer may take to begin, in milliseconds, where the platform is known to be slow. */
  readonly patience?: number
  /** One of these at most. */
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string | undefined>>
  readonly bytes?: {
    readonly contentType: string
    readonly size: number
    readonly body: AsyncIterable<Uint8Array> | Uint8Array
  }
}

/** In milliseconds, beside what the bytes of a file may take. */
const usualTotal = 120_000
/** In bytes a millisecond: a connection slower than that would take days for what people post. */
const slowestUpload = 64

/** In bytes: no answer of a platform's API is larger. */
const maxAnswer = 4 * 1024 * 1024

/**
 * In milliseconds: for calls that publish at platforms which take their time for it. Whoever hangs up early is in doubt,
 * and whoever repeats while the first is under way may publish twice.
 */
export const patientlyPublished = 110_000

/** One request, its answer read whole. Any status is an answer; only a broken exchange throws. */
export async function call(
  { http }: Pick<LiveContext, 'http'>,
  { method, url, query, headers, token, patience, ...content }: Call,
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
    ...timeoutsOf(content.bytes, patience),
    ...(body && { body: body.body }),
  })
  const pieces: Uint8Array[] = []
  for await (const piece of response.body) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  return { status: response.status, headers: response.headers, text, json: () => parse(text) }
}

function timeoutsOf(bytes: Call['bytes'], patience: number | undefined) {
  const total = usualTotal + (bytes?.size ?? 0) / slowestUpload
  return { timeouts: { total, ...(patience === undefined ? {} : { headers: patience }) } }
}

export const isDone = ({ status }: Pick<Answer, 'status'>): boolean => status >= 200 && status < 300

/** The answer as JSON, whatever it may be; undefined where it is none, as a proxy's page. */
export function jsonIn({ text }: Pick<Answer, 'text'>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether it was thrown since an exchange with another machine failed, whoever's fault that was. */
export const isFault = (error: unknown): boolean => error instanceof Error && error.name === 'OutboundFault'

/** The same, where surely nothing of the request has left. */
export const isUnsent = (error: unknown): boolean =>
  isFault(error) && error instanceof Error && 'sent' in error && error.sent === false

/** One of the platform's own addresses, as its `index.ts` names them. */
export function hostOf({ hosts }: Pick<LiveContext, 'hosts'>, name: string): string {
  const host = hosts[name]
  if (host === undefined) throw new Error(`The platform has no host “${name}”.`)
  return host
}

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

/** A list is the same name several times; what is undefined is left out. */
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
