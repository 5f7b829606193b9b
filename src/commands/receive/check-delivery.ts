import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { minute } from '../../domain/time.ts'
import { isoTime } from '../../system/clock.ts'

/** A received request. */
export interface ArrivedDelivery {
  readonly body: Uint8Array
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Null if a signature is valid; otherwise the reason why it is not, as a sentence. */
export type Fault = string | null

export interface Finding {
  readonly event: string
  readonly eventId: string
  readonly data: unknown
  /** For `X-Service-Payload-Signature`. */
  readonly own: Fault
  /** For the Standard Webhooks headers. */
  readonly standard: Fault
}

export const isTrusted = ({ own, standard }: Finding): boolean => own === null && standard === null

/** The maximum age of a delivery. Each attempt has a new signature, so only a replayed delivery is older. */
const tolerance = 5 * minute

const bodySchema = z.looseObject({ signed_payload: z.string() })
const payloadSchema = z.looseObject({
  event: z.string(),
  event_id: z.string(),
  data: z.looseObject({}),
  sent_at: z.iso.datetime(),
})
type Payload = z.output<typeof payloadSchema>

/** Checks a delivery as every receiver can, with only the secret and the documentation; null if it is no delivery. */
export function checkDelivery({ body, headers }: ArrivedDelivery, secret: string, now: number): Finding | null {
  const outer = bodySchema.safeParse(jsonOf(Buffer.from(body).toString('utf8'))).data
  const payload = payloadSchema.safeParse(jsonOf(outer?.signed_payload ?? '')).data
  if (!outer || !payload) return null

  const header = (name: string) => String(headers[name] ?? '')
  const own = ownMatch(header('x-service-payload-signature'), outer.signed_payload, secret)
  const standard = standardMatch(header, body, secret)
  const altered = !repeats(outer, payload)
  return {
    event: payload.event,
    eventId: payload.event_id,
    data: payload.data,
    own: explain(own, standard, altered) ?? ageFault(Date.parse(payload.sent_at), now),
    standard: explain(standard, own, altered) ?? ageFault(Number(header('webhook-timestamp')) * 1_000, now),
  }
}

/** `true` or `false`: whether the signature matches the secret. A sentence: there is nothing to compare. */
type Match = boolean | string

function ownMatch(given: string, signedPayload: string, secret: string): Match {
  if (given === '') return 'The header is missing.'
  if (!/^sha256=[0-9a-f]{64}$/.test(given)) return 'It is not “sha256=” followed by 64 hexadecimal digits.'
  const digest = createHmac('sha256', Buffer.from(secret, 'utf8')).update(signedPayload, 'utf8').digest('hex')
  return isSame(given, `sha256=${digest}`)
}

function standardMatch(header: (name: string) => string, body: Uint8Array, secret: string): Match {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
  if (!id || !timestamp || !given) return 'One of the three headers is missing.'
  if (!/^\d{1,12}$/.test(timestamp)) return 'The header webhook-timestamp is not a number of seconds.'
  const signatures = given.split(' ').filter((one) => one.startsWith('v1,'))
  if (signatures.length === 0) return 'It is not “v1,” followed by a signature.'
  const digest = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return signatures.some((one) => isSame(one, `v1,${digest}`))
}

function standardKey(secret: string): Buffer {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  return base64 === undefined ? Buffer.from(secret, 'utf8') : Buffer.from(base64, 'base64')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Finds out from both signatures and the body why one of them is wrong. */
function explain(match: Match, other: Match, altered: boolean): Fault {
  if (match === true) return null
  if (typeof match === 'string') return match
  if (other === true || altered) return 'The body or a header was changed in transit.'
  return 'It was created with another secret, or the body was changed in transit.'
}

/** Whether the fields beside `signed_payload` have the same values as in it. */
const repeats = ({ event, event_id, data, sent_at }: Record<string, unknown>, payload: Payload): boolean =>
  JSON.stringify([event, event_id, data, sent_at]) ===
  JSON.stringify([payload.event, payload.event_id, payload.data, payload.sent_at])

const ageFault = (sentAt: number, now: number): Fault =>
  Math.abs(now - sentAt) <= tolerance
    ? null
    : `It is valid, but was sent at ${isoTime(sentAt)}: a receiver should refuse deliveries that are more than 5 minutes old.`

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
