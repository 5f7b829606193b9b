import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import type { Json } from '../../../src/domain/outcome.ts'
import { OutboundFault } from '../../../src/outbound/http-client.ts'
import { Unreadable } from '../../../src/platforms/shared/call.ts'
import { comment } from '../../../src/platforms/threads/comment.ts'
import { post } from '../../../src/platforms/threads/post.ts'
import type { Reply, ScriptedCall } from '../../harness/scripted.ts'
import { now, refusal, scripted } from './scripted.ts'

const input = { draft: { type: 'TEXT', text: 'Good morning' } }
const made = { container: { containers: [{ id: '101', at: now }] } }
const url = 'https://www.threads.com/@ada/post/DCkkKl_OGb1'

const publishing = 'POST /graph/v1.0/me/threads_publish'
const making = 'POST /graph/v1.0/me/threads'

interface Answers {
  readonly status?: string
  readonly publish?: Reply
  readonly make?: Reply
  readonly list?: readonly object[]
  readonly permalink?: Reply
}

/** Container 101 exists, 201 is a new one, 301 is the post. */
async function threads({ status = 'FINISHED', publish, make, list = [], permalink }: Answers = {}) {
  const told = await scripted(({ call, path }) => {
    if (call === publishing) return publish ?? { body: { id: '301' } }
    if (call === making) return make ?? { body: { id: '201' } }
    if (path.endsWith('/me/threads') || path.endsWith('/me/replies')) return { body: { data: list } }
    if (path.endsWith('/301')) return permalink ?? { body: { id: '301', permalink: url } }
    return { body: { id: path.split('/').at(-1), status } }
  })
  const calls = () => told.asked.map(({ call }) => call.replace('/graph/v1.0', ''))
  return { ...told, calls }
}

const kept = (changes: object = {}): Json => ({
  container: { id: '101', at: now },
  made: 0,
  misses: 0,
  restricted: false,
  post: null,
  ...changes,
})

test('a finished container is published, and the post has the URL from Threads', async () => {
  const { asked, calls, context } = await threads()
  const outcome = await post.perform(input, context({ results: made }))
  assert.deepEqual(calls(), ['GET /101', 'POST /me/threads_publish', 'GET /301'])
  assert.equal(asked[1]?.body.toString(), 'creation_id=101')
  assert.deepEqual(outcome, { type: 'done', result: { id: '301' }, published: { id: '301', url } })
})

describe('a post whose URL can’t be read', () => {
  for (const permalink of [{ status: 500, body: '' }, refusal(24, 4_279_009), { body: 'no JSON' }])
    test(`with ${JSON.stringify(permalink.body)}, is asked for it again, and is finally published without it`, async () => {
      let saved: Json = null
      for (const asked of [1, 2, 3]) {
        const { context, saved: states } = await threads({ permalink })
        const outcome = await post.perform(input, context({ results: made, saved }))
        assert.deepEqual(outcome, { type: 'wait', pause: 5_000 })
        saved = states.at(-1) ?? null
        assert.deepEqual(saved, kept({ post: { id: '301', asked } }))
      }
      const { calls, context } = await threads({ permalink })
      const outcome = await post.perform(input, context({ results: made, saved }))
      assert.deepEqual(outcome.type === 'done' && outcome.published, { id: '301', url: null })
      assert.deepEqual(calls(), ['GET /301'], 'it is not published again')
    })

  test('has it as soon as Threads returns it', async () => {
    const { calls, context } = await threads()
    const saved = kept({ post: { id: '301', asked: 1 } })
    const outcome = await post.perform(input, context({ results: made, saved }))
    assert.deepEqual(outcome.type === 'done' && outcome.published, { id: '301', url })
    assert.deepEqual(calls(), ['GET /301'])
    const presence = await post.doubt?.reconcile(input, context({ results: made, saved }))
    assert.deepEqual(presence?.type === 'found' && presence.published, { id: '301', url })
  })
})

describe('the status of a container is read before publishing', () => {
  const cases: readonly (readonly [status: string, saved: Json, expected: object])[] = [
    ['PUBLISHED', null, { type: 'unknown' }],
    ['IN_PROGRESS', null, { type: 'wait', pause: 5_000 }],
    ['EXPIRED', null, { type: 'wait', pause: 5_000 }],
    ['ERROR', kept({ made: 3 }), { type: 'rejected', error: 'media_rejected' }],
    [
      'IN_PROGRESS',
      kept({ container: { id: '101', at: now - 3_600_000 } }),
      { type: 'rejected', error: 'media_rejected' },
    ],
  ]
  for (const [status, saved, expected] of cases)
    test(`${status}, with ${JSON.stringify(saved)}: ${JSON.stringify(expected)}`, async () => {
      const { calls, context } = await threads({ status })
      const { message: _, ...outcome } = {
        message: '',
        ...(await post.perform(input, context({ results: made, saved }))),
      }
      assert.deepEqual(outcome, expected)
      assert.ok(!calls().includes('POST /me/threads_publish'))
    })
})

describe('a status request before the publishing call leaves nothing in doubt', () => {
  const cases: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['a server that fails', { status: 500, body: '' }, 'retry platform_unavailable'],
    ['an answer that is no JSON', { body: '<html>' }, 'retry platform_unavailable'],
    ['an answer of another shape', { body: { id: '101' } }, 'retry platform_unavailable'],
    ['a limit', refusal(17), 'retry rate_limited'],
  ]
  for (const [what, reply, expected] of cases)
    test(what, async () => {
      const { context } = await scripted(() => reply)
      const outcome = await post.perform(input, context({ results: made }))
      assert.equal('error' in outcome && `${outcome.type} ${outcome.error}`, expected)
    })

  test('an unreachable host', async () => {
    const { context } = await scripted(() => ({}))
    const hosts = { graph: 'http://127.0.0.1:1', auth: '', web: '' }
    assert.equal((await post.perform(input, context({ results: made, hosts }))).type, 'retry')
  })
})

test('a container that is finished and not found is retried, then created again', async () => {
  let saved: Json = null
  const waits: (number | string)[] = []
  for (let round = 0; round < 6; round += 1) {
    const { calls, context, saved: states } = await threads({ publish: refusal(24, 4_279_009) })
    const outcome = await post.perform(input, context({ results: made, saved }))
    saved = states.at(-1) ?? saved
    waits.push(outcome.type === 'wait' ? outcome.pause : outcome.type)
    if (round === 4) assert.deepEqual(calls(), ['POST /me/threads', 'GET /201', 'POST /me/threads_publish'])
  }
  assert.deepEqual(waits, [10_000, 20_000, 30_000, 5_000, 10_000, 20_000])
})

test('a container that Threads loses each time finally fails', async () => {
  const { context } = await threads({ publish: refusal(24, 4_279_009) })
  const outcome = await post.perform(input, context({ results: made, saved: kept({ made: 3, misses: 3 }) }))
  assert.ok(outcome.type === 'rejected' && outcome.error === 'platform_unavailable')
})

test('a restricted activity is checked, and is final only if the post does not exist', async () => {
  const first = await threads({ publish: refusal(4, 2_207_051) })
  assert.equal((await post.perform(input, first.context({ results: made }))).type, 'unknown')
  assert.deepEqual(first.saved, [kept({ restricted: true })])
  const later = await threads()
  const outcome = await post.perform(input, later.context({ results: made, saved: kept({ restricted: true }) }))
  assert.ok(outcome.type === 'rejected' && outcome.error === 'platform_rejected')
  assert.ok(!later.calls().includes('POST /me/threads_publish'))
})

describe('each response of Threads to the publishing call has its outcome', () => {
  const cases: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['a server that fails', { status: 500, body: '' }, 'unknown'],
    ['code 10 with status 500, which may be untrue', { ...refusal(10), status: 500 }, 'unknown'],
    ['code 10', refusal(10), 'rejected permission_missing'],
    ['code 2', refusal(2), 'unknown'],
    ['the day’s posts used up', refusal(9, 2_207_042), 'retry quota_exhausted'],
    ['a limit', refusal(32), 'retry rate_limited'],
    ['a user who may not', refusal(25, 4_279_013), 'reconnect reconnect_required'],
    ['a token that has ended', refusal(190, 463), 'expired'],
    ['a login that was taken back', refusal(190, 458), 'reconnect reconnect_required'],
  ]
  for (const [what, publish, expected] of cases)
    test(what, async () => {
      const { context } = await threads({ publish })
      const outcome = await post.perform(input, context({ results: made }))
      assert.equal('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, expected)
    })

  test('a response that can’t be read is not a separate outcome', async () => {
    const odd = await threads({ publish: { body: '<html>' } })
    await assert.rejects(post.perform(input, odd.context({ results: made })), Unreadable)
    const empty = await threads({ publish: { body: {} } })
    await assert.rejects(post.perform(input, empty.context({ results: made })), z.ZodError)
  })
})

test('a publishing call without a response is passed on to the handling of doubt', async () => {
  const { context } = await threads()
  const { http, ...rest } = context({ results: made })
  const lost: typeof http = {
    request: (request) =>
      String(request.url).includes('threads_publish')
        ? Promise.reject(new OutboundFault('timeout', 'No answer.', { sent: true }))
        : http.request(request),
  }
  await assert.rejects(post.perform(input, { ...rest, http: lost }), OutboundFault)
})

describe('a comment is a separate container', () => {
  const given = { text: 'First!', after: ['comment-1', 'post'] }
  const results = { 'comment-1': null, post: { id: '301' } }
  const form = ({ body }: ScriptedCall) => Object.fromEntries(new URLSearchParams(body.toString()))

  test('which replies to the right post, is stored, and is published', async () => {
    const { asked, calls, saved, context } = await threads()
    const outcome = await comment.perform(given, context({ results }))
    assert.deepEqual(calls().slice(0, 3), ['POST /me/threads', 'GET /201', 'POST /me/threads_publish'])
    assert.deepEqual(asked[0] && form(asked[0]), { media_type: 'TEXT', text: 'First!', reply_to_id: '301' })
    assert.deepEqual(saved, [kept({ container: { id: '201', at: now }, made: 1 })])
    assert.equal(outcome.type === 'done' && outcome.published?.id, '301')
  })

  test('which is not created again if it exists', async () => {
    const { calls, context } = await threads()
    await comment.perform(given, context({ results, saved: kept({ container: { id: '201', at: now }, made: 1 }) }))
    assert.deepEqual(calls().slice(0, 2), ['GET /201', 'POST /me/threads_publish'])
  })

  test('which is created later if the post is not found yet', async () => {
    const { saved, context } = await threads({ make: refusal(24, 4_279_009) })
    const outcome = await comment.perform(given, context({ results }))
    assert.ok(outcome.type === 'retry' && outcome.error === 'platform_unavailable')
    assert.deepEqual(saved, [])
  })
})
