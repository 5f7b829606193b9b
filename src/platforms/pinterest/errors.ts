import { z } from 'zod'
import { hour } from '../../domain/time.ts'
import { type Answer, jsonIn } from '../shared/call.ts'
import { type ErrorText, is, type RefusalRow, refusals } from '../shared/refusals.ts'
import { scopeRequest } from './permissions.ts'

const aboutMedia = /\b(image|video|media|cover\w*|picture|file)\b/i

const resetOf = ({ headers }: Answer, now: number): number | undefined => {
  const { 'x-ratelimit-reset': seconds = '' } = headers
  return /^\d{1,9}$/.test(seconds) ? now + Number(seconds) * 1_000 : undefined
}

/** Limits by the minute reset within an hour. A later reset is the daily limit of apps with trial access. */
const isLong = (answer: Answer): boolean => (resetOf(answer, 0) ?? 0) >= hour

/**
 * Sources: OpenAPI 5.23.0 (codes 2, 3, 7, 8, 29, 30, 40, 50), other rows as noted. Some endpoints return the status as the
 * code, so the status is compared too.
 */
const rows: readonly RefusalRow[] = [
  {
    status: is(429),
    when: isLong,
    next: 'later',
    error: 'quota_exhausted',
    message: 'The Pinterest app of this instance has reached its daily limit of requests.',
  },
  // Postiz issue 1084, 2025-11.
  {
    status: is(403),
    says: /trial access/i,
    next: 'rejected',
    error: 'permission_missing',
    message:
      'The Pinterest app of this instance has trial access, so it can publish only in Pinterest’s own sandbox. The operator has to ask Pinterest for standard access.',
  },
  // Several clients, 2026.
  {
    status: is(401, 403),
    says: /consumer type/i,
    next: 'rejected',
    error: 'permission_missing',
    message:
      'Pinterest has not approved the app of this instance yet. Nothing can be published before its operator has the approval.',
  },
  {
    status: is(401, 403),
    codes: ['3'],
    says: /permission|scope/i,
    next: 'reconnect',
    error: 'permission_missing',
    message: 'The Pinterest login lacks a permission.',
    lacksPermission: true,
  },
  {
    status: is(401, 403),
    codes: ['3'],
    next: 'rejected',
    error: 'permission_missing',
    message:
      'Pinterest does not allow the app of this instance to do this. Its operator looks at the access of the app at Pinterest. A new login does not help.',
  },
  {
    status: is(401, 403),
    codes: ['7', '29'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Pinterest does not allow the account to do this. The board may belong to somebody else.',
  },
  {
    status: is(404),
    codes: ['40'],
    next: 'rejected',
    error: 'platform_rejected',
    message:
      'Pinterest cannot find the board. Name another one in `boardId`, or connect the account again to choose one.',
  },
  {
    status: is(409),
    next: 'rejected',
    error: 'duplicate_content',
    message: 'Pinterest already has this.',
  },
  // Clients in production, 2026-11: a video that only names a frame as its cover may be refused.
  {
    status: is(400),
    says: /cover_image_(url|data)/i,
    asked: ['post'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'Pinterest requires a cover image for this video. Set `thumbnail_url` to a JPEG or PNG.',
  },
  {
    status: is(400, 413, 415),
    says: aboutMedia,
    asked: ['post', 'media'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'Pinterest does not accept the media.',
  },
  {
    status: is(403, 404),
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Pinterest refused the request.',
  },
]

const body = z.object({ code: z.union([z.number(), z.string()]).catch(''), message: z.string().catch('') })

export function errorIn(answer: Answer): ErrorText {
  const said = body.safeParse(jsonIn(answer)).data
  if (!said) return { codes: [], words: [] }
  return { codes: [String(said.code)], words: said.message === '' ? [] : [said.message] }
}

/** Pinterest's servers could not fetch the image; the media host may have been slow (two clients, 2026). */
export const couldNotFetch = (answer: Answer): boolean =>
  answer.status === 400 && errorIn(answer).words.some((words) => /unable to reach|(not|n’t|n't) fetch/i.test(words))

/** The refusal is about the cover of a video, not about the video: only a cover makes the request large. */
export const refusesCover = (answer: Answer): boolean =>
  answer.status === 413 ||
  ([400, 415].includes(answer.status) && errorIn(answer).words.some((words) => /cover/i.test(words)))

export const { refusal, refused, quoted } = refusals({
  title: 'Pinterest',
  rows,
  errorIn,
  permissions: { name: 'pinterest', of: () => scopeRequest },
  resetOf,
})
