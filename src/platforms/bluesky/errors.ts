import { z } from 'zod'
import { type Answer, jsonIn } from '../shared/call.ts'
import { type ErrorText, errorByRequest, is, type RefusalRow, refusals } from '../shared/refusals.ts'

/** Source: lexicons and PDS of bluesky-social/atproto, 2026-08-20. */
const rows: readonly RefusalRow[] = [
  // Whether the whole login is invalid shows when it is renewed: the app password can sign in again.
  {
    codes: ['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AuthenticationRequired'],
    next: 'expired',
    error: 'token_expired',
    message: 'Bluesky refused the access token.',
  },
  {
    codes: ['AccountTakedown'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'Bluesky has taken the account down. Connect it again after Bluesky has restored it.',
  },
  {
    codes: ['AccountDeactivated'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'The Bluesky account is deactivated. Activate it in Bluesky, then connect it again.',
  },
  {
    codes: ['AccountNotFound'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'The account no longer exists on its Bluesky server. If it has moved, connect it again.',
  },
  {
    codes: ['ScopeMissingError'],
    next: 'reconnect',
    error: 'permission_missing',
    message:
      'The Bluesky login lacks a permission that this needs. Connect the account again with another app password.',
  },
  {
    codes: ['InvalidSwap'],
    next: 'rejected',
    error: 'duplicate_content',
    message: 'Bluesky already has a different record under the key of this post.',
  },
  {
    codes: ['BlobNotFound'],
    next: 'rejected',
    error: 'media_unavailable',
    message: 'Bluesky has deleted the uploaded media. Retry the job to upload it again.',
  },
  // From `getPostThread` (lexicon, 2026-08-20).
  {
    codes: ['NotFound'],
    asked: ['read'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Bluesky does not show this post.',
  },
  // From the video service; in the lexicon of `startUpload` (2026-08-20).
  {
    codes: ['DailyLimitExceeded'],
    next: 'rejected',
    error: 'quota_exhausted',
    message: 'The account has reached Bluesky’s daily limit of videos.',
  },
  {
    codes: ['InvalidMimeType', 'InvalidSize', 'PayloadTooLarge'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'The account’s Bluesky server does not accept this file.',
  },
  {
    status: is(403),
    next: 'rejected',
    error: 'permission_missing',
    message: 'Bluesky does not allow the account to do this.',
  },
  {
    status: is(413, 415),
    next: 'rejected',
    error: errorByRequest,
    message: 'The account’s Bluesky server does not accept the size or the type of what was sent.',
  },
]

const text = z.string().catch('')
const errorBody = z.object({ error: text, message: text })

export function errorIn(answer: Answer): ErrorText {
  const said = errorBody.safeParse(jsonIn(answer)).data
  return said ? { codes: [said.error], words: [said.message] } : { codes: [], words: [] }
}

export const isRefusedWith = (code: string, answer: Answer): boolean => errorIn(answer).codes.includes(code)

/** Every response has the header, in seconds since 1970. It matters only if nothing remains (PDS source, 2026-08-20). */
function resetOf({ headers }: Answer): number | undefined {
  const { 'ratelimit-reset': reset = '', 'ratelimit-remaining': remaining = '0' } = headers
  return /^\d{10}$/.test(reset) && remaining === '0' ? Number(reset) * 1_000 : undefined
}

export const { refusal, quoted } = refusals({ title: 'Bluesky', rows, errorIn, resetOf })
