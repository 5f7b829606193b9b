import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const madeBytes = 32

export const newWebhookSecret = (): string => `${prefix}${randomBytes(madeBytes).toString('base64')}`

export interface SignedDelivery {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface Message {
  readonly secret: string
  readonly event: string
  readonly eventId: string
  /** The stored JSON; it is sent unchanged. */
  readonly data: string
  /** In milliseconds. */
  readonly sentAt: number
}

/** The body and headers of one attempt, with two signatures: Polypost's own, and that of Standard Webhooks. */
export function signDelivery({ secret, event, eventId, data, sentAt }: Message): SignedDelivery {
  const known = JSON.stringify({ event, event_id: eventId }).slice(0, -1)
  const payload = `${known},"data":${data},"sent_at":${JSON.stringify(new Date(sentAt).toISOString())}}`
  const body = `${payload.slice(0, -1)},"signed_payload":${JSON.stringify(payload)}}`
  const timestamp = String(Math.floor(sentAt / 1000))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-payload-signature': `sha256=${hmac(secret, payload).toString('hex')}`,
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${hmac(standardKey(secret), `${eventId}.${timestamp}.${body}`).toString('base64')}`,
    },
  }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Standard Webhooks: a secret with its prefix is base64; any other secret is used as text. */
function standardKey(secret: string): string | Buffer {
  const rest = secret.slice(prefix.length)
  return secret.startsWith(prefix) && base64.test(rest) ? Buffer.from(rest, 'base64') : secret
}
