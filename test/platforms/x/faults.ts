import type { Fault } from '../../harness/simulated.ts'
import { endingsOf, renewalLost, unasked } from '../shared/endings.ts'
import { usual } from '../shared/scenarios.ts'
import { type JobView, outcomes } from '../shared/seen.ts'
import type { FaultTable, Scenario } from '../shared/tested.ts'
import { usualPlace, usualWay } from '../shared/ways.ts'

/** Publishing does not read the account at X; accepting a long video does, with its own table. */
export const faults: FaultTable = {
  endings: endingsOf({
    token: renewalLost,
    upload: {},
    status: {},
    create: {},
    comment: {},
    read: { token_revoked: unasked },
  }),
  way: usualWay,
  place: usualPlace('x'),
}

const { failed, retried, unknown } = outcomes

/** Calls of an upload: start, segments, end, and alternative text. */
const uploadCalls = [
  { call: 'begins', after: 0 },
  { call: 'is sent', after: 1 },
  { call: 'ends', after: 2 },
  { call: 'is described', after: 3 },
] as const

const uploadScenarios = uploadCalls.flatMap(({ call, after }): Scenario[] => {
  const scenario = (kind: Fault['kind'], seen: Partial<JobView>): Scenario => ({
    name: `${kind} when an upload ${call}`,
    media: 'described image',
    fault: { operation: 'upload', kind, after },
    seen,
  })
  return [
    scenario('server_error', retried),
    scenario('server_error_after', retried),
    scenario('malformed_json', call === 'is sent' || call === 'is described' ? {} : retried),
    scenario('reset', retried),
    // A post is more important than the alternative text of its image.
    scenario('media_rejected', call === 'is described' ? {} : { ...failed, error: 'media_rejected' }),
  ]
})

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
    name: 'a post with media whose lost commit was not accepted requires a person',
    text: '[[sandbox:server_error]]',
    media: 'image',
    seen: { ...unknown, posts: 0 },
  },
  {
    name: 'a post with media whose commit lost its response is found by its media',
    text: '[[sandbox:server_error_after]]',
    media: 'image',
    seen: {},
  },
  ...uploadScenarios,
  {
    name: 'if a list never shows a post, a person has to check, and there is one post',
    text: '[[sandbox:server_error_after]]',
    fault: { operation: 'read', kind: 'list_lag', times: 1_000 },
    seen: unknown,
  },
]
