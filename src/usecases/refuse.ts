import { type ErrorCode, type ErrorDetail, PublicError } from '../contract/errors.ts'

/**
 * The codes of a refusal, most important first: first the limits of the caller and the plan, then problems with an account, with a
 * file, with a URL. All other findings are about the content.
 */
const deciding: readonly ErrorCode[] = [
  'too_soon',
  'account_limit_reached',
  'posting_allowance_used_up',
  'platform_not_connected',
  'reconnect_required',
  'media_not_ready',
  'forbidden_address',
]

/** How many findings an error lists. */
const maxFindings = 200

/** All findings in one error, those that decide its code first. */
export function refusal(findings: readonly ErrorDetail[]): PublicError {
  const code = deciding.find((one) => findings.some((finding) => finding.code === one)) ?? 'content_rejected'
  const details: ErrorDetail[] = [
    ...findings.filter((finding) => finding.code === code),
    ...findings.filter((finding) => finding.code !== code),
  ]
  const [first] = details
  const more = details.length > 1 ? ` All ${details.length} findings are in \`details\`.` : ''
  return new PublicError(
    code,
    `${first?.message ?? 'The post cannot be published as it is.'}${more} POST /post/validate checks a post without publishing it.`,
    { details: details.slice(0, maxFindings) },
  )
}

/** Faults in the form of the request that its schema cannot find. */
export function malformed(faults: readonly ErrorDetail[]): PublicError {
  const [first] = faults
  return new PublicError(
    'validation_failed',
    first ? `${first.path ?? ''}: ${first.message}` : 'The request is not valid.',
    { details: [...faults] },
  )
}

/** The caller may only save and submit drafts. */
export const approvalRequired = (): PublicError =>
  new PublicError(
    'approval_required',
    'You may save drafts, but what goes out needs an approval. Save a draft with POST /drafts, and submit it with POST /drafts/{id}/submit: then it waits for an editor.',
  )

export const passwordNeeded = (): PublicError =>
  new PublicError(
    'password_needed',
    'For this, enter your password again: POST /session/confirm with “password”. If you have none, sign in again. Then send the same request once more.',
  )

export const secondFactorNeeded = (): PublicError =>
  new PublicError(
    'second_factor_needed',
    'This instance requires a second factor of people with your role. Set one up in the dashboard, or with POST /me/second-factor. Then send the same request once more.',
  )
