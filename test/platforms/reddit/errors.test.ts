import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAccepted, refusal } from '../../../src/platforms/reddit/errors.ts'
import type { Answer } from '../../../src/platforms/shared/call.ts'
import type { CallSubject } from '../../../src/platforms/shared/refusals.ts'

const now = 1_790_000_000_000

interface Said {
  readonly status?: number
  /** Of a write: code, message and field. */
  readonly errors?: readonly (readonly (string | null)[])[]
  readonly ratelimit?: number
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

const answer = ({ status = 200, errors = [], ratelimit, body, headers = {} }: Said): Answer => {
  const given = body ?? { json: { errors, ...(ratelimit === undefined ? {} : { ratelimit }) } }
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  return { status, headers, text, json: () => JSON.parse(text) }
}

const outcome = (said: Said, asked: CallSubject = 'post') => refusal(answer(said), asked, { clock: { now: () => now } })

/** The type, and the error if there is one. */
const short = (said: Said, asked?: CallSubject): string => {
  const what = outcome(said, asked)
  return 'error' in what ? `${what.type} ${what.error}` : what.type
}

describe('a write that is refused with status 200 is not taken, and its code decides what happens next', () => {
  const cases: readonly (readonly [code: string, field: string | null, expected: string])[] = [
    ['RATELIMIT', 'ratelimit', 'retry rate_limited'],
    ['QUOTA_FILLED', null, 'retry quota_exhausted'],
    ['USER_REQUIRED', null, 'reconnect reconnect_required'],
    ['ALREADY_SUB', 'url', 'rejected duplicate_content'],
    ['ALREADY_SUB', 'sr', 'rejected platform_rejected'],
    ['SUBREDDIT_NOEXIST', 'sr', 'rejected content_rejected'],
    ['SUBREDDIT_NOTALLOWED', 'sr', 'rejected platform_rejected'],
    ['NO_SELFS', 'sr', 'rejected platform_rejected'],
    ['NO_LINKS', 'sr', 'rejected platform_rejected'],
    ['NO_IMAGES', 'sr', 'rejected media_rejected'],
    ['NO_VIDEOS', 'sr', 'rejected media_rejected'],
    ['SUBMIT_VALIDATION_FLAIR_REQUIRED', 'flair', 'rejected content_rejected'],
    ['SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING', 'title', 'rejected content_rejected'],
    ['TOO_LONG', 'text', 'rejected content_rejected'],
    ['BAD_URL', 'url', 'rejected content_rejected'],
    ['DOMAIN_BANNED', 'url', 'rejected content_rejected'],
    ['BAD_CAPTCHA', 'captcha', 'rejected platform_rejected'],
    ['THREAD_LOCKED', 'parent', 'rejected platform_rejected'],
    ['DELETED_LINK', 'parent', 'rejected platform_rejected'],
    ['SOMETHING_IS_BROKEN', 'parent', 'rejected platform_rejected'],
    ['SOMETHING_IS_BROKEN', null, 'unknown'],
    ['NEVER_HEARD_OF', null, 'rejected content_rejected'],
  ]
  for (const [code, field, expected] of cases)
    test(`${code} of ${field}: ${expected}`, () => {
      const said = { errors: [[code, 'No.', field]] }
      assert.equal(isAccepted(answer(said)), false)
      assert.equal(short(said), expected)
    })

  test('a write without errors is accepted', () => {
    assert.equal(isAccepted(answer({})), true)
    assert.equal(isAccepted(answer({ status: 500 })), false)
  })
})

describe('other refusals are recognised by their status', () => {
  const forbidden = { message: 'Forbidden', error: 403 }
  const cases: readonly (readonly [what: string, said: Said, expected: string, asked?: CallSubject])[] = [
    ['a token that has ended', { status: 401, body: { message: 'Unauthorized', error: 401 } }, 'expired'],
    [
      'a scope that is missing',
      { status: 403, body: forbidden, headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } },
      'reconnect permission_missing',
    ],
    ['a private community', { status: 403, body: { ...forbidden, reason: 'private' } }, 'rejected platform_rejected'],
    [
      'a name that is blocked',
      { status: 403, body: '<html>whoa there, pardner!</html>' },
      'rejected permission_missing',
    ],
    [
      'a community that is gone',
      { status: 404, body: { message: 'Not Found', error: 404 } },
      'rejected platform_rejected',
    ],
    ['a type that has no place', { status: 400, body: { message: 'Bad Request' } }, 'rejected media_rejected', 'media'],
    ['too many calls', { status: 429, body: '' }, 'retry rate_limited'],
    ['a busy server, of a post', { status: 503, body: '<html>' }, 'unknown'],
    ['a busy server, of media', { status: 502, body: '<html>' }, 'retry platform_unavailable', 'media'],
  ]
  for (const [what, said, expected, asked] of cases)
    test(`${what}: ${expected}`, () => assert.equal(short(said, asked), expected))
})

describe('a rate limit ends at the time that Reddit names', () => {
  const limited = (words: string, more: Said = {}) => {
    const what = outcome({ errors: [['RATELIMIT', words, 'ratelimit']], ...more })
    assert.ok(what.type === 'retry')
    return what
  }
  const headers = { 'x-ratelimit-used': '4', 'x-ratelimit-remaining': '996.0', 'x-ratelimit-reset': '500' }

  test('by json.ratelimit, whatever the headers say', () => {
    const what = limited('Take a break for 9 minutes before trying again.', { ratelimit: 540.5, headers })
    assert.deepEqual([what.notBefore, what.wholeAccount], [now + 540_500, true])
  })

  test('or in its message', () => {
    assert.equal(limited('Take a break for 9 minutes before trying again.').notBefore, now + 540_000)
    assert.equal(limited('Take a break for 1 minute before trying again.').notBefore, now + 60_000)
    assert.equal(limited('Take a break for 12 seconds before trying again.').notBefore, now + 12_000)
  })

  test('or some minutes later, if it names no time', () => {
    const what = limited('You are doing that too much.', { headers })
    assert.deepEqual([what.notBefore, what.pause], [undefined, 600_000])
  })

  test('or at the end of the window, if all its requests are used', () => {
    const what = outcome({ status: 429, body: '', headers })
    assert.ok(what.type === 'retry')
    assert.deepEqual([what.notBefore, what.wholeAccount], [now + 500_000, true])
  })
})

test('the message quotes Reddit', () => {
  const { message } = outcome({ errors: [['NO_SELFS', 'This community doesn’t allow text posts', 'sr']] })
  assert.match(message, /Reddit says: “This community doesn’t allow text posts”$/)
})
