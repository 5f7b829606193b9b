import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refusal as refusalAt } from '../../../src/platforms/bluesky/errors.ts'
import type { Answer } from '../../../src/platforms/shared/call.ts'
import type { CallSubject } from '../../../src/platforms/shared/refusals.ts'

const now = Date.UTC(2026, 10, 21)

const refusal = (to: Answer, asked: CallSubject) => refusalAt(to, asked, { clock: { now: () => now } })

const answer = (status: number, body: unknown = '', headers: Readonly<Record<string, string>> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers, text, json: (): unknown => JSON.parse(text || '{}') }
}

const named = (status: number, error: string, message = 'Words.') => answer(status, { error, message })

type Case = readonly [status: number, error: string, media: string, post: string, read: string]

const cases: readonly Case[] = [
  [400, 'ExpiredToken', 'expired', 'expired', 'expired'],
  [400, 'InvalidToken', 'expired', 'expired', 'expired'],
  [401, 'AuthMissing', 'expired', 'expired', 'expired'],
  [401, 'AuthenticationRequired', 'expired', 'expired', 'expired'],
  [401, 'SomethingElse', 'expired', 'expired', 'expired'],
  [
    401,
    'AccountTakedown',
    'reconnect reconnect_required',
    'reconnect reconnect_required',
    'reconnect reconnect_required',
  ],
  [
    401,
    'AccountDeactivated',
    'reconnect reconnect_required',
    'reconnect reconnect_required',
    'reconnect reconnect_required',
  ],
  [
    403,
    'AccountNotFound',
    'reconnect reconnect_required',
    'reconnect reconnect_required',
    'reconnect reconnect_required',
  ],
  [
    403,
    'ScopeMissingError',
    'reconnect permission_missing',
    'reconnect permission_missing',
    'reconnect permission_missing',
  ],
  [403, 'SomethingElse', 'rejected permission_missing', 'rejected permission_missing', 'rejected permission_missing'],
  [400, 'InvalidRequest', 'rejected media_rejected', 'rejected content_rejected', 'rejected platform_rejected'],
  [400, 'InvalidMimeType', 'rejected media_rejected', 'rejected media_rejected', 'rejected media_rejected'],
  [400, 'InvalidSize', 'rejected media_rejected', 'rejected media_rejected', 'rejected media_rejected'],
  [413, 'PayloadTooLarge', 'rejected media_rejected', 'rejected media_rejected', 'rejected media_rejected'],
  [413, '', 'rejected media_rejected', 'rejected content_rejected', 'rejected platform_rejected'],
  [415, '', 'rejected media_rejected', 'rejected content_rejected', 'rejected platform_rejected'],
  [400, 'BlobNotFound', 'rejected media_unavailable', 'rejected media_unavailable', 'rejected media_unavailable'],
  [400, 'InvalidSwap', 'rejected duplicate_content', 'rejected duplicate_content', 'rejected duplicate_content'],
  [400, 'DailyLimitExceeded', 'rejected quota_exhausted', 'rejected quota_exhausted', 'rejected quota_exhausted'],
  [429, 'RateLimitExceeded', 'retry rate_limited', 'retry rate_limited', 'retry rate_limited'],
  [500, 'InternalServerError', 'retry platform_unavailable', 'unknown', 'retry platform_unavailable'],
  [502, 'UpstreamFailure', 'retry platform_unavailable', 'unknown', 'retry platform_unavailable'],
  [504, 'UpstreamTimeout', 'retry platform_unavailable', 'unknown', 'retry platform_unavailable'],
  [408, '', 'retry platform_unavailable', 'unknown', 'retry platform_unavailable'],
  // The error name does not matter if the server itself is broken.
  [503, 'ExpiredToken', 'retry platform_unavailable', 'unknown', 'retry platform_unavailable'],
  [404, 'XRPCNotSupported', 'rejected media_rejected', 'rejected content_rejected', 'rejected platform_rejected'],
]

describe('every refusal has its outcome', () => {
  for (const [status, error, ...expected] of cases)
    test(`${status} ${error}`, () => {
      const outcomes = (['media', 'post', 'read'] as const).map((asked) => refusal(named(status, error), asked))
      const told = outcomes.map((outcome) => ('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type))
      assert.deepEqual(told, expected)
    })
})

test('a refusal quotes Bluesky’s message, up to a limit', () => {
  const told = refusal(named(400, 'InvalidRequest', 'Record/text must not be longer than 300 graphemes'), 'post')
  assert.match(told.message, /“Record\/text must not be longer than 300 graphemes”/)
  assert.ok(refusal(named(400, 'InvalidRequest', 'x'.repeat(100_000)), 'post').message.length < 400)
})

test('a rate limit holds for the whole account, until the platform’s own time', () => {
  const reset = now / 1_000 + 300
  const told = refusal(answer(429, { error: 'RateLimitExceeded' }, { 'ratelimit-reset': String(reset) }), 'post')
  assert.deepEqual(told.type === 'retry' && [told.wholeAccount, told.notBefore], [true, reset * 1_000])
})

describe('when to ask again is read from the headers', () => {
  const headers: readonly (readonly [Readonly<Record<string, string>>, number | undefined])[] = [
    [{ 'retry-after': '30' }, now + 30_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 00:01:00 GMT' }, now + 60_000],
    [{ 'retry-after': '5', 'ratelimit-reset': '1795219500' }, 1_795_219_500_000],
    [{ 'retry-after': '600', 'ratelimit-reset': '1795219500' }, now + 600_000],
    [{ 'retry-after': '10000000' }, now + 25 * 3_600_000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '1795219500' }, 1_795_219_500_000],
    [{ 'ratelimit-remaining': '17', 'ratelimit-reset': '1795219500' }, undefined],
    [{ 'retry-after': 'soon', 'ratelimit-reset': 'later' }, undefined],
    [{}, undefined],
  ]
  for (const [given, expected] of headers)
    test(JSON.stringify(given), () => {
      const told = refusal(answer(429, '', given), 'post')
      assert.equal(told.type === 'retry' && told.notBefore, expected)
    })
})

test('a broken server is not called before its Retry-After', () => {
  const told = refusal(answer(503, '', { 'retry-after': '30' }), 'media')
  assert.equal(told.type === 'retry' && told.notBefore, now + 30_000)
})
