import {
  commentNotResent,
  ended,
  endingsOf,
  type Failure,
  failed,
  unasked,
  warned,
  warnedAndEnded,
} from '../shared/endings.ts'
import { usual } from '../shared/scenarios.ts'
import type { FaultTable, Scenario } from '../shared/tested.ts'
import { endsToken, isInText, oneAtATime, usualMessage } from '../shared/ways.ts'
import { byFacebook } from './rules.ts'

/** Instagram’s tokens can be renewed only while they are valid, and not on their first day. */
const loginEnds = ended('reconnect_required')

const noToken: Failure = { ...loginEnds, attempts: 2 }

const rest = oneAtATime('instagram')

export const faults: FaultTable = {
  endings: endingsOf(
    {
      token: {
        rate_limit: noToken,
        server_error: noToken,
        timeout_before: noToken,
        timeout_after: noToken,
        server_error_after: noToken,
        reset: noToken,
        malformed_json: noToken,
        duplicate: noToken,
        media_rejected: noToken,
        daily_quota: noToken,
        permission_missing: loginEnds,
        slow_processing: loginEnds,
        processing_failed: loginEnds,
        list_lag: loginEnds,
      },
      // The daily limit is read; an unknown one is found by the refusal.
      account: { permission_missing: 'published', duplicate: 'published', media_rejected: 'published' },
      upload: {},
      status: {},
      create: {},
      comment: {
        ...commentNotResent,
        token_expired: warnedAndEnded('reconnect_required'),
        duplicate: warned('platform_unavailable'),
      },
      read: { token_expired: unasked, token_revoked: unasked, daily_quota: 'published' },
    },
    {
      token_expired: loginEnds,
      // Instagram does not refuse duplicates; it restricts accounts.
      duplicate: failed('platform_rejected'),
    },
  ),
  way: (met) => ({ media: 'image', ...usualMessage(met) }),
  // Few cases renew a login, so those run one after another beside all others.
  place: (met) =>
    met.operation === 'token' || (isInText(met) && endsToken(met))
      ? { bench: 'first', line: 'instagram token' }
      : rest(met),
  onPostgres: isInText,
}

export const scenarios: readonly Scenario[] = [
  { ...usual.lostTwice, media: 'image' },
  { ...usual.responsesLost, media: 'image' },
  { ...usual.lostThenLimited, media: 'image' },
  { ...usual.commentsLostAndRefused, media: 'image' },
  {
    name: 'a comment in doubt is not sent twice',
    media: 'image',
    comments: ['One. [[sandbox:server_error]]', 'Two.'],
    seen: { comments: [0, 1], warnings: ['platform_unavailable'] },
  },
  {
    name: 'with Facebook Login, doubt about a lost commit is resolved with the person’s token',
    account: byFacebook,
    media: 'image',
    text: '[[sandbox:server_error_after]]',
    seen: {},
  },
]
