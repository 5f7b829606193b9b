import { commentNotResent, ended, endingsOf, unasked, warned, warnedAndEnded } from '../shared/endings.ts'
import { usual } from '../shared/scenarios.ts'
import { outcomes } from '../shared/seen.ts'
import type { FaultTable, Scenario } from '../shared/tested.ts'
import { isSampled, oneAtATime, usualMessage } from '../shared/ways.ts'

export const faults: FaultTable = {
  endings: endingsOf(
    {
      // The result of creating a session is in a header, and its body is empty.
      upload: { malformed_json: 'published' },
      create: {},
      comment: { ...commentNotResent, permission_missing: warnedAndEnded('permission_missing') },
      read: { token_revoked: unasked, permission_missing: unasked },
    },
    {
      permission_missing: ended('permission_missing'),
      // At this point the video exists.
      processing_failed: warned('media_rejected'),
    },
  ),
  way: (met) => ({ media: 'video', ...usualMessage(met) }),
  place: oneAtATime('youtube'),
  onPostgres: isSampled,
}

const { failed: failedAtOnce } = outcomes

const scenario = (name: string, more: Omit<Scenario, 'name' | 'media'>): Scenario => ({ name, media: 'video', ...more })

export const scenarios: readonly Scenario[] = [
  { ...usual.limitedFiveTimes, media: 'video' },
  { ...usual.lostThreeTimes, media: 'video' },
  { ...usual.responsesLost, media: 'video' },
  { ...usual.neverArrives, media: 'video' },
  { ...usual.limitedThenLost, media: 'video' },
  { ...usual.commentsLostAndRefused, media: 'video' },
  { ...usual.sameCommentTwice, media: 'video' },
  { ...usual.renewalRepeated, media: 'video' },
  scenario('a login that Google refuses to renew needs a person', {
    text: '[[sandbox:token_expired]]',
    fault: { operation: 'token', kind: 'token_expired' },
    seen: { ...failedAtOnce, error: 'reconnect_required', login: 'ended' },
  }),
  scenario('a video that can’t be processed leaves a warning', {
    fault: { operation: 'status', kind: 'processing_failed' },
    comments: ['One.'],
    seen: { warnings: ['media_rejected'] },
  }),
  scenario('a video whose status can’t be read is completed', {
    fault: { operation: 'status', kind: 'server_error', times: 2 },
    comments: ['One.'],
    seen: {},
  }),
  scenario('a video that is locked as private leaves a warning', {
    account: 'locked private',
    seen: { warnings: ['platform_rejected'] },
  }),
  scenario('a suspended account fails with that reason', {
    account: 'suspended',
    seen: { ...failedAtOnce, error: 'reconnect_required', login: 'ended' },
  }),
]
