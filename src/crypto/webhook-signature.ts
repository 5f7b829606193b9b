import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { isoTime } from '../system/clock.ts'

const prefix = 'whsec_'
const madeBytes = 32

export const newWebhookSecret = (): string => `${prefix}${randomBytes(madeBytes).toString('base64')}`

export interface SignedDelivery {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface Message {
  readonly secret: string
  /** The secret before, if receivers may still have it. */
  readonly previous?: string | null
  readonly event: string
  readonly eventId: string
  /** The stored JSON; it is sent unchanged. */
  readonly data: string
  /** In milliseconds. */
  readonly sentAt: number
}

/**
 * The body and headers of one attempt, with two signatures: Polypost's own, and that of Standard Webhooks. With a previous
 * secret there are two of each. Standard Webhooks has a list for that; ours is a header with one value, so the second is in
 * another header.
 */
export function signDelivery({ secret, previous = null, event, eventId, data, sentAt }: Message): SignedDelivery {
  const known = JSON.stringify({ event, event_id: eventId }).slice(0, -1)
  const payload = `${known},"data":${data},"sent_at":"${isoTime(sentAt)}"}`
  const body = `${payload.slice(0, -1)},"signed_payload":${JSON.stringify(payload)}}`
  const timestamp = String(Math.floor(sentAt / 1000))
  const own = (key: string) => `sha256=${hmac(key, payload, 'hex')}`
  const standard = (key: string) => `v1,${hmac(standardKey(key), `${eventId}.${timestamp}.${body}`, 'base64')}`
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-payload-signature': own(secret),
      ...(previous !== null && { 'x-service-payload-signature-previous': own(previous) }),
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': previous === null ? standard(secret) : `${standard(secret)} ${standard(previous)}`,
    },
  }
}

const hmac = (key: string | KeyObject, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(encoding)

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Standard Webhooks: a secret with its prefix is base64; any other secret is used as text. */
function standardKey(secret: string): string | KeyObject {
  const rest = secret.slice(prefix.length)
  // With bytes as its key, Node takes four times as long.
  return secret.startsWith(prefix) && base64.test(rest) ? createSecretKey(rest, 'base64') : secret
}
