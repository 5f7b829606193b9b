/** The catalogue of public error codes: what each means, and the HTTP status it travels with. */
export const errorCatalogue = {
  invalid_json: [400, 'The body is not valid JSON.'],
  validation_failed: [400, 'A field or parameter has the wrong type, range or name; every fault is in `details`.'],
  invalid_cursor: [400, 'The cursor is not one that this list gave for these filters.'],
  invalid_id: [400, 'The ID in the path does not have the form of such an ID.'],
  unauthorized: [401, 'The API key is missing, unknown, revoked or expired.'],
  plan_required: [403, 'The plan does not include this; `details[0].required_plans` names those that do.'],
  insufficient_scope: [403, 'The API key lacks the scope that this operation needs.'],
  account_limit_reached: [403, 'The plan allows no more connected accounts of this platform.'],
  limit_reached: [403, 'A count is at its limit; `details[0].limit` says which.'],
  posting_allowance_used_up: [403, 'The month’s posting allowance is used up; `details[0].resets_at` says until when.'],
  upload_refused: [403, 'The upload address does not allow this PUT: it was altered, is over, or is for another file.'],
  not_found: [404, 'It does not exist, or it belongs to someone else.'],
  method_not_allowed: [405, 'The path exists, but not with this method; `Allow` names the methods.'],
  revision_conflict: [409, 'The resource changed since it was read; `details[0].revision` is the current one.'],
  already_submitted: [409, 'The draft was already submitted.'],
  not_editable: [409, 'A destination has started, so the post can no longer be edited.'],
  not_cancellable: [409, 'The job is past the point where it can be cancelled; `details[0].status` says where it is.'],
  already_started: [409, 'A destination has started, so the post can no longer be deleted whole.'],
  wrong_state: [409, 'The resource is in a state that does not allow this; `details[0].status` says which.'],
  not_published: [409, 'The post is not published on this platform.'],
  profile_in_use: [409, 'The profile has jobs that still move.'],
  default_profile: [409, 'The default profile can’t be deleted; make another the default first.'],
  name_taken: [409, 'Another one already has this name.'],
  idempotency_in_progress: [409, 'The first request with this idempotency key is still running.'],
  outcome_unknown: [409, 'An earlier attempt is in doubt and is being settled; with status 502, this attempt is.'],
  payload_too_large: [413, 'The body is larger than the operation takes.'],
  unsupported_media_type: [415, 'The body is not `application/json`.'],
  range_not_satisfiable: [416, 'The file has no such bytes.'],
  content_rejected: [422, 'The content can’t be published as it is; every finding is in `details`.'],
  platform_not_connected: [422, 'The platform is not connected in this profile.'],
  reconnect_required: [422, 'The connected account needs a new login.'],
  media_not_ready: [422, 'The media’s bytes have not arrived or have not passed their checks.'],
  unfetchable_url: [422, 'The URL could not be fetched.'],
  forbidden_address: [422, 'The URL leads to an address that this service may not reach.'],
  idempotency_key_reused: [422, 'The idempotency key was used before with another request.'],
  rate_limited: [429, 'Too many requests; `Retry-After` says when to try again.'],
  headers_too_large: [431, 'The request’s headers are larger than the service takes.'],
  request_timeout: [408, 'The request did not arrive whole in time.'],
  internal_error: [500, 'A fault of the service; it is logged under the request ID.'],
  platform_error: [502, 'The platform refused or failed the call; `details[0]` has its own code and text.'],
  unavailable: [503, 'The service can’t answer just now; `Retry-After` says when to try again.'],
  storage_full: [507, 'The media store is full.'],
} as const satisfies Record<string, readonly [status: number, meaning: string]>

export type ErrorCode = keyof typeof errorCatalogue

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text)

export const errorCodeNames: readonly ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode)

/** One finding: where it is, what is wrong, and what would be right. Further fields depend on the code. */
export interface ErrorDetail {
  path?: string
  platform?: string
  code: string
  message: string
  [extra: string]: unknown
}

/** An error that the caller may see, word for word. Anything else that is thrown becomes `internal_error`. */
export class PublicError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    more: { status?: number; details?: readonly ErrorDetail[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.status = more.status ?? errorCatalogue[code][0]
    this.details = more.details ?? []
    this.headers = more.headers ?? {}
  }
}

export const notFound = (what: string): PublicError =>
  new PublicError('not_found', `No such ${what}. Check the ID, and that this key’s user owns it.`)
