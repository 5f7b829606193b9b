import { createHmac } from 'node:crypto'

/** A delivery as it arrives. */
export interface SignedRequest {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface Message {
  readonly secret: string
  readonly eventId?: string
  readonly data?: object
  /** In milliseconds. */
  readonly sentAt?: number
}

/** Signs a delivery as the docs describe, without the service's code; the secret starts with `whsec_`. */
export function signedByHand({
  secret,
  eventId = '019a43f2-6c1e-7d0a-9b7e-3f5c2a8d1e60',
  data = { post_id: 7, status: 'completed' },
  sentAt = Date.now(),
}: Message): SignedRequest {
  const said = { event: 'post.published', event_id: eventId, data, sent_at: new Date(sentAt).toISOString() }
  const signedPayload = JSON.stringify(said)
  const body = JSON.stringify({ ...said, signed_payload: signedPayload })
  const timestamp = String(Math.floor(sentAt / 1_000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-payload-signature': `sha256=${createHmac('sha256', secret).update(signedPayload).digest('hex')}`,
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`,
    },
  }
}

/** The same delivery with these headers changed; null removes a header. */
export function withHeaders(delivery: SignedRequest, changes: Readonly<Record<string, string | null>>): SignedRequest {
  const all = Object.entries({ ...delivery.headers, ...changes })
  return {
    ...delivery,
    headers: Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
  }
}

/** Sends it as Polypost does; returns the status. */
export const sendSigned = async (url: string, { body, headers }: SignedRequest): Promise<number> =>
  (await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status
