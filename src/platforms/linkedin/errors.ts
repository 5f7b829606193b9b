import { z } from 'zod'
import { day, minute } from '../../domain/time.ts'
import { type Answer, jsonIn } from '../shared/call.ts'
import { type ErrorText, errorByRequest, is, type RefusalRow, refusals } from '../shared/refusals.ts'
import { requestOf } from './permissions.ts'

const perDay = /\bDAY limit\b/i

/** Sources: learn.microsoft.com, LinkedIn error handling, posts-api and videos-api (2026-09); other rows as noted. */
const rows: readonly RefusalRow[] = [
  // It is not known whether the conflicting call had an effect.
  { status: is(409), next: 'broken', error: 'platform_unavailable', message: 'LinkedIn reported a conflict.' },
  {
    status: is(429),
    says: perDay,
    next: 'later',
    error: 'quota_exhausted',
    message: 'The daily limit of LinkedIn is reached. It resets at midnight UTC.',
  },
  {
    status: is(429),
    next: 'later',
    error: 'rate_limited',
    message: 'The rate limit of LinkedIn is reached.',
    pause: minute,
  },
  {
    status: is(400, 422),
    codes: ['DUPLICATE_POST'],
    next: 'rejected',
    error: 'duplicate_content',
    message: 'The account already has this post on LinkedIn.',
  },
  {
    status: is(400, 422),
    codes: [
      'MEDIA_ASSET_PROCESSING_FAILED',
      'MEDIA_ASSET_WAITING_UPLOAD',
      'EXPIRED_UPLOAD_URL',
      'UPDATING_ASSET_FAILED',
    ],
    next: 'rejected',
    error: 'media_rejected',
    message: 'LinkedIn does not accept the media.',
  },
  {
    status: is(400, 403, 422),
    says: /assets is not owned by the author|Accessing this (video|image) resource is forbidden/i,
    next: 'rejected',
    error: 'media_rejected',
    message: 'LinkedIn does not allow the account to use this media.',
  },
  {
    codes: ['VERSION_MISSING', 'NONEXISTENT_VERSION'],
    next: 'rejected',
    error: 'platform_rejected',
    message:
      'LinkedIn no longer supports the API version that this instance uses. The operator can set LINKEDIN_VERSION to a newer month.',
  },
  {
    status: is(403),
    asked: ['post', 'media'],
    next: 'reconnect',
    error: 'permission_missing',
    message: 'LinkedIn does not allow this login to publish as the account.',
    lacksPermission: true,
  },
  {
    status: is(403),
    next: 'rejected',
    error: 'permission_missing',
    message: 'LinkedIn does not allow this login to read that.',
    lacksPermission: true,
  },
  {
    status: is(400, 422),
    codes: ['FIELD_LENGTH_TOO_LONG'],
    next: 'rejected',
    error: 'content_rejected',
    message: 'The text is too long for LinkedIn.',
  },
  { status: is(404), next: 'rejected', error: 'platform_rejected', message: 'LinkedIn does not find it.' },
  { status: is(400, 422), next: 'rejected', error: errorByRequest, message: 'LinkedIn refused the request.' },
]

const text = z.string().catch('')

const body = z.object({
  code: text,
  message: text,
  errorDetails: z
    .object({ inputErrors: z.array(z.object({ code: text, description: text })).catch([]) })
    .catch({ inputErrors: [] }),
})

/** Two shapes, of which any field may be missing. */
export function errorIn(answer: Answer): ErrorText {
  const said = body.safeParse(jsonIn(answer)).data
  if (!said) return { codes: [], words: [] }
  const { inputErrors } = said.errorDetails
  const words = [said.message, ...inputErrors.map(({ description }) => description)]
  return {
    codes: [said.code, ...inputErrors.map(({ code }) => code)].filter((one) => one !== ''),
    words: words.filter((one) => one !== ''),
  }
}

export const isRefusedWith = (code: string, answer: Answer): boolean => errorIn(answer).codes.includes(code)

/** The post that a refusal as a duplicate names; null for another refusal, or if none is named. */
export function duplicateOf(answer: Answer): string | null {
  if (!isRefusedWith('DUPLICATE_POST', answer)) return null
  const named = errorIn(answer).words.map((words) => /urn:li:(?:share|ugcPost):\d+/.exec(words)?.[0])
  return named.find((one) => one !== undefined) ?? null
}

/** The response names no time. According to the documentation, LinkedIn's days are days in UTC. */
const resetOf = (answer: Answer, now: number): number | undefined =>
  answer.status === 429 && errorIn(answer).words.some((words) => perDay.test(words))
    ? (Math.floor(now / day) + 1) * day
    : undefined

export const { refusal, refused, quoted } = refusals({
  title: 'LinkedIn',
  rows,
  errorIn,
  permissions: { name: 'linkedin', of: requestOf },
  resetOf,
})
