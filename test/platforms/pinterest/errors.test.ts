import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refusal } from '../../../src/platforms/pinterest/errors.ts'
import type { Answer } from '../../../src/platforms/shared/call.ts'
import type { CallSubject } from '../../../src/platforms/shared/refusals.ts'

const now = 1_790_000_000_000

interface Said {
  readonly status: number
  readonly code?: number | string
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
}

const answer = ({ status, code = 1, message = 'No.', headers = {}, text }: Said): Answer => {
  const body = text ?? JSON.stringify({ code, message })
  return { status, headers, text: body, json: () => JSON.parse(body) }
}

const outcome = (said: Said, asked: CallSubject = 'post') => refusal(answer(said), asked, { clock: { now: () => now } })

/** The type, and the error if there is one. */
const short = (said: Said, asked?: CallSubject): string => {
  const what = outcome(said, asked)
  return 'error' in what ? `${what.type} ${what.error}` : what.type
}

describe('each error of Pinterest has its outcome', () => {
  const cases: readonly (readonly [said: Said, expected: string, asked?: CallSubject])[] = [
    [{ status: 401, code: 2, message: 'Authentication failed.' }, 'expired'],
    [
      { status: 401, code: 3, message: 'Your token does not have sufficient permissions.' },
      'reconnect permission_missing',
    ],
    [{ status: 403, code: 3, message: 'Missing scopes: pins:write' }, 'reconnect permission_missing'],
    [{ status: 401, code: 3, message: 'consumer type is not supported' }, 'rejected permission_missing'],
    [{ status: 403, code: 3, message: 'This feature is restricted.' }, 'rejected permission_missing'],
    [{ status: 403, code: 29, message: 'Apps with Trial access may not create Pins' }, 'rejected permission_missing'],
    [
      { status: 403, code: 29, message: 'You are not permitted to access that resource.' },
      'rejected platform_rejected',
    ],
    [{ status: 401, code: 7, message: 'Not authorized for the board.' }, 'rejected platform_rejected'],
    [{ status: 404, code: 40, message: 'Board not found.' }, 'rejected platform_rejected'],
    [{ status: 404, code: 404, message: 'Board not found.' }, 'rejected platform_rejected'],
    [{ status: 400, message: 'The format of the image is not supported.' }, 'rejected media_rejected'],
    [{ status: 400, message: "Invalid request: 'title' is too long" }, 'rejected content_rejected'],
    [{ status: 400, message: 'The image is broken.' }, 'rejected platform_rejected', 'read'],
    [{ status: 413, text: 'The media is too large' }, 'rejected content_rejected'],
    [{ status: 429, code: 8 }, 'retry rate_limited'],
    [{ status: 503, code: 12 }, 'unknown'],
    [{ status: 503, code: 12 }, 'retry platform_unavailable', 'media'],
    [{ status: 302, text: '<html>' }, 'unknown'],
  ]
  for (const [said, expected, asked] of cases)
    test(`${said.status} ${said.code ?? ''} ${said.message ?? said.text ?? ''} of a ${asked ?? 'post'}: ${expected}`, () =>
      assert.equal(short(said, asked), expected))
})

describe('a rate limit ends at the time that Pinterest names', () => {
  const headers = { 'x-ratelimit-limit': '60, 100;w=1;name="a", 60;w=60;name="b"', 'x-ratelimit-remaining': '0' }

  test('by x-ratelimit-reset', () => {
    const what = outcome({ status: 429, code: 8, headers: { ...headers, 'x-ratelimit-reset': '42' } })
    assert.ok(what.type === 'retry')
    assert.deepEqual([what.notBefore, what.wholeAccount, what.error], [now + 42_000, true, 'rate_limited'])
  })

  test('or by Retry-After', () => {
    const what = outcome({ status: 429, code: 8, headers: { 'retry-after': '7' } })
    assert.ok(what.type === 'retry' && what.notBefore === now + 7_000)
  })

  test('and a reset hours ahead means the daily limit', () => {
    const what = outcome({ status: 429, code: 8, headers: { ...headers, 'x-ratelimit-reset': '7200' } })
    assert.ok(what.type === 'retry')
    assert.deepEqual([what.notBefore, what.error], [now + 7_200_000, 'quota_exhausted'])
  })
})

test('the message quotes Pinterest, and says that a trial app needs standard access', () => {
  const { message } = outcome({ status: 403, code: 29, message: 'Apps with Trial access may not create Pins.' })
  assert.match(message, /ask Pinterest for standard access\. Pinterest says: “Apps with Trial access may not/)
})
