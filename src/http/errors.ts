import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCode, publicError } from '../calls/public-error.ts'
import { type ErrorCode, PublicError } from '../contract/errors.ts'

/** The body of every response with a status of 400 or more. */
export const errorBody = (error: PublicError, requestId: string) => ({
  status: 'error',
  error: { code: error.code, message: error.message, details: error.details },
  request_id: requestId,
})

/** The error that the caller may see. Faults of the service are logged. */
export function reportError(request: FastifyRequest, thrown: unknown): PublicError {
  const error = toPublic(thrown, request)
  if (error.status >= 500) request.log.error({ err: thrown }, 'request failed')
  return error
}

export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = reportError(request, thrown)
  // Headers that were set for the response that failed.
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
    'The body is larger than this service accepts. Send files to POST /upload.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['validation_failed', 'The length of the body differs from Content-Length.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_BAD_URL: [
    'validation_failed',
    'The path contains a percent sign that is not followed by two hexadecimal digits.',
  ],
}

function toPublic(thrown: unknown, { raw }: FastifyRequest): PublicError {
  if (thrown instanceof PublicError) return thrown
  if (thrown === raw.errored)
    return new PublicError('validation_failed', 'The connection ended before the request was complete.', {
      cause: thrown,
    })
  const known = frameworkErrors[errorCode(thrown)]
  return known ? new PublicError(...known, { cause: thrown }) : publicError(thrown)
}
