import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { duplicateOf, refusal } from '../../../src/platforms/linkedin/errors.ts'
import type { CallSubject } from '../../../src/platforms/shared/refusals.ts'
import { inputError, problem } from './scripted.ts'

const now = Date.UTC(2026, 10, 21, 22, 30)
const midnight = Date.UTC(2026, 10, 22)

const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers, text, json: () => JSON.parse(text) }
}

const told = (status: number, body: unknown, asked: CallSubject = 'post', headers = {}) => {
  const outcome = refusal(answer(status, body, headers), asked, { clock: { now: () => now } })
  return 'error' in outcome ? [outcome.type, outcome.error] : [outcome.type]
}

describe('each refusal of LinkedIn has its outcome', () => {
  const cases: readonly (readonly [what: string, status: number, body: unknown, asked: CallSubject, told: string[]])[] =
    [
      ['a token that has ended', 401, problem('EXPIRED_ACCESS_TOKEN'), 'post', ['expired']],
      ['a token that was taken back', 401, problem('REVOKED_ACCESS_TOKEN'), 'read', ['expired']],
      ['a permission to publish', 403, problem('ACCESS_DENIED'), 'post', ['reconnect', 'permission_missing']],
      ['a permission to upload', 403, problem('ACCESS_DENIED'), 'media', ['reconnect', 'permission_missing']],
      ['a permission to read', 403, problem('ACCESS_DENIED'), 'read', ['rejected', 'permission_missing']],
      ['a duplicate', 422, inputError('DUPLICATE_POST'), 'post', ['rejected', 'duplicate_content']],
      ['broken media', 400, inputError('MEDIA_ASSET_PROCESSING_FAILED'), 'post', ['rejected', 'media_rejected']],
      ['an upload that has ended', 400, inputError('EXPIRED_UPLOAD_URL'), 'media', ['rejected', 'media_rejected']],
      [
        'media of another author',
        400,
        problem('', 'One or more of the assets is not owned by the author'),
        'post',
        ['rejected', 'media_rejected'],
      ],
      [
        'media that may not be seen',
        403,
        problem('ACCESS_DENIED', 'Accessing this video resource is forbidden'),
        'post',
        ['rejected', 'media_rejected'],
      ],
      ['too long a text', 400, inputError('FIELD_LENGTH_TOO_LONG'), 'post', ['rejected', 'content_rejected']],
      ['a wrong field', 422, inputError('MISSING_FIELD'), 'post', ['rejected', 'content_rejected']],
      ['a version that is over', 426, problem('NONEXISTENT_VERSION'), 'post', ['rejected', 'platform_rejected']],
      ['no version', 400, problem('VERSION_MISSING'), 'read', ['rejected', 'platform_rejected']],
      ['a deleted resource', 404, problem('NOT_FOUND'), 'read', ['rejected', 'platform_rejected']],
      ['a conflict', 409, problem('CONFLICT'), 'post', ['unknown']],
      ['a conflict over what shows nothing', 409, problem('CONFLICT'), 'media', ['retry', 'platform_unavailable']],
      ['a broken server', 503, 'Oops', 'post', ['unknown']],
      ['a broken server, asked', 500, 'Oops', 'read', ['retry', 'platform_unavailable']],
      ['a response that is not JSON', 400, '<html>', 'post', ['rejected', 'content_rejected']],
    ]
  for (const [what, status, body, asked, expected] of cases)
    test(what, () => assert.deepEqual(told(status, body, asked), expected))
})

describe('a limit', () => {
  const limit = (message: string, headers = {}) => {
    const outcome = refusal(answer(429, problem('TOO_MANY_REQUESTS', message), headers), 'post', {
      clock: { now: () => now },
    })
    return outcome.type === 'retry' ? outcome : assert.fail(outcome.type)
  }

  test('of a day applies to the account until midnight, UTC', () => {
    const message = 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.'
    const { error, notBefore, wholeAccount } = limit(message)
    assert.deepEqual([error, notBefore, wholeAccount], ['quota_exhausted', midnight, true])
  })

  test('of comments applies for a minute', () => {
    const { error, notBefore, pause } = limit('Comment create throttled: creation rate limit exceeded')
    assert.deepEqual([error, notBefore, pause], ['rate_limited', undefined, 60_000])
  })

  test('with a named end applies until then', () => {
    const { notBefore, pause } = limit('Slow down', { 'retry-after': '90' })
    assert.deepEqual([notBefore, pause], [now + 90_000, undefined])
  })
})

describe('the original of a duplicate post', () => {
  test('is read from the message', () => {
    for (const urn of ['urn:li:share:7', 'urn:li:ugcPost:8'])
      assert.equal(duplicateOf(answer(422, inputError('DUPLICATE_POST', `Content is a duplicate of ${urn}`))), urn)
  })

  test('may be missing, and is not read from another refusal', () => {
    assert.equal(duplicateOf(answer(422, inputError('DUPLICATE_POST', 'Duplicate post is detected'))), null)
    assert.equal(duplicateOf(answer(422, inputError('MISSING_FIELD', 'See urn:li:share:7'))), null)
  })
})

test('LinkedIn’s message is shown to people', () => {
  const { message } = refusal(answer(422, inputError('MISSING_FIELD', 'field is required')), 'post', {
    clock: { now: () => now },
  })
  assert.equal(message, 'LinkedIn refused the request. LinkedIn says: “field is required”')
})
