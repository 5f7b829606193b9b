import { ended, endingsOf, harmless, unasked, warnedAndEnded } from '../shared/endings.ts'
import { usual } from '../shared/scenarios.ts'
import { outcomes } from '../shared/seen.ts'
import type { FaultCase, FaultTable, Scenario, Way } from '../shared/tested.ts'
import { isInText, oneAtATime, usualMessage } from '../shared/ways.ts'

function way(met: FaultCase): Way {
  if (met.operation === 'token') return { account: 'aging', connectsLate: true }
  return met.operation === 'upload' || met.operation === 'status' ? { media: 'image' } : usualMessage(met)
}

export const faults: FaultTable = {
  endings: endingsOf(
    {
      // A failed renewal leaves a token that is still valid for a while.
      token: {
        ...harmless,
        token_expired: ended('reconnect_required'),
        token_revoked: ended('reconnect_required'),
        permission_missing: ended('reconnect_required'),
        daily_quota: 'published',
      },
      upload: {},
      status: {},
      create: {},
      comment: { token_expired: warnedAndEnded('reconnect_required') },
      // A check pauses nothing.
      read: { token_expired: unasked, token_revoked: unasked, daily_quota: 'published' },
    },
    // An access token can be renewed only by itself, before it expires.
    { token_expired: ended('reconnect_required') },
  ),
  way,
  place: oneAtATime('threads'),
  onPostgres: isInText,
}

export const scenarios: readonly Scenario[] = [
  usual.lostTwice,
  usual.responsesLost,
  usual.neverArrives,
  usual.lostThenLimited,
  {
    name: 'a post with media whose commit lost its response is found',
    text: '[[sandbox:timeout_after]]',
    media: 'image',
    seen: {},
  },
  {
    name: 'a post with media whose lost commit was not accepted is published with the same container',
    text: '[[sandbox:server_error]]',
    media: 'described image',
    seen: {},
  },
  usual.commentsLostAndRefused,
  {
    name: 'a container that is finished and not found at first is published without another attempt',
    account: 'misses',
    comments: ['One.', 'Two.'],
    seen: {},
  },
  {
    name: 'a container that is lost for good is created again, and published once',
    account: 'loses',
    seen: {},
  },
  {
    name: 'a comment that had to wait many times is still retried after a rate limit',
    account: 'loses',
    comments: ['One.'],
    fault: { operation: 'comment', kind: 'rate_limit', after: 3 },
    seen: { comments: [1] },
  },
  {
    name: 'a post that is refused as a restricted activity, but was published, is found',
    account: 'restricted',
    comments: ['One.'],
    seen: {},
  },
  {
    name: 'an account that may not publish fails with that reason',
    account: 'suspended',
    seen: { ...outcomes.failed, error: 'reconnect_required', login: 'ended' },
  },
]
