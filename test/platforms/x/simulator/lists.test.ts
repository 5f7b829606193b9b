import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day } from '../../../../src/domain/time.ts'
import { type SimulatedX, startSimulatedX } from './start.ts'

/** Times in days take a thousandth of it here. */
const scale = 1_000

let x: SimulatedX
let token: string
let me: string
before(async () => {
  x = await startSimulatedX({ scale })
  token = (await x.signIn('reader')).access
  await x.settings({ rateLimits: false })
  me = (await x.ask('GET', '/2/users/me', { token })).body.data.id
})
after(() => x.stop())

const read = async (path: string, query: Record<string, string> = {}, as = token) =>
  x.ask('GET', path, { token: as, query })
const makePost = async (text: string, more: object = {}, as = token): Promise<string> =>
  (await x.ask('POST', '/2/tweets', { token: as, json: { text, ...more } })).body.data.id
const answerTo = (id: string) => ({ reply: { in_reply_to_tweet_id: id } })
const idsOf = (body: { data?: { id: string }[] }): string[] => (body.data ?? []).map(({ id }) => id)

describe('the posts of a user', () => {
  test('are listed newest first, page by page', async () => {
    const as = (await x.signIn('diligent')).access
    const { id } = (await read('/2/users/me', {}, as)).body.data
    const made: string[] = []
    for (let index = 0; index < 12; index += 1) made.unshift(await makePost(`diary ${index}`, {}, as))
    const path = `/2/users/${id}/tweets`
    const first = (await read(path, { max_results: '5' }, as)).body
    assert.deepEqual(first.meta, { ...first.meta, result_count: 5, newest_id: made[0], oldest_id: made[4] })
    const second = (await read(path, { max_results: '5', pagination_token: first.meta.next_token }, as)).body
    const third = (await read(path, { max_results: '5', pagination_token: second.meta.next_token }, as)).body
    assert.deepEqual([first, second, third].flatMap(idsOf), made)
    assert.equal(third.meta.next_token, undefined)
    const since = { since_id: String(made[3]), until_id: String(made[0]) }
    assert.deepEqual(idsOf((await read(path, since, as)).body), made.slice(1, 3))
  })

  test('can be limited to those since a time, and to those without replies', async () => {
    const as = (await x.signIn('punctual')).access
    const { id } = (await read('/2/users/me', {}, as)).body.data
    await makePost('too early', {}, as)
    x.pass(2_000)
    const root = await makePost('in time', {}, as)
    const { created_at: at } = (await read(`/2/tweets/${root}`, { 'tweet.fields': 'created_at' }, as)).body.data
    const answer = await makePost('an answer', answerTo(root), as)
    const path = `/2/users/${id}/tweets`
    assert.deepEqual(idsOf((await read(path, { start_time: at }, as)).body), [answer, root])
    assert.deepEqual(idsOf((await read(path, { start_time: at, exclude: 'replies,retweets' }, as)).body), [root])
  })

  test('have no data key if there are none, and an error if the user does not exist', async () => {
    const as = (await x.signIn('silent')).access
    const { id } = (await read('/2/users/me', {}, as)).body.data
    assert.deepEqual((await read(`/2/users/${id}/tweets`, {}, as)).body, { meta: { result_count: 0 } })
    const { status, body } = await read('/2/users/20/tweets')
    assert.deepEqual([status, body.errors[0].resource_type], [200, 'user'])
  })

  test('lack the newest if the list lags', async () => {
    const as = (await x.signIn('hasty')).access
    const { id } = (await read('/2/users/me', {}, as)).body.data
    const post = await makePost('just now', {}, as)
    await x.control('POST', '/x/faults', { operation: 'read', kind: 'list_lag', times: 1, after: 0 })
    assert.deepEqual((await read(`/2/users/${id}/tweets`, {}, as)).body, { meta: { result_count: 0 } })
    assert.deepEqual(idsOf((await read(`/2/users/${id}/tweets`, {}, as)).body), [post])
  })

  test('are refused with 400 if the page size is too small or too large, or the page unknown', async () => {
    for (const query of [
      { max_results: '4' },
      { max_results: '101' },
      { pagination_token: 'x' },
      { start_time: 'now' },
    ])
      assert.equal((await read(`/2/users/${me}/tweets`, query)).status, 400)
  })
})

describe('a search of the last seven days', () => {
  test('finds a conversation, including its root', async () => {
    const root = await makePost('what do you think?')
    const { body } = await x.control('POST', `/x/posts/${root}/comments`, { author: 'visitor', message: 'A lot!' })
    const own = await makePost('me too', answerTo(body.id))
    const query = { query: `conversation_id:${root}`, 'tweet.fields': 'author_id', expansions: 'author_id' }
    const found = (await read('/2/tweets/search/recent', query)).body
    assert.deepEqual(idsOf(found), [own, body.id, root])
    assert.deepEqual(
      found.includes.users.map(({ username }: { username: string }) => username),
      ['reader', 'visitor'],
    )
    const narrowed = { query: `conversation_id:${root} is:reply -from:visitor` }
    assert.deepEqual(idsOf((await read('/2/tweets/search/recent', narrowed)).body), [own])
  })

  test('does not find older posts', async () => {
    const root = await makePost('long ago')
    x.pass((8 * day) / scale)
    const { body } = await read('/2/tweets/search/recent', { query: `conversation_id:${root}` })
    assert.deepEqual(body, { meta: { result_count: 0 } })
  })

  test('is refused with 400 if the query asks for older posts, is too long or is empty', async () => {
    for (const query of [
      { query: 'word', start_time: '2020-01-01T00:00:00Z' },
      { query: 'w'.repeat(513) },
      { query: '' },
      { query: 'word', max_results: '9' },
    ])
      assert.equal((await read('/2/tweets/search/recent', query)).status, 400)
  })
})

test('with growth, a post gets comments and rising numbers', async () => {
  const root = await makePost('something that people like')
  const before = new Set(
    (await x.control('GET', '/x/posts')).body.posts.map(({ account_id: id }: { account_id: string }) => id),
  )
  for (let moment = 0; moment < 60; moment += 1) await x.grow()
  const { data } = (await read(`/2/tweets/${root}`, { 'tweet.fields': 'public_metrics' })).body
  assert.ok(data.public_metrics.impression_count > 0)
  const { posts } = (await x.control('GET', '/x/posts')).body
  const authors = new Set(posts.map(({ account_id }: { account_id: string }) => account_id))
  assert.ok(authors.size > before.size)
})

test('a comment is planted only under an existing post, and only if X would accept it', async () => {
  const root = await makePost('comment here')
  const plant = async (id: string, message: string) =>
    (await x.control('POST', `/x/posts/${id}/comments`, { author: 'somebody', message })).status
  assert.deepEqual(
    [await plant('20', 'a'), await plant(root, 'a'.repeat(281)), await plant(root, 'a')],
    [404, 400, 200],
  )
})
