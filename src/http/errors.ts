import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, PublicError } from '../contract/errors.ts'

/** The body of every answer from 400 up. */
export const errorBody = (error: PublicError, requestId: string) => ({
  status: 'error',
  error: { code: error.code, message: error.message, details: error.details },
  request_id: requestId,
})

/** What whoever asked may see of a fault; ours are logged with it. */
export function publicError(request: FastifyRequest, thrown: unknown): PublicError {
  const error = toPublic(thrown, request)
  if (error.status >= 500) request.log.error({ err: thrown }, 'request failed')
  return error
}

export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = publicError(request, thrown)
  // What was said of the answer that did not come about.
  for (const name of ['etag', 'last-modified', 'content-length', 'content-encoding', 'content-range'])
    reply.removeHeader(name)
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, request.id)))
}

const frameworkErrors: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'payload_too_large',
    'The body is larger than this service takes. Files go to POST /upload.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'validation_failed',
    'The body’s length is not the one that Content-Length says.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_BAD_URL: ['validation_failed', 'The path holds a percent sign that encodes nothing.'],
}

function toPublic(thrown: unknown, { raw }: FastifyRequest): PublicError {
  if (thrown instanceof PublicError) return thrown
  if (thrown === raw.errored)
    return new PublicError('validation_failed', 'The connection ended before the request was whole.', { cause: thrown })
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  const known = frameworkErrors[code]
  if (known) return new PublicError(...known, { cause: thrown })
  if (isCrowded(code))
    return unavailable(
      'Too many requests were changing the same things, so nothing was done. Try again in a few seconds.',
      thrown,
    )
  if (isDatabaseAway(thrown, code))
    return unavailable('The database can’t be reached just now. Try again in a few seconds.', thrown)
  return new PublicError(
    'internal_error',
    'This is a fault of the service, not of the request. Its operator finds it in the log under the request ID.',
    {
      cause: thrown,
    },
  )
}

const unavailable = (message: string, cause: unknown): PublicError =>
  new PublicError('unavailable', message, { headers: { 'retry-after': '5' }, cause })

/** PostgreSQL’s class 40, conflicts without end; the store uses its codes for SQLite too. */
const isCrowded = (code: string): boolean => /^(40001|40P01)$/.test(code)

/**
 * Socket errors; PostgreSQL’s classes 08 (connection), 28 (login), 3D (no such database), 53 (too few resources) and 57P
 * (shutdown), and 25P03 (a transaction that stood still); the driver’s own.
 */
const isDatabaseAway = (thrown: unknown, code: string): boolean =>
  /^(ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|08...|25P03|28...|3D000|53...|57P..)$/.test(code) ||
  (thrown instanceof Error &&
    /^(timeout exceeded when|Connection terminated|Client has encountered)/.test(thrown.message))
