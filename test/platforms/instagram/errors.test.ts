import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refusal } from '../../../src/platforms/instagram/errors.ts'
import type { Answer } from '../../../src/platforms/shared/call.ts'
import type { CallSubject } from '../../../src/platforms/shared/refusals.ts'

const now = Date.UTC(2026, 10, 21)
const clock = { now: () => now }

const answer = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers, text, json: () => JSON.parse(text) }
}
const error = (code: number, error_subcode?: number, more: object = {}) => ({
  error: { message: 'Said so.', type: 'OAuthException', code, error_subcode, fbtrace_id: 'A', ...more },
})

describe('each refusal has its outcome', () => {
  const cases: readonly (readonly [
    what: string,
    status: number,
    body: unknown,
    asked: CallSubject,
    expected: string,
  ])[] = [
    ['an address that could not be fetched', 400, error(9004, 2207052), 'media', 'retry platform_unavailable'],
    ['a fault of Instagram’s own', 400, error(-1, 2207001), 'media', 'retry platform_unavailable'],
    ['a download that took too long', 400, error(-2, 2207003), 'media', 'retry platform_unavailable'],
    ['a PNG that could not be converted', 400, error(36001, 2207084), 'media', 'retry platform_unavailable'],
    ['an image of another format', 400, error(36001, 2207005), 'media', 'rejected media_rejected'],
    ['too large an image', 400, error(36000, 2207004), 'media', 'rejected media_rejected'],
    ['an image of another shape', 400, error(36003, 2207009), 'media', 'rejected media_rejected'],
    ['a video of another format', 400, error(352, 2207026), 'media', 'rejected media_rejected'],
    ['too long a caption', 400, error(36004, 2207010), 'media', 'rejected content_rejected'],
    ['a parameter that is wrong', 400, error(100, 2207023), 'media', 'rejected media_rejected'],
    ['no trial Reels', 400, error(100, 2207081), 'media', 'rejected content_rejected'],
    ['an account that has to look at its app', 400, error(25, 2207050), 'post', 'rejected platform_rejected'],
    ['a restricted account, of a container', 400, error(4, 2207051), 'media', 'rejected platform_rejected'],
    ['a restricted account, whose post may be live', 400, error(4, 2207051), 'post', 'unknown'],
    ['the day’s posts', 400, error(9, 2207042), 'post', 'retry quota_exhausted'],
    ['too many calls of the app', 403, error(4), 'post', 'retry rate_limited'],
    ['too many calls of the account', 400, error(80002), 'read', 'retry rate_limited'],
    ['a token that has ended', 400, error(190, 463), 'post', 'expired'],
    ['a password that was changed', 400, error(190, 460), 'post', 'reconnect reconnect_required'],
    ['an app that was removed', 400, error(190, 458), 'read', 'reconnect reconnect_required'],
    ['a permission that is missing', 400, error(10), 'post', 'rejected permission_missing'],
    ['something that is not shown', 400, error(100, 33), 'read', 'retry platform_unavailable'],
    ['a fault that passes, of a post', 400, error(-1, 99, { is_transient: true }), 'post', 'unknown'],
    ['a broken Instagram, of a post', 500, '<html>', 'post', 'unknown'],
    ['a broken Instagram, of a container', 503, error(2), 'media', 'retry platform_unavailable'],
    [
      'bytes that did not fit',
      409,
      { debug_info: { type: 'OffsetInvalidError', message: 'No.' } },
      'media',
      'rejected media_rejected',
    ],
    ['something unheard of', 418, error(4711), 'post', 'rejected content_rejected'],
  ]
  for (const [what, status, body, asked, expected] of cases)
    test(what, () => {
      const outcome = refusal(answer(status, body), asked, { clock })
      assert.equal('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, expected)
      assert.match(outcome.message, /^.{10,}[.”]$/)
    })
})

test('at the daily post limit, the whole account waits', () => {
  const outcome = refusal(answer(400, error(9, 2207042)), 'post', { clock })
  assert.ok(outcome.type === 'retry' && outcome.wholeAccount)
  assert.equal(outcome.pause, 6 * 3_600_000)
})

test('Instagram’s message for people is shown', () => {
  const body = error(36003, 2207009, { error_user_msg: 'The submitted image has an invalid shape.' })
  assert.match(refusal(answer(400, body), 'media', { clock }).message, /Instagram says: “The submitted image/)
})
