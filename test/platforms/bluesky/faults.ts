import type { Fault } from '../../harness/simulated.ts'
import { ended, endingsOf, unasked, warnedAndEnded } from '../shared/endings.ts'
import { usual } from '../shared/scenarios.ts'
import { type JobView, outcomes } from '../shared/seen.ts'
import type { FaultTable, Scenario } from '../shared/tested.ts'
import { usualPlace, usualWay } from '../shared/ways.ts'

export const faults: FaultTable = {
  endings: endingsOf(
    {
      // The same refresh token returns the same successor again, and there is the app password.
      token: {
        token_expired: 'published',
        token_revoked: 'published',
        permission_missing: 'published',
        duplicate: 'published',
        media_rejected: 'published',
        daily_quota: 'postponed',
      },
      // A mention that can't be resolved at all stays text.
      account: { permission_missing: 'published', duplicate: 'published', media_rejected: 'published' },
      upload: {},
      status: {},
      create: {},
      comment: { token_revoked: 'published', permission_missing: warnedAndEnded('permission_missing') },
      read: { permission_missing: unasked },
    },
    {
      // Only the token; the login is renewed.
      token_revoked: 'published',
      permission_missing: ended('permission_missing'),
    },
  ),
  way: usualWay,
  place: usualPlace('bluesky'),
}

const { failed, retried } = outcomes

/** The calls for a video besides its upload. */
const videoScenarios = (['token', 'account'] as const).flatMap((operation): Scenario[] =>
  [0, 1].flatMap((after) => {
    const scenario = (kind: Fault['kind'], seen: Partial<JobView>): Scenario => ({
      name: `${kind} at call ${after + 1} of ${operation} for a video`,
      media: 'video',
      fault: { operation, kind, after },
      seen,
    })
    // If a server does not report its DID, it is derived by a rule.
    const isName = operation === 'account' && after === 1
    return [
      scenario('server_error', isName ? {} : retried),
      // Both are reads, which are sent again at once.
      scenario('reset', {}),
      scenario('malformed_json', retried),
      ...(operation === 'account' && after === 0
        ? [scenario('daily_quota', { ...failed, error: 'quota_exhausted' })]
        : []),
    ]
  }),
)

export const scenarios: readonly Scenario[] = [
  usual.limitedFourTimes,
  usual.limitedFiveTimes,
  usual.lostThreeTimes,
  usual.responsesLost,
  usual.neverArrives,
  usual.limitedThenLost,
  usual.lostThenLimited,
  usual.lostThenDuplicate,
  usual.commentsLostAndRefused,
  usual.commentNeverArrives,
  usual.commentLimitedFiveTimes,
  {
    name: 'a post with media is sent again with its record key',
    text: '[[sandbox:server_error]]',
    media: 'image',
    seen: {},
  },
  ...videoScenarios,
  {
    name: 'a video beyond the daily limit fails with that reason, even if only the upload reports it',
    media: 'video',
    fault: { operation: 'upload', kind: 'daily_quota' },
    seen: { ...failed, error: 'quota_exhausted' },
  },
]
