import type { ErrorBody } from './generated/types.ts'

export type ErrorCode = ErrorBody['error']['code']
export type ErrorDetail = ErrorBody['error']['details'][number]

/** Everything that this client throws, except the caller's own abort. */
export class PolypostError extends Error {
  override readonly name: string = 'PolypostError'
}

/** No complete answer arrived: the address is wrong, the service is down, or the network failed. */
export class ConnectionError extends PolypostError {
  override readonly name: string = 'ConnectionError'
}

/** No complete answer arrived in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

interface Answered {
  readonly status: number
  readonly body: ErrorBody | null
  readonly requestId: string | null
  readonly retryAfter: number | null
}

/** The service answered with an error. */
export class ApiError extends PolypostError {
  override readonly name: string = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** The code of the error; codes never change. Null if the answer is not from Polypost, for example from a proxy. */
  readonly code: ErrorCode | null
  /** Every finding: where it is, and what is wrong. */
  readonly details: readonly ErrorDetail[]
  /** Name it when you ask for help: the log of the service has it. */
  readonly requestId: string | null
  /** The number of seconds after which the service wants to be asked again. */
  readonly retryAfter: number | null

  constructor({ status, body, requestId, retryAfter }: Answered) {
    super(body?.error.message ?? `The answer has status ${status} and is not from Polypost. Check the address.`)
    this.status = status
    this.code = body?.error.code ?? null
    this.details = body?.error.details ?? []
    this.requestId = body?.request_id ?? requestId
    this.retryAfter = retryAfter
  }
}

/** The key or the session is missing, unknown, ended or expired (401). */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
}
/** The key, the role or the plan does not allow this (403). */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError'
}
/** There is no such thing, or it belongs to another user (404). */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}
/** The state of the resource does not allow this now (409). */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}
/** The request or the content is not valid: `details` has every finding (400, 413, 422). */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError'
}
/** Too many requests (429). */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
}
/** A fault of the service or of a platform (500 and above). */
export class ServerError extends ApiError {
  override readonly name = 'ServerError'
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  422: ValidationError,
  429: RateLimitError,
}

export function apiError(answered: Answered): ApiError {
  const Kind = classes[answered.status] ?? (answered.status >= 500 ? ServerError : ApiError)
  return new Kind(answered)
}
