import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type SimulatedX, startSimulatedX } from './start.ts'

let x: SimulatedX
let token: string
before(async () => {
  x = await startSimulatedX()
  token = (await x.signIn('writer')).access
})
after(() => x.stop())

const post = (json: object, as = token): Promise<Answer> => x.ask('POST', '/2/tweets', { token: as, json })
const makePost = async (json: object, as = token): Promise<string> => (await post(json, as)).body.data.id

function assertForbidden({ status, body }: Answer, detail: RegExp): void {
  assert.deepEqual([status, body.title, body.type, body.status], [403, 'Forbidden', 'about:blank', 403])
  assert.match(body.detail, detail)
}

describe('a reply', () => {
  test('to one’s own post is accepted, and counted there', async () => {
    const root = await makePost({ text: 'the first of a thread' })
    const first = await makePost({ text: 'the second', reply: { in_reply_to_tweet_id: root } })
    const last = await makePost({ text: 'the third', reply: { in_reply_to_tweet_id: first } })
    const query = { 'tweet.fields': 'conversation_id,referenced_tweets,in_reply_to_user_id,public_metrics,author_id' }
    const { body } = await x.ask('GET', `/2/tweets/${last}`, { token, query })
    assert.equal(body.data.conversation_id, root)
    assert.deepEqual(body.data.referenced_tweets, [{ type: 'replied_to', id: first }])
    assert.equal(body.data.in_reply_to_user_id, body.data.author_id)
    const { body: parent } = await x.ask('GET', `/2/tweets/${root}`, { token, query })
    assert.equal(parent.data.public_metrics.reply_count, 1)
  })

  test('is a duplicate only of one to the same post', async () => {
    const [one, other] = [await makePost({ text: 'post one' }), await makePost({ text: 'post two' })]
    const answer = (to: string) => post({ text: 'Thank you!', reply: { in_reply_to_tweet_id: to } })
    assert.equal((await answer(one)).status, 201)
    assert.equal((await answer(other)).status, 201)
    assertForbidden(await answer(one), /^You are not allowed to create a Tweet with duplicate content\.$/)
  })

  test('to a missing post is refused', async () => {
    const answer = await post({ text: 'hello?', reply: { in_reply_to_tweet_id: '20' } })
    assertForbidden(answer, /^You attempted to reply to a Tweet that is deleted or not visible to you\.$/)
  })

  test('to an account without prior engagement is refused; settings can allow it, or only after mentions', async () => {
    const stranger = (await x.signIn('a_stranger')).access
    const theirs = await makePost({ text: 'I speak to nobody' }, stranger)
    const mentioning = await makePost({ text: 'What do you say, @Writer?' }, stranger)
    const mine = await makePost({ text: 'a question' })
    const { body } = await x.control('POST', `/x/posts/${mine}/comments`, { author: 'a reader', message: 'an answer' })
    const status = async (to: string, text: string) =>
      (await post({ text, reply: { in_reply_to_tweet_id: to } })).status

    const refused = await post({ text: 'excuse me', reply: { in_reply_to_tweet_id: theirs } })
    assertForbidden(
      refused,
      /^Reply to this conversation is not allowed because you have not been mentioned or otherwise/,
    )
    assert.deepEqual([await status(mentioning, 'yes'), await status(body.id, 'thanks')], [201, 201])

    await x.settings({ replies: 'mentioned' })
    assert.deepEqual([await status(mentioning, 'yes, yes'), await status(body.id, 'thanks again')], [201, 403])
    assert.equal(await status(mine, 'to myself'), 201)
    await x.settings({ replies: 'everybody' })
    assert.equal(await status(theirs, 'hello'), 201)
    await x.settings({ replies: 'engaged' })
    const enterprise = (await x.signIn('an enterprise')).access
    const free = await post({ text: 'hello', reply: { in_reply_to_tweet_id: theirs } }, enterprise)
    assert.equal(free.status, 201)
  })
})

describe('a deleted post', () => {
  test('disappears from X and from the ledger', async () => {
    const id = await makePost({ text: 'soon gone' })
    const { status, body } = await x.ask('DELETE', `/2/tweets/${id}`, { token })
    assert.deepEqual([status, body], [200, { data: { deleted: true } }])
    const { body: read } = await x.ask('GET', `/2/tweets/${id}`, { token })
    assert.equal(read.errors[0].type, 'https://api.x.com/2/problems/resource-not-found')
    const { body: ledger } = await x.control('GET', '/x/posts')
    assert.equal(
      ledger.posts.some((one: { id: string }) => one.id === id),
      false,
    )
    assert.equal((await x.ask('DELETE', `/2/tweets/${id}`, { token })).status, 404)
  })

  test('must be the account’s own', async () => {
    const other = (await x.signIn('another')).access
    const id = await makePost({ text: 'not yours' })
    assertForbidden(await x.ask('DELETE', `/2/tweets/${id}`, { token: other }), /not authorized to delete/)
  })
})
