import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type SimulatedX, startSimulatedX } from './start.ts'

let x: SimulatedX
let token: string
before(async () => {
  x = await startSimulatedX({ scale: 1_000 })
  token = (await x.signIn('writer')).access
  await x.settings({ rateLimits: false })
})
after(() => x.stop())

const post = (json: object, as = token): Promise<Answer> => x.ask('POST', '/2/tweets', { token: as, json })
const makePost = async (json: object, as = token): Promise<string> => (await post(json, as)).body.data.id

function assertForbidden(answer: Answer, detail: string | RegExp): void {
  const { title, type, status } = answer.body
  assert.deepEqual([answer.status, title, type, status], [403, 'Forbidden', 'about:blank', 403])
  if (typeof detail === 'string') assert.equal(answer.body.detail, detail)
  else assert.match(answer.body.detail, detail)
}

const notPermitted = 'You are not permitted to perform this action.'

function assertInvalid(answer: Answer, message: RegExp): void {
  assert.equal(answer.status, 400)
  assert.equal(answer.headers.get('content-type'), 'application/problem+json')
  assert.equal(answer.body.title, 'Invalid Request')
  assert.equal(answer.body.type, 'https://api.x.com/2/problems/invalid-request')
  assert.match(answer.body.errors[0].message, message)
}

describe('a post that X accepts', () => {
  test('returns 201, an ID beyond 2^53 and its text', async () => {
    const { status, body } = await post({ text: 'Good morning' })
    assert.equal(status, 201)
    assert.match(body.data.id, /^\d{18,19}$/)
    assert.ok(BigInt(body.data.id) > 2n ** 53n)
    assert.deepEqual(body, { data: { id: body.data.id, text: 'Good morning', edit_history_tweet_ids: [body.data.id] } })
  })

  test('has an ID that is larger than any before', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => makePost({ text: `number ${index}` })))
    const numbers = ids.map(BigInt).sort((one, other) => (one < other ? -1 : 1))
    assert.equal(new Set(ids).size, 20)
    assert.ok(BigInt(await makePost({ text: 'and another' })) > (numbers.at(-1) ?? 0n))
  })

  test('is returned with short links and three escaped characters; the ledger has the original text', async () => {
    const text = 'A & B < C: https://example.com/page?a=1&b=2 and example.org.'
    const { body } = await post({ text })
    assert.match(body.data.text, /^A &amp; B &lt; C: https:\/\/t\.co\/\w{10} and https:\/\/t\.co\/\w{10}\.$/)
    const { body: ledger } = await x.control('GET', '/x/posts')
    const entry = ledger.posts.find((one: { id: string }) => one.id === body.data.id)
    assert.deepEqual([entry.text, entry.media_count, entry.reply_to], [text, 0, null])
    assert.equal(entry.url, `${x.web}/writer/status/${body.data.id}`)
  })

  test('may weigh 280, with 23 for a link and 2 for an emoji', async () => {
    const link = `https://example.com/${'long'.repeat(100)}`
    assert.equal((await post({ text: `${'a'.repeat(256)} ${link}` })).status, 201)
    assert.equal((await post({ text: '👩‍👩‍👧‍👦'.repeat(140) })).status, 201)
  })

  test('may be longer from a Premium account, and then has a note', async () => {
    const premium = (await x.signIn('a premium account')).access
    const text = 'word '.repeat(100).trim()
    const id = await makePost({ text }, premium)
    const query = { 'tweet.fields': 'note_tweet' }
    const { body } = await x.ask('GET', `/2/tweets/${id}`, { token: premium, query })
    assert.ok(body.data.text.length < text.length)
    assert.equal(body.data.note_tweet.text, text)
  })

  test('may have reply settings', async () => {
    const id = await makePost({ text: 'only some may answer', reply_settings: 'mentionedUsers' })
    const { body } = await x.ask('GET', `/2/tweets/${id}`, { token, query: { 'tweet.fields': 'reply_settings' } })
    assert.equal(body.data.reply_settings, 'mentionedUsers')
  })
})

describe('a post is refused', () => {
  test('with 400 if its body has a field that X does not know', async () => {
    assertInvalid(await post({ text: 'hello', txt: 'hello' }), /^\$\.txt: is not defined in the schema/)
    assertInvalid(await post({ text: 'hello', reply: { in_reply_to_tweet_id: '1', a: 1 } }), /^\$\.reply\.a: is not/)
  })

  test('with 400 if a field is invalid', async () => {
    assertInvalid(await post({ text: 7 }), /^\$\.text: /)
    assertInvalid(await post({ media: { media_ids: [] } }), /^\$\.media\.media_ids: /)
    assertInvalid(await post({ media: { media_ids: ['1', '2', '3', '4', '5'] } }), /^\$\.media\.media_ids: /)
    assertInvalid(await post({ media: { media_ids: ['3_188'] } }), /^\$\.media\.media_ids\[0\]: /)
    assertInvalid(await post({ media: {} }), /^\$\.media\.media_ids: /)
    assertInvalid(await post({ text: 'a', reply_settings: 'everyone' }), /^\$\.reply_settings: /)
  })

  test('with 400 if it has neither text nor media', async () => {
    assertInvalid(await post({}), /^\$\.text: is missing/)
    assertInvalid(await post({ text: '' }), /^\$\.text: is missing/)
  })

  test('with 400 if the body is not JSON', async () => {
    assertInvalid(await x.ask('POST', '/2/tweets', { token }), /content-type of application\/json/)
    const headers = { 'content-type': 'application/json' }
    assertInvalid(await x.ask('POST', '/2/tweets', { token, headers }), /^\$: /)
  })

  test('with 400 if its options exclude each other', async () => {
    assertInvalid(await post({ text: 'a', quote_tweet_id: '1', card_uri: 'card://1' }), /only one of these/)
  })

  test('with 403 if it weighs more than 280', async () => {
    assertForbidden(await post({ text: 'a'.repeat(281) }), notPermitted)
    assertForbidden(await post({ text: '語'.repeat(141) }), notPermitted)
    assertForbidden(await post({ text: `${'a'.repeat(257)} https://a.example.com` }), notPermitted)
  })

  test('with 403 if it has two cashtags', async () => {
    assert.equal((await post({ text: 'I like $AAPL for $5' })).status, 201)
    assertForbidden(await post({ text: 'I like $AAPL and $GOOG' }), notPermitted)
  })

  test('with 403 if it needs features that simulated accounts do not have', async () => {
    assertForbidden(await post({ text: 'a quote', quote_tweet_id: '1' }), notPermitted)
    assertForbidden(await post({ text: 'a poll', poll: { options: ['a', 'b'], duration_minutes: 5 } }), notPermitted)
    assertForbidden(await post({ text: 'for a community', community_id: '1' }), notPermitted)
  })

  test('with 403 if the account posted the same before', async () => {
    assert.equal((await post({ text: 'once is enough' })).status, 201)
    assertForbidden(
      await post({ text: 'once is enough' }),
      'You are not allowed to create a Tweet with duplicate content.',
    )
    const other = (await x.signIn('somebody_else')).access
    assert.equal((await post({ text: 'once is enough' }, other)).status, 201)
  })

  test('not if the same post is old or deleted', async () => {
    const id = await makePost({ text: 'now and then' })
    await x.ask('DELETE', `/2/tweets/${id}`, { token })
    assert.equal((await post({ text: 'now and then' })).status, 201)
    x.pass(86_400)
    assert.equal((await post({ text: 'now and then' })).status, 201)
  })
})
