import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer } from '../../../src/platforms/shared/call.ts'
import type { CallSubject } from '../../../src/platforms/shared/refusals.ts'
import { refusal as refusalAt } from '../../../src/platforms/x/errors.ts'
import { now } from './scripted.ts'

const refusal = (to: Answer, asked: CallSubject) => refusalAt(to, asked, { clock: { now: () => now } })

const answer = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers, text, json: () => JSON.parse(text) }
}

const problem = (detail: string, type = 'about:blank', title = 'Forbidden') => ({ title, type, detail })
const of = (name: string) => `https://api.x.com/2/problems/${name}`
const invalid = (message: string) => ({
  errors: [{ parameters: { 'media.media_ids': ['1'] }, message }],
  title: 'Invalid Request',
  detail: 'One or more parameters to your request was invalid.',
  type: of('invalid-request'),
})
const duplicate = 'You are not allowed to create a Tweet with duplicate content.'
const notMentioned =
  'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.'
const capped = { ...problem('Usage cap exceeded: Monthly product cap', of('usage-capped')), period: 'Monthly' }

describe('each response of X has its outcome', () => {
  const cases: readonly (readonly [
    what: string,
    status: number,
    body: unknown,
    asked: CallSubject,
    expected: string,
  ])[] = [
    ['a token that has ended', 401, problem('Unauthorized'), 'post', 'expired'],
    ['no credits', 402, { title: 'CreditsDepleted', type: of('credits') }, 'post', 'rejected quota_exhausted'],
    ['a usage cap without an end', 403, capped, 'post', 'rejected quota_exhausted'],
    ['a usage cap, as 429', 429, capped, 'media', 'rejected quota_exhausted'],
    ['too many requests', 429, problem('Too Many Requests'), 'post', 'retry rate_limited'],
    ['a duplicate', 403, problem(duplicate), 'post', 'rejected duplicate_content'],
    ['a duplicate comment', 403, problem(duplicate), 'post', 'rejected duplicate_content'],
    ['a reply to somebody without a mention', 403, problem(notMentioned), 'post', 'rejected platform_rejected'],
    [
      'refused without a reason',
      403,
      problem('You are not permitted to perform this action.'),
      'post',
      'rejected platform_rejected',
    ],
    [
      'too long a video',
      403,
      problem('You are not allowed to post a video longer than 2 minutes.'),
      'post',
      'rejected media_rejected',
    ],
    ['media that has expired', 400, invalid('Your media IDs are invalid.'), 'post', 'rejected media_rejected'],
    ['another wrong field', 400, invalid('$.text: too long'), 'post', 'rejected content_rejected'],
    ['a wrong upload', 400, invalid('$.total_bytes: too large'), 'media', 'rejected media_rejected'],
    ['a wrong question', 400, invalid('start_time'), 'read', 'rejected platform_rejected'],
    [
      'the wrong kind of login',
      403,
      problem('No', of('unsupported-authentication')),
      'post',
      'reconnect permission_missing',
    ],
    ['rights of an older login', 403, problem('No', of('oauth1-permissions')), 'post', 'reconnect permission_missing'],
    ['an app that may not', 403, problem('No', of('client-forbidden')), 'post', 'rejected permission_missing'],
    [
      'the older host of the types',
      403,
      problem('No', 'https://api.twitter.com/2/problems/client-forbidden'),
      'post',
      'rejected permission_missing',
    ],
    ['a suspended account', 403, problem('No', of('user-suspended')), 'post', 'reconnect reconnect_required'],
    ['a deleted post', 404, problem('Not Found'), 'post', 'rejected platform_rejected'],
    ['too large a piece', 413, '', 'media', 'rejected media_rejected'],
    ['a status of tomorrow', 418, 'teapot', 'post', 'rejected content_rejected'],
    ['a broken X, of a post', 500, '<html>', 'post', 'unknown'],
    ['a broken X, of a comment', 503, problem('Service Unavailable'), 'post', 'unknown'],
    ['a broken X, of an upload', 502, '', 'media', 'retry platform_unavailable'],
    ['a broken X, of a question', 504, '', 'read', 'retry platform_unavailable'],
    ['a request that came too slowly', 408, '', 'post', 'unknown'],
    ['a redirect, of a post', 302, '', 'post', 'unknown'],
  ]
  for (const [what, status, body, asked, expected] of cases)
    test(`${what}: ${status}`, () => {
      const outcome = refusal(answer(status, body), asked)
      assert.equal('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, expected)
      assert.match(outcome.message, /^.{10,}[.”]$/)
    })
})

test('X’s own messages are shown, the most specific first', () => {
  const outcome = refusal(answer(400, invalid('$.text: is wrong')), 'post')
  assert.deepEqual(outcome, {
    type: 'rejected',
    error: 'content_rejected',
    message: 'X refused the request. X says: “$.text: is wrong”',
  })
})

describe('an unexpected body is handled', () => {
  for (const body of ['', '[]', '"no"', '{"errors":{"a":1}}', '{"errors":[null,{"message":7}],"title":null}', '{'])
    test(body, () => {
      assert.equal(refusal(answer(403, body), 'post').type, 'rejected')
    })
})

describe('the whole account waits until the time that X names', () => {
  const seconds = now / 1_000
  const reset = (window: string, after: number, remaining = '0') => ({
    [`${window}-reset`]: String(seconds + after),
    [`${window}-remaining`]: remaining,
  })
  const cases: readonly (readonly [
    what: string,
    headers: Answer['headers'],
    error: string,
    after: number | undefined,
  ])[] = [
    ['the quarter of an hour', reset('x-rate-limit', 300), 'rate_limited', 300],
    ['no header', {}, 'rate_limited', undefined],
    ['an invalid header', { 'x-rate-limit-reset': 'soon' }, 'rate_limited', undefined],
    ['only the time', { 'x-rate-limit-reset': String(seconds + 60) }, 'rate_limited', 60],
    [
      'the user’s day',
      { ...reset('x-rate-limit', 300, '12'), ...reset('x-user-limit-24hour', 40_000) },
      'quota_exhausted',
      40_000,
    ],
    [
      'the app’s day and the quarter',
      { ...reset('x-rate-limit', 300), ...reset('x-app-limit-24hour', 50_000) },
      'quota_exhausted',
      50_000,
    ],
    [
      'a day that is not used up',
      { ...reset('x-rate-limit', 300), ...reset('x-user-limit-24hour', 40_000, '9') },
      'rate_limited',
      300,
    ],
    ['Retry-After', { 'retry-after': '30' }, 'rate_limited', 30],
    ['the later of both', { ...reset('x-rate-limit', 300), 'retry-after': '600' }, 'rate_limited', 600],
    ['a time beyond all windows', reset('x-rate-limit', 10_000_000), 'rate_limited', 25 * 3_600],
  ]
  for (const [what, headers, error, after] of cases)
    test(what, () => {
      const outcome = refusal(answer(429, problem('Too Many Requests'), headers), 'post')
      assert.ok(outcome.type === 'retry')
      assert.equal(outcome.error, error)
      assert.equal(outcome.wholeAccount, true)
      assert.equal(outcome.notBefore, after === undefined ? undefined : now + after * 1_000)
    })

  test('a usage cap with a known end', () => {
    const outcome = refusal(answer(429, capped, reset('x-app-limit-24hour', 600)), 'media')
    assert.equal(outcome.type === 'retry' && outcome.notBefore, now + 600_000)
  })
})
