import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type SimulatedX, startSimulatedX } from './start.ts'

const scale = 60
const window = 900_000 / scale

let x: SimulatedX
before(async () => {
  x = await startSimulatedX({ scale })
})
after(() => x.stop())

const me = (token: string) => x.ask('GET', '/2/users/me', { token })
const post = (token: string, json: object) => x.ask('POST', '/2/tweets', { token, json })
const fault = (operation: string, kind: string) =>
  x.control('POST', '/x/faults', { operation, kind, times: 1, after: 0 })

const rateOf = ({ headers }: Answer, prefix = 'x-rate-limit') =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`${prefix}-${name}`)))

describe('every response', () => {
  test('reports how many calls are left, and when the limit resets', async () => {
    const { access } = await x.signIn('counter')
    const [first, second] = [rateOf(await me(access)), rateOf(await me(access))]
    assert.deepEqual(
      [first.slice(0, 2), second.slice(0, 2)],
      [
        [75, 74],
        [75, 73],
      ],
    )
    assert.equal(first[2], second[2])
    assert.ok(Number.isInteger(first[2]) && Number(first[2]) * 1_000 > Date.now())
    // A refusal counts too.
    assert.deepEqual(rateOf(await post(access, {})).slice(0, 2), [100, 99])
  })

  test('to a post reports how many are left of the day', async () => {
    const { access } = await x.signIn('day_counter')
    const answer = await post(access, { text: 'the first of the day' })
    assert.deepEqual(rateOf(answer, 'x-user-limit-24hour').slice(0, 2), [10_000, 9_999])
  })
})

test('a user above X’s rate limit gets 429 until the window ends; other users do not', async () => {
  const { access } = await x.signIn('impatient')
  for (let call = 0; call < 75; call += 1) assert.equal((await me(access)).status, 200)
  const refused = await me(access)
  const { status, body } = refused
  assert.equal(status, 429)
  assert.deepEqual(body, { title: 'Too Many Requests', type: 'about:blank', status: 429, detail: 'Too Many Requests' })
  assert.deepEqual(rateOf(refused).slice(0, 2), [75, 0])
  assert.equal((await me((await x.signIn('patient')).access)).status, 200)
  x.pass(window)
  assert.equal((await me(access)).status, 200)
})

test('an enterprise account sees the limits, and may exceed them', async () => {
  const { access } = await x.signIn('an enterprise')
  for (let call = 0; call < 75; call += 1) await me(access)
  const beyond = await me(access)
  assert.deepEqual([beyond.status, rateOf(beyond)[1]], [200, 0])
})

test('an account without credits gets 402, but can read its own account', async () => {
  const { access } = await x.signIn('without credits')
  const { status, body } = await post(access, { text: 'for free' })
  assert.deepEqual([status, body.title], [402, 'CreditsDepleted'])
  assert.equal((await me(access)).status, 200)
})

test('a suspended account gets 403', async () => {
  const { access } = await x.signIn('suspended person')
  const { status, body } = await post(access, { text: 'let me in' })
  assert.deepEqual([status, body.type], [403, 'https://api.x.com/2/problems/user-suspended'])
})

describe('a requested fault', () => {
  let token: string
  let refresh: string
  before(async () => {
    const tokens = await x.signIn('unlucky')
    token = tokens.access
    refresh = tokens.refresh
  })

  const cases: readonly (readonly [kind: string, status: number, detail: RegExp])[] = [
    ['rate_limit', 429, /^Too Many Requests$/],
    ['daily_quota', 429, /^Too Many Requests$/],
    ['server_error', 503, /^Service Unavailable$/],
    ['permission_missing', 403, /^This token lacks a scope/],
    ['duplicate', 403, /^You are not allowed to create a Tweet with duplicate content\.$/],
    ['media_rejected', 400, /^One or more parameters to your request was invalid\.$/],
  ]
  for (const [kind, status, detail] of cases)
    test(`${kind} has X’s error format, and nothing is published`, async () => {
      await fault('create', kind)
      const answer = await post(token, { text: `meets ${kind}` })
      assert.equal(answer.status, status)
      assert.match(answer.body.detail, detail)
      const { body } = await x.control('GET', '/x/posts')
      assert.equal(
        body.posts.some(({ text }: { text: string }) => text === `meets ${kind}`),
        false,
      )
    })

  test('rate_limit reports when the window ends, daily_quota when the day ends', async () => {
    await fault('create', 'rate_limit')
    const [, remaining, reset] = rateOf(await post(token, { text: 'limited' }))
    assert.ok(remaining === 0 && Number(reset) * 1_000 >= Date.now())
    await fault('create', 'daily_quota')
    const [, left, tomorrow] = rateOf(await post(token, { text: 'limited' }), 'x-user-limit-24hour')
    assert.ok(left === 0 && Number(tomorrow) > Number(reset))
  })

  test('media_rejected is the error of an upload, and of the processing', async () => {
    await fault('upload', 'media_rejected')
    const json = { media_type: 'image/gif', media_category: 'tweet_gif', total_bytes: 10 }
    assert.equal((await x.ask('POST', '/2/media/upload/initialize', { token, json })).status, 400)
    const { id } = (await x.ask('POST', '/2/media/upload/initialize', { token, json })).body.data
    await fault('status', 'media_rejected')
    const { body } = await x.ask('GET', '/2/media/upload', { token, query: { media_id: id } })
    assert.equal(body.data.processing_info.state, 'failed')
  })

  test('comment affects only replies, metrics only reads of numbers', async () => {
    await fault('comment', 'server_error')
    await fault('metrics', 'server_error')
    const { id } = (await post(token, { text: 'no comment' })).body.data
    const reply = { reply: { in_reply_to_tweet_id: id } }
    assert.equal((await post(token, { text: 'a comment', ...reply })).status, 503)
    assert.equal((await x.ask('GET', `/2/tweets/${id}`, { token })).status, 200)
    const query = { ids: id, 'tweet.fields': 'public_metrics' }
    assert.equal((await x.ask('GET', '/2/tweets', { token, query })).status, 503)
  })

  test('can be part of a text', async () => {
    assert.equal((await post(token, { text: 'now [[sandbox:rate_limit]]' })).status, 429)
    assert.equal((await post(token, { text: 'now [[sandbox:rate_limit]]' })).status, 201)
  })

  test('token_expired ends the access token, and a refresh helps', async () => {
    await fault('create', 'token_expired')
    assert.equal((await post(token, { text: 'just now' })).status, 401)
    assert.equal((await post(token, { text: 'just now' })).status, 401)
    const { body } = await x.token({ grant_type: 'refresh_token', refresh_token: refresh })
    token = body.access_token
    refresh = body.refresh_token
    assert.equal((await post(token, { text: 'just now' })).status, 201)
  })

  test('token_revoked ends the whole login, and no refresh helps', async () => {
    await fault('create', 'token_revoked')
    assert.equal((await post(token, { text: 'still there?' })).status, 401)
    const { status, body } = await x.token({ grant_type: 'refresh_token', refresh_token: refresh })
    assert.deepEqual([status, body.error], [400, 'invalid_request'])
    const other = await x.signIn('unlucky')
    await fault('token', 'token_revoked')
    assert.equal((await x.token({ grant_type: 'refresh_token', refresh_token: other.refresh })).status, 400)
    assert.equal((await me(other.access)).status, 401)
  })
})

describe('processing', () => {
  const processed = async (operation: string, kind: string) => {
    const { access: token } = await x.signIn('film maker')
    const json = { media_type: 'video/webm', media_category: 'tweet_video', total_bytes: 4 }
    const { id } = (await x.ask('POST', '/2/media/upload/initialize', { token, json })).body.data
    const form = new FormData()
    form.set('segment_index', '0')
    form.set('media', new Blob([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3])]))
    await x.ask('POST', `/2/media/upload/${id}/append`, { token, form })
    await fault(operation, kind)
    await x.ask('POST', `/2/media/upload/${id}/finalize`, { token })
    x.pass(2_000 / scale)
    const state = async () =>
      (await x.ask('GET', '/2/media/upload', { token, query: { media_id: id } })).body.data.processing_info.state
    const first = await state()
    x.pass(31_000 / scale)
    return [first, await state()]
  }

  for (const operation of ['upload', 'status']) {
    test(`is slow if slow_processing is requested for ${operation}`, async () => {
      assert.deepEqual(await processed(operation, 'slow_processing'), ['in_progress', 'succeeded'])
    })
    test(`fails if processing_failed is requested for ${operation}`, async () => {
      assert.equal((await processed(operation, 'processing_failed')).at(-1), 'failed')
    })
  }
})
