import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer } from '../../../src/platforms/shared/call.ts'
import type { CallSubject } from '../../../src/platforms/shared/refusals.ts'
import { refusal as refusalAt } from '../../../src/platforms/youtube/errors.ts'
import { nextPacificDay } from '../../../src/platforms/youtube/pacific-day.ts'
import { now } from './scripted.ts'

const refusal = (to: Answer, asked: CallSubject) => refusalAt(to, asked, { clock: { now: () => now } })

const answer = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers, text, json: () => JSON.parse(text) }
}

const error = (reason: string, message = 'No.') => ({
  error: { code: 400, message, errors: [{ message, domain: 'youtube.test', reason }] },
})
const perDay = "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service"

describe('each error of YouTube has its outcome', () => {
  const cases: readonly (readonly [
    what: string,
    status: number,
    body: unknown,
    asked: CallSubject,
    expected: string,
  ])[] = [
    ['a token that has ended', 401, error('authError'), 'post', 'expired'],
    ['a token that has ended, without a reason', 401, '', 'media', 'expired'],
    ['no channel', 401, error('youtubeSignupRequired'), 'read', 'reconnect reconnect_required'],
    ['a permission that is missing', 403, error('insufficientPermissions'), 'post', 'reconnect permission_missing'],
    ['an API that is off', 403, error('accessNotConfigured'), 'read', 'rejected permission_missing'],
    ['the project’s day', 403, error('quotaExceeded'), 'read', 'retry quota_exhausted'],
    ['the project’s day, in its other word', 403, error('dailyLimitExceeded'), 'post', 'retry quota_exhausted'],
    ['the uploads of the project’s day', 429, error('rateLimitExceeded', perDay), 'media', 'retry quota_exhausted'],
    ['the uploads of the channel’s day', 400, error('uploadLimitExceeded'), 'media', 'retry quota_exhausted'],
    ['the thumbnails of the channel’s day', 429, error('uploadRateLimitExceeded'), 'media', 'rejected quota_exhausted'],
    ['too many requests', 429, error('rateLimitExceeded'), 'post', 'retry rate_limited'],
    ['too many requests, as 403', 403, error('userRateLimitExceeded'), 'read', 'retry rate_limited'],
    ['a wrong title', 400, error('invalidTitle'), 'media', 'rejected content_rejected'],
    ['wrong tags', 400, error('invalidTags'), 'media', 'rejected content_rejected'],
    ['a wrong picture', 400, error('invalidImage'), 'media', 'rejected media_rejected'],
    ['a channel without a phone number', 403, error('forbidden'), 'media', 'rejected permission_missing'],
    ['comments that are off', 403, error('commentsDisabled'), 'post', 'rejected platform_rejected'],
    ['a comment that is too long', 400, error('commentTextTooLong'), 'post', 'rejected content_rejected'],
    ['a full playlist', 403, error('playlistContainsMaximumNumberOfVideos'), 'post', 'rejected platform_rejected'],
    ['a suspended account', 403, error('authenticatedUserAccountSuspended'), 'media', 'reconnect reconnect_required'],
    ['a video that is not there', 404, error('videoNotFound'), 'post', 'rejected platform_rejected'],
    ['a wrong question', 400, error('invalidPageToken'), 'read', 'rejected platform_rejected'],
    ['a reason of tomorrow', 418, error('teapot'), 'post', 'rejected content_rejected'],
    ['a broken YouTube, of a post', 503, error('backendError'), 'post', 'unknown'],
    ['a broken YouTube, of an upload', 502, '<html>', 'media', 'retry platform_unavailable'],
    ['a broken YouTube, of a question', 500, error('internalError'), 'read', 'retry platform_unavailable'],
  ]
  for (const [what, status, body, asked, expected] of cases)
    test(`${what}: ${status}`, () => {
      const outcome = refusal(answer(status, body), asked)
      assert.equal('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, expected)
      assert.match(outcome.message, /^.{10,}[.”]$/)
    })
})

test('links and line breaks are removed from Google’s messages', () => {
  const words = 'You have exceeded\n your <a href="/youtube/v3/getting-started#quota">quota</a>.'
  const { message } = refusal(answer(403, error('quotaExceeded', words)), 'post')
  assert.match(message, /YouTube says: “You have exceeded your quota\.”$/)
})

describe('an unexpected body is handled', () => {
  for (const body of ['', '[]', '{"error":"no"}', '{"error":{"errors":[null,{"reason":7}]}}', '{'])
    test(body, () => assert.equal(refusal(answer(403, body), 'post').type, 'rejected'))
})

describe('the whole account waits as long as YouTube asks for', () => {
  const cases: readonly (readonly [
    what: string,
    status: number,
    body: object,
    headers: Answer['headers'],
    after: number | undefined,
  ])[] = [
    ['a day’s quota ends with the day in California', 403, error('quotaExceeded'), {}, nextPacificDay(now) - now],
    ['the uploads’ too', 429, error('rateLimitExceeded', perDay), {}, nextPacificDay(now) - now],
    ['a short rate limit has no known end', 429, error('rateLimitExceeded'), {}, undefined],
    ['Retry-After', 429, error('rateLimitExceeded'), { 'retry-after': '30' }, 30_000],
  ]
  for (const [what, status, body, headers, after] of cases)
    test(what, () => {
      const outcome = refusal(answer(status, body, headers), 'post')
      assert.ok(outcome.type === 'retry')
      assert.equal(outcome.wholeAccount, true)
      assert.equal(outcome.notBefore, after === undefined ? undefined : now + after)
    })

  test('the channel’s uploads are tried again after a day', () => {
    const outcome = refusal(answer(400, error('uploadLimitExceeded')), 'media')
    assert.equal(outcome.type === 'retry' && outcome.pause, 86_400_000)
  })
})

describe('the next day begins five minutes after midnight in California', () => {
  const cases: readonly (readonly [now: string, next: string])[] = [
    ['2026-11-22T00:00:00Z', '2026-11-22T08:05:00Z'],
    ['2026-11-22T07:59:59Z', '2026-11-22T08:05:00Z'],
    ['2026-11-22T08:00:00Z', '2026-11-23T08:05:00Z'],
    ['2026-07-01T06:59:59.500Z', '2026-07-01T07:05:00Z'],
    // The clocks go forward on 2026-03-08, and back on 2026-11-01.
    ['2026-03-08T09:00:00Z', '2026-03-09T07:05:00Z'],
    ['2026-11-01T08:00:00Z', '2026-11-02T08:05:00Z'],
  ]
  for (const [at, next] of cases)
    test(at, () => assert.equal(new Date(nextPacificDay(Date.parse(at))).toISOString(), new Date(next).toISOString()))
})
