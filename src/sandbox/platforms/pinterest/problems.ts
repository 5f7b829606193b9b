import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'

type Body = Readonly<Record<string, Json>>

export const ok = (body: Body, status = 200): SimulatedReply => ({ status, body })

/** The complete body of every error (OpenAPI 5.23.0). */
const refuse = (status: number, code: number, message: string): SimulatedReply => ({ status, body: { code, message } })

export const invalid = (message: string): SimulatedReply => refuse(400, 1, message)
export const unauthorized = (): SimulatedReply => refuse(401, 2, 'Authentication failed.')
export const tooMany = (): SimulatedReply => refuse(429, 8, 'You have exceeded your rate limit. Try again later.')
export const noBoard = (): SimulatedReply => refuse(404, 40, 'Board not found.')
export const noPin = (): SimulatedReply => refuse(404, 50, 'Pin not found.')
export const noMedia = (): SimulatedReply => refuse(404, 404, 'Media not found.')
export const unavailable = (): SimulatedReply => refuse(503, 12, 'Something went wrong on our end. Sorry about that.')

export const scopeMissing = (scopes: readonly string[]): SimulatedReply =>
  refuse(
    401,
    3,
    `Your token does not have sufficient permissions. The following scopes are required: ${scopes.join(', ')}.`,
  )

/** Two errors that apps without approval have received (2025-11 and 2026). */
export const onTrial = (): SimulatedReply =>
  refuse(
    403,
    29,
    'Apps with Trial access may not create Pins in production. Please use the API Sandbox (https://api-sandbox.pinterest.com) instead.',
  )
export const unapproved = (): SimulatedReply => refuse(401, 3, 'Your application consumer type is not supported.')

/** Nothing documents an error for a duplicate Pin; Pinterest accepts it. */
export const duplicate = (): SimulatedReply => refuse(409, 409, 'This Pin already exists.')

/** Amazon's storage responds with XML. */
export const storageRefusal = (status: number, code: string, message: string): SimulatedReply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  ),
})
