import { type FindingCode, findingCodeNames } from '../domain/finding-codes.ts'
import { ReadableFault } from '../domain/readable-fault.ts'

/** The catalogue of public error codes: the HTTP status and the meaning of each. */
export const errorCatalogue = {
  invalid_json: [400, 'The body is not valid JSON.'],
  validation_failed: [400, 'A field or parameter has the wrong type, range or name; every fault is in `details`.'],
  invalid_cursor: [400, 'The cursor was not returned by this list with these filters.'],
  invalid_id: [400, 'The ID in the path does not have the form that IDs of this resource have.'],
  unauthorized: [401, 'The API key is missing, unknown, revoked or expired, or the session has ended.'],
  plan_required: [403, 'The plan does not include this; `details[0].required_plans` names those that do.'],
  insufficient_scope: [403, 'The API key lacks the scope that this operation needs.'],
  insufficient_role: [
    403,
    'The person’s role does not allow this; `details[0].required_role` is the least role that does.',
  ],
  person_needed: [403, 'Only a person who is signed in can do this, not an API key.'],
  password_needed: [
    403,
    'This needs a password that was entered in the last 10 minutes; `POST /session/confirm` renews it.',
  ],
  second_factor_needed: [
    403,
    'This instance requires a second factor of the person, who has none; `POST /me/second-factor` sets one up.',
  ],
  code_needed: [403, 'The password is right, and the code of the second factor is missing: send it as `code`.'],
  approval_required: [403, 'The caller may save drafts, but a person must approve what goes out.'],
  forbidden_origin: [403, 'The request comes from another website.'],
  sign_in_refused: [403, 'The email address or the password is wrong.'],
  invalid_link: [403, 'The link is not complete, was used already, or has expired.'],
  too_soon: [
    403,
    'The caller may publish only what is scheduled some minutes ahead; `details[0].minutes_ahead` says how many.',
  ],
  account_limit_reached: [403, 'The plan allows no more connected accounts of this platform.'],
  limit_reached: [403, 'A limit is reached; `details[0].limit` is the limit.'],
  posting_allowance_used_up: [
    403,
    'The posting allowance of this month is used up; `details[0].resets_at` is the time of the next one.',
  ],
  upload_refused: [
    403,
    'The upload URL does not allow this PUT: it was changed, has expired, or belongs to another file.',
  ],
  not_found: [404, 'The resource does not exist, or it belongs to another user.'],
  method_not_allowed: [405, 'The path does not have this method; the header `Allow` lists the methods that it has.'],
  revision_conflict: [409, 'The resource changed since it was read; `details[0].revision` is the current one.'],
  already_submitted: [409, 'The draft was already submitted.'],
  not_editable: [409, 'Publishing has started on a platform, so the post can no longer be edited.'],
  not_cancellable: [409, 'The job can no longer be cancelled; `details[0].status` is its status.'],
  already_started: [409, 'Publishing has started on a platform, so the post can no longer be deleted.'],
  wrong_state: [409, 'The status of the resource does not allow this; `details[0].status` is the status.'],
  not_published: [409, 'The post is not published on this platform.'],
  profile_in_use: [409, 'The profile has jobs that have not ended.'],
  media_in_use: [409, 'A draft or a post that has not ended uses the file; `details` names them.'],
  default_profile: [409, 'The default profile cannot be deleted. Make another profile the default first.'],
  last_owner: [409, 'The user would have no owner left.'],
  already_member: [409, 'The person is a member of the user already.'],
  name_taken: [409, 'Another resource already has this name.'],
  idempotency_in_progress: [409, 'The first request with this idempotency key is still running.'],
  outcome_unknown: [
    409,
    'It is unknown whether the platform published an earlier attempt, and Polypost is finding out. With status 502: this attempt.',
  ],
  payload_too_large: [413, 'The body is larger than the operation accepts.'],
  unsupported_media_type: [415, 'The body is not `application/json`.'],
  range_not_satisfiable: [416, 'The file has no such bytes.'],
  content_rejected: [422, 'The content cannot be published as it is; every finding is in `details`.'],
  platform_not_connected: [422, 'The platform is not connected in this profile.'],
  reconnect_required: [422, 'The connected account needs a new login.'],
  login_refused: [422, 'The platform refused the handle or the password.'],
  media_not_ready: [422, 'The file has not been uploaded yet, or its checks have not finished.'],
  unfetchable_url: [422, 'The URL could not be downloaded.'],
  forbidden_address: [
    422,
    'The URL leads to an address that this service does not connect to, for example a private one.',
  ],
  idempotency_key_reused: [422, 'The idempotency key was already used for another request.'],
  rate_limited: [
    429,
    'Too many requests, or too many uploads at the same time; `Retry-After` is the number of seconds to wait.',
  ],
  headers_too_large: [431, 'The headers of the request are larger than the service accepts.'],
  request_timeout: [408, 'The request did not arrive completely in time.'],
  internal_error: [500, 'A fault of the service; the log contains it with the request ID.'],
  platform_error: [
    502,
    'The platform refused the call, or it failed; `details[0]` contains the code and the text of the platform.',
  ],
  unavailable: [503, 'The service cannot answer at the moment; `Retry-After` is the number of seconds to wait.'],
  storage_full: [
    507,
    'The disk of the media or of the database is full. Nothing was stored; try again when there is space.',
  ],
} as const satisfies Record<string, readonly [status: number, meaning: string]>

export type ErrorCode = keyof typeof errorCatalogue

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text)

export const errorCodeNames: readonly ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode)

/** The code of a finding: the code of the error itself, or one of its own. */
export type DetailCode = ErrorCode | FindingCode

export const detailCodeNames: readonly DetailCode[] = [...new Set([...errorCodeNames, ...findingCodeNames])].sort()

export const detailWords = 'What was found, as a stable word. docs/reference/errors.md lists them.'

/** One finding: where it is, what is wrong, and what is allowed. Other fields depend on the code. */
export interface ErrorDetail {
  path?: string
  platform?: string
  code: DetailCode
  message: string
  [extra: string]: unknown
}

/** An error that the caller may see. Other errors become `internal_error`. */
export class PublicError extends ReadableFault {
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

/** How somebody tried to sign in. `limit`: there were too many tries. */
export type SignInKind = 'password' | 'code' | 'link' | 'provider' | 'limit'

/** A sign-in that the operator sees in the log, and in a count. */
export class SignInRefused extends PublicError {
  readonly kind: SignInKind

  constructor(kind: SignInKind, ...about: ConstructorParameters<typeof PublicError>) {
    super(...about)
    this.kind = kind
  }
}

/** A failure that ends soon: clients repeat the request after 5 seconds. */
export const unavailable = (message: string, cause?: unknown): PublicError =>
  new PublicError('unavailable', message, { headers: { 'retry-after': '5' }, cause })

export const notFound = (what: string): PublicError =>
  new PublicError(
    'not_found',
    `There is no such ${what}. Check the ID, and that the ${what} belongs to the user of this key.`,
  )
