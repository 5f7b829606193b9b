import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'

export const ok = (body: Json): SimulatedReply => ({ status: 200, body })

/** The errors of writes: status 200, with a code, a message and a field (RP, 2024-07; Reddit's source of 2017). */
export type WriteError = readonly [code: string, message: string, field: string | null]

export const written = (data: Json): SimulatedReply => ok({ json: { errors: [], data } })

export const notWritten = (error: WriteError, more: Readonly<Record<string, Json>> = {}): SimulatedReply =>
  ok({ json: { errors: [[...error]], ...more } })

/** The seconds are exact, and rounded up in the message. */
export function tooOften(seconds: number): SimulatedReply {
  const minutes = Math.ceil(seconds / 60)
  const length =
    seconds >= 60 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${Math.max(1, Math.ceil(seconds))} seconds`
  const message = `Looks like you've been doing that a lot. Take a break for ${length} before trying again.`
  return notWritten(['RATELIMIT', message, 'ratelimit'], { ratelimit: seconds })
}

const refuse = (
  status: number,
  message: string,
  more: Readonly<Record<string, Json>> = {},
  headers: Readonly<Record<string, string>> = {},
): SimulatedReply => ({ status, headers, body: { message, error: status, ...more } })

export const badRequest = (): SimulatedReply => refuse(400, 'Bad Request')
export const unauthorized = (): SimulatedReply =>
  refuse(401, 'Unauthorized', {}, { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' })
export const scopeMissing = (): SimulatedReply =>
  refuse(403, 'Forbidden', {}, { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' })
export const forbidden = (reason: string): SimulatedReply => refuse(403, 'Forbidden', { reason })
export const notFound = (): SimulatedReply => refuse(404, 'Not Found')

const page = (status: number, title: string): SimulatedReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: Buffer.from(`<!doctype html><html><head><title>${title}</title></head><body>${title}</body></html>`),
})

export const blocked = (): SimulatedReply => page(403, 'whoa there, pardner! Your request has been blocked.')
export const unavailable = (): SimulatedReply => page(503, 'Our CDN was unable to reach our servers')

/** Amazon's storage responds with XML. */
export const stored = (location: string, key: string): SimulatedReply =>
  xml(
    201,
    `<PostResponse><Location>${location}</Location><Bucket>reddit-uploaded-media</Bucket><Key>${key}</Key><ETag>"0"</ETag></PostResponse>`,
  )

export const storageRefusal = (status: number, code: string, message: string, more = ''): SimulatedReply =>
  xml(status, `<Error><Code>${code}</Code><Message>${message}</Message>${more}</Error>`)

const xml = (status: number, text: string): SimulatedReply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
})
