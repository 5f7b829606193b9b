import { PolypostError } from './errors.ts'
import { Webhooks as Operations } from './generated/operations.ts'
import type { WebhookPayload } from './generated/types.ts'

export type { WebhookPayload }

export interface VerifyOptions {
  /** How old a delivery may be, in seconds. */
  readonly tolerance?: number
}

/** The headers of a request, as a framework gives them. */
type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** The request is not from Polypost, was changed, or is too old. Answer it with 401. */
export class WebhookError extends PolypostError {
  override readonly name = 'WebhookError'
}

const fiveMinutes = 300

export class Webhooks extends Operations {
  /** See `verifyWebhook`. */
  verify(
    body: string | Uint8Array,
    headers: GivenHeaders,
    secret: string,
    options?: VerifyOptions,
  ): Promise<WebhookPayload> {
    return verifyWebhook(body, headers, secret, options)
  }
}

/**
 * The event of a webhook request, if its signature is right. `body` is the raw body: a parsed and printed one has other
 * bytes. It accepts Polypost's own signature and that of Standard Webhooks.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: GivenHeaders,
  secret: string,
  { tolerance = fiveMinutes }: VerifyOptions = {},
): Promise<WebhookPayload> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const get = (name: string) => headerOf(headers, name)
  const payload = (await byStandard(text, get, secret)) ?? (await byOwnSignature(text, get, secret))
  if (payload === null)
    throw new WebhookError('The signature does not match: is this the secret of this webhook, and the raw body?')
  const age = Math.abs(Date.now() - Date.parse(payload.sent_at)) / 1000
  if (!(age <= tolerance))
    throw new WebhookError(`The delivery is older than ${tolerance} seconds. Is the clock right?`)
  return payload
}

type Get = (name: string) => string

async function byStandard(text: string, get: Get, secret: string): Promise<WebhookPayload | null> {
  const signed = `${get('webhook-id')}.${get('webhook-timestamp')}.${text}`
  const signatures = get('webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
  if (signatures.length === 0) return null
  const right = await hmac(standardKey(secret), signed)
  return signatures.some((one) => isSame(bytesOf(one.slice(3)), right)) ? payloadOf(text) : null
}

/** Polypost's own signature covers `signed_payload`, so nothing else of the body is used. */
async function byOwnSignature(text: string, get: Get, secret: string): Promise<WebhookPayload | null> {
  const given = ['x-service-payload-signature', 'x-service-payload-signature-previous'].map(get).filter(Boolean)
  const { signed_payload: signed } = payloadOf(text) ?? {}
  if (given.length === 0 || typeof signed !== 'string') return null
  const right = hex(await hmac(new TextEncoder().encode(secret), signed))
  const isRight = given.some((one) =>
    isSame(new TextEncoder().encode(one), new TextEncoder().encode(`sha256=${right}`)),
  )
  return isRight ? payloadOf(signed) : null
}

type Signed = WebhookPayload & { readonly signed_payload?: unknown }

function payloadOf(text: string): Signed | null {
  try {
    // The signature says that Polypost wrote it, and its description promises this type.
    return JSON.parse(text) as Signed
  } catch {
    return null
  }
}

function headerOf(headers: GivenHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return [found ?? ''].flat().join(' ')
}

/** Standard Webhooks: a secret with its prefix is base64; any other secret is used as text. */
function standardKey(secret: string): Uint8Array {
  const rest = secret.slice('whsec_'.length)
  return secret.startsWith('whsec_') && /^[A-Za-z0-9+/]+={0,2}$/.test(rest)
    ? bytesOf(rest)
    : new TextEncoder().encode(secret)
}

async function hmac(key: Uint8Array, text: string): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)))
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Takes the same time wherever the first difference is. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let differences = a.length ^ b.length
  for (let at = 0; at < a.length; at += 1) differences |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return differences === 0
}
