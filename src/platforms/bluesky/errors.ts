import { z } from 'zod'
import { type Answer, jsonIn } from '../shared/call.ts'
import { is, ofWhatWasSent, type RefusalRow, refusals, type Said } from '../shared/refusals.ts'

/** Source: lexicons and PDS of bluesky-social/atproto, 2026-08-20. */
const rows: readonly RefusalRow[] = [
  // Whether the login as a whole is dead is seen when it is renewed: there is an app password to sign in again with.
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
    message: 'Bluesky has taken the account down. Connect it again once it is back.',
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
    message: 'The account is no longer at its Bluesky server. Connect it again.',
  },
  {
    codes: ['ScopeMissingError'],
    next: 'reconnect',
    error: 'permission_missing',
    message: 'This login may not do that at Bluesky. Connect the account again with an app password of its own.',
  },
  {
    codes: ['InvalidSwap'],
    next: 'rejected',
    error: 'duplicate_content',
    message: 'Bluesky already has a record where this one was to go.',
  },
  {
    codes: ['BlobNotFound'],
    next: 'rejected',
    error: 'media_unavailable',
    message: 'Bluesky no longer has the uploaded media. Publish the post again.',
  },
  // Of a thread (lexicon of 2026-08-20).
  {
    codes: ['NotFound'],
    asked: ['read'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Bluesky does not show this post.',
  },
  // The video service's; the lexicon of `startUpload` names it (2026-08-20).
  {
    codes: ['DailyLimitExceeded'],
    next: 'rejected',
    error: 'quota_exhausted',
    message: 'The account may send no more videos to Bluesky today.',
  },
  {
    codes: ['InvalidMimeType', 'InvalidSize', 'PayloadTooLarge'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'The account’s Bluesky server does not take this file.',
  },
  {
    status: is(403),
    next: 'rejected',
    error: 'permission_missing',
    message: 'Bluesky does not allow this account to do that.',
  },
  {
    status: is(413, 415),
    next: 'rejected',
    error: ofWhatWasSent,
    message: 'This is too large for the account’s Bluesky server, or of a type that it does not take.',
  },
]

const text = z.string().catch('')
const errorBody = z.object({ error: text, message: text })

export function saidIn(answer: Answer): Said {
  const said = errorBody.safeParse(jsonIn(answer)).data
  return said ? { codes: [said.error], words: [said.message] } : { codes: [], words: [] }
}

export const isRefusedWith = (code: string, answer: Answer): boolean => saidIn(answer).codes.includes(code)

/** It is on every answer, so it counts only where nothing remains; in seconds since 1970 (PDS source, 2026-08-20). */
function resetOf({ headers }: Answer): number | undefined {
  const { 'ratelimit-reset': reset = '', 'ratelimit-remaining': remaining = '0' } = headers
  return /^\d{10}$/.test(reset) && remaining === '0' ? Number(reset) * 1_000 : undefined
}

export const { refusal, quoted } = refusals({ title: 'Bluesky', rows, saidIn, resetOf })
