import { ended, endingsOf, failed, postNotResent, renewalLost, unasked } from '../shared/endings.ts'
import { usual } from '../shared/scenarios.ts'
import { outcomes } from '../shared/seen.ts'
import type { FaultCase, FaultTable, Place, Scenario } from '../shared/tested.ts'
import { endsToken, isSampled, usualMessage } from '../shared/ways.ts'

/**
 * A fault set by the control API affects the next call, so cases with the same calls run one after another:
 * an image in doubt is searched, a video has its board checked, and an expired login is renewed.
 */
function place(met: FaultCase): Place {
  const { operation } = met
  const renews = endsToken(met)
  if (operation === 'read') return { bench: 'second', line: 'pinterest read' }
  if (operation === 'account' && !renews) return { bench: 'first', line: 'pinterest account' }
  if (operation === 'create' && !renews) return { bench: 'first', line: null }
  const isToken = operation === 'token' || operation === 'create'
  return isToken ? { bench: 'first', line: 'pinterest token' } : { bench: 'second', line: 'pinterest video' }
}

const withVideo = ['account', 'upload', 'status']

export const faults: FaultTable = {
  endings: endingsOf(
    {
      token: {
        // Pinterest ends a login whose refresh token is used twice.
        ...renewalLost,
        permission_missing: ended('reconnect_required'),
        duplicate: ended('reconnect_required'),
        media_rejected: ended('reconnect_required'),
        daily_quota: 'postponed',
      },
      account: {
        // The metadata of a board is not needed.
        malformed_json: 'published',
        media_rejected: failed('platform_rejected'),
      },
      upload: {},
      status: {},
      create: postNotResent,
      read: { token_revoked: unasked, permission_missing: unasked },
    },
    { permission_missing: ended('permission_missing') },
  ),
  way: (met) => ({ media: withVideo.includes(met.operation) ? 'long video' : 'image', ...usualMessage(met) }),
  place,
  onPostgres: isSampled,
}

const { retried, failed: failedAtOnce } = outcomes

export const scenarios: readonly Scenario[] = [
  { ...usual.limitedFiveTimes, media: 'image' },
  { ...usual.responsesLost, media: 'image' },
  { ...usual.notResent, media: 'image' },
  { ...usual.limitedThenLost, media: 'described image' },
  {
    name: 'a video whose bytes are lost is uploaded again',
    media: 'long video',
    fault: { operation: 'upload', kind: 'reset', after: 1 },
    seen: retried,
  },
  {
    name: 'a video that Pinterest’s storage refuses fails',
    media: 'long video',
    fault: { operation: 'upload', kind: 'media_rejected', after: 1 },
    seen: { ...failedAtOnce, error: 'media_rejected' },
  },
  {
    name: 'an app with trial access fails with that reason',
    account: 'trial',
    media: 'image',
    seen: { ...failedAtOnce, error: 'permission_missing' },
  },
]
