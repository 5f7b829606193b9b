import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refusal } from '../../../src/platforms/facebook/errors.ts'
import type { CallSubject } from '../../../src/platforms/shared/refusals.ts'
import { graphError, now } from './scripted.ts'

const clock = { now: () => now }

const of = (asked: CallSubject, body: unknown, status = 400, headers: Readonly<Record<string, string>> = {}) =>
  refusal({ status, headers, text: JSON.stringify(body), json: () => body }, asked, { clock })

const outcome = (asked: CallSubject, ...given: [body: unknown, status?: number]) => {
  const found = of(asked, ...given)
  return 'error' in found ? `${found.type} ${found.error}` : found.type
}

const same = (one: string): Record<CallSubject, string> => ({ media: one, post: one, read: one })

/** It is unknown whether the post became visible. */
const doubtful: Record<CallSubject, string> = {
  media: 'retry platform_unavailable',
  post: 'unknown',
  read: 'retry platform_unavailable',
}

describe('a refusal is recognized by its code, whatever its status is', () => {
  const cases: readonly (readonly [body: unknown, status: number, of: Record<CallSubject, string>])[] = [
    ...[4, 17, 32, 341, 613, 80_001].map(
      (code) => [graphError(code), code === 613 ? 403 : 400, same('retry rate_limited')] as const,
    ),
    ...[458, 459, 460, 464, 492].map(
      (subcode) => [graphError(190, { error_subcode: subcode }), 400, same('reconnect reconnect_required')] as const,
    ),
    ...[undefined, 463, 467].map(
      (subcode) => [graphError(190, { error_subcode: subcode }), 400, same('expired')] as const,
    ),
    [graphError(102), 401, same('expired')],
    ...[3, 10, 200, 283, 299].map((code) => [graphError(code), 403, same('rejected permission_missing')] as const),
    [graphError(368), 400, same('rejected platform_rejected')],
    [graphError(506), 400, same('rejected duplicate_content')],
    [graphError(100, { error_subcode: 1_366_051 }), 400, same('rejected duplicate_content')],
    [
      graphError(100),
      400,
      { media: 'rejected media_rejected', post: 'rejected content_rejected', read: 'rejected platform_rejected' },
    ],
    [
      graphError(100, { error_subcode: 33 }),
      400,
      { media: 'rejected media_rejected', post: 'rejected content_rejected', read: 'retry platform_unavailable' },
    ],
    [graphError(100, { error_subcode: 1_366_046 }), 400, same('rejected media_rejected')],
    [graphError(6000, { error_subcode: 1_363_030 }), 400, same('rejected media_rejected')],
    [graphError(1_609_005), 400, same('rejected content_rejected')],
    [graphError(1_390_008), 400, same('retry rate_limited')],
    ...[1, 2, 6001, 1_363_047].map((code) => [graphError(code), 400, doubtful] as const),
    [graphError(77_777, { is_transient: true }), 400, doubtful],
    [
      graphError(77_777),
      400,
      { media: 'rejected media_rejected', post: 'rejected content_rejected', read: 'rejected platform_rejected' },
    ],
    // A broken server proves nothing about what it has accepted, whatever it responds.
    [graphError(190), 500, doubtful],
    ['<html>', 502, doubtful],
    [{ debug_info: { retriable: true, type: 'PartialRequestError', message: 'Partial.' } }, 400, doubtful],
    [
      { debug_info: { retriable: false, type: 'ProcessingFailedError', message: 'No film.' } },
      400,
      { media: 'rejected media_rejected', post: 'rejected content_rejected', read: 'rejected platform_rejected' },
    ],
  ]
  for (const [body, status, expected] of cases)
    test(`${status} ${JSON.stringify(body).slice(0, 120)}`, () => {
      for (const [asked, wanted] of Object.entries(expected))
        assert.equal(outcome(asked as CallSubject, body, status), wanted, asked) // its keys are those
    })
})

describe('after a rate limit the next call waits as long as Facebook says, and at least a minimum time', () => {
  const usage = (minutes: number) =>
    JSON.stringify({ '11': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: minutes }] })
  const pauseOf = (headers: Readonly<Record<string, string>>) => of('post', graphError(32), 400, headers)

  test('in minutes, for the longest of all limits', () => {
    const found = pauseOf({ 'x-business-use-case-usage': usage(7) })
    assert.ok(found.type === 'retry')
    assert.equal(found.notBefore, now + 7 * 60_000)
    assert.equal(found.wholeAccount, true)
  })

  test('if no time is named', () => {
    for (const headers of [{}, { 'x-business-use-case-usage': usage(0) }, { 'x-business-use-case-usage': 'soon' }]) {
      const found = pauseOf(headers)
      assert.deepEqual(found.type === 'retry' && [found.notBefore, found.pause, found.wholeAccount], [
        undefined,
        600_000,
        true,
      ])
    }
  })

  test('at most a day, whatever Facebook says', () => {
    const found = pauseOf({ 'x-business-use-case-usage': usage(100_000) })
    assert.equal(found.type === 'retry' && found.notBefore, now + 25 * 3_600_000)
  })
})

test('people see Facebook’s message for people', () => {
  const found = of('post', graphError(100, { error_user_title: 'No', error_user_msg: 'Your photo is too large.' }))
  assert.match(found.message, /Facebook says: “Your photo is too large\.”$/)
})
