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

describe('the own account', () => {
  test('has an ID, a name and a username, and the requested fields', async () => {
    const { status, body } = await read('/2/users/me')
    assert.equal(status, 200)
    assert.deepEqual(body, { data: { id: me, name: 'reader', username: 'reader' } })
    const fields = 'subscription_type,verified,verified_type,profile_image_url,public_metrics,created_at'
    const { data } = (await read('/2/users/me', { 'user.fields': fields })).body
    assert.deepEqual([data.subscription_type, data.verified, data.verified_type], ['None', false, 'none'])
    assert.equal(typeof data.public_metrics.tweet_count, 'number')
  })

  test('shows that an account has Premium', async () => {
    const premium = (await x.signIn('Premium person')).access
    const { data } = (await read('/2/users/me', { 'user.fields': 'subscription_type,verified_type' }, premium)).body
    assert.deepEqual([data.subscription_type, data.verified_type], ['Premium', 'blue'])
    assert.match(data.username, /^[A-Za-z0-9_]{1,15}$/)
  })

  test('has the new field names on request', async () => {
    const { data } = (await read('/2/users/me', { 'user.fields': 'public_metrics', 'post.fields': 'id' })).body
    assert.equal(data.public_metrics.tweet_count, undefined)
    assert.equal(typeof data.public_metrics.post_count, 'number')
  })
})

describe('posts by their IDs', () => {
  test('are returned with errors for the missing ones, in a 200', async () => {
    const id = await makePost('to be found')
    const { status, body } = await read('/2/tweets', { ids: `${id},20` })
    assert.equal(status, 200)
    assert.deepEqual(idsOf(body), [id])
    const [{ resource_id, resource_type, parameter, value, title, type }] = body.errors
    assert.deepEqual([resource_id, resource_type, parameter, value], ['20', 'tweet', 'ids', '20'])
    assert.deepEqual([title, type], ['Not Found Error', 'https://api.x.com/2/problems/resource-not-found'])
  })

  test('have no data key if none exists', async () => {
    assert.deepEqual(Object.keys((await read('/2/tweets', { ids: '20,21' })).body), ['errors'])
    assert.deepEqual(Object.keys((await read('/2/tweets/20')).body), ['errors'])
  })

  test('have the requested field names', async () => {
    const root = await makePost('a root')
    const id = await makePost('an answer https://example.com', answerTo(root))
    const old = (
      await read(`/2/tweets/${id}`, { 'tweet.fields': 'public_metrics,referenced_tweets,author_id,entities' })
    ).body
    assert.equal(old.data.public_metrics.retweet_count, 0)
    assert.deepEqual(old.data.referenced_tweets, [{ type: 'replied_to', id: root }])
    assert.deepEqual([old.data.author_id, old.data.edit_history_tweet_ids], [me, [id]])
    const [{ url, expanded_url, display_url, start, end }] = old.data.entities.urls
    assert.deepEqual([expanded_url, display_url], ['https://example.com', 'example.com'])
    assert.equal(old.data.text.slice(start, end), url)

    const query = { 'post.fields': 'public_metrics', expansions: 'author_id,referenced_posts' }
    const recent = (await read(`/2/tweets/${id}`, query)).body
    assert.equal(recent.data.public_metrics.repost_count, 0)
    assert.deepEqual(recent.data.referenced_posts, [{ type: 'replied_to', id: root }])
    assert.deepEqual([recent.data.author_id, recent.data.edit_history_post_ids], [me, [id]])
    assert.deepEqual(idsOf({ data: recent.includes.posts }), [root])
    assert.deepEqual(recent.includes.users, [{ id: me, name: 'reader', username: 'reader' }])
  })

  test('of other accounts are returned without private metrics, and with an error', async () => {
    const id = await makePost('my numbers')
    await x.control('POST', `/x/posts/${id}/metrics`, { impression_count: 7, url_link_clicks: 3, like_count: 2 })
    const query = { ids: id, 'tweet.fields': 'public_metrics,non_public_metrics,organic_metrics' }
    const [mine] = (await read('/2/tweets', query)).body.data
    assert.deepEqual([mine.public_metrics.like_count, mine.public_metrics.impression_count], [2, 7])
    assert.equal(mine.non_public_metrics.url_link_clicks, 3)
    const other = (await x.signIn('curious')).access
    const { body } = await read('/2/tweets', query, other)
    assert.equal(body.data[0].non_public_metrics, undefined)
    assert.equal(body.errors[0].type, 'https://api.x.com/2/problems/not-authorized-for-field')
    x.pass((31 * day) / scale)
    const { body: later } = await read('/2/tweets', query)
    assert.deepEqual([later.data[0].non_public_metrics, later.errors.length], [undefined, 2])
  })

  test('are refused with 400 if a field, a parameter or an ID is invalid', async () => {
    const messages = await Promise.all(
      [
        { ids: '20', 'tweet.fields': 'colour' },
        { ids: '20', 'tweet.fields': 'public_metrics', expansions: 'referenced_posts' },
        { ids: '20', 'post.fields': 'author_id' },
        { ids: '20', colour: 'red' },
        { ids: 'abc' },
        { ids: Array.from({ length: 101 }, (_, index) => index + 1).join() },
      ].map(async (query) => {
        const { status, body } = await read('/2/tweets', query)
        assert.equal(status, 400)
        return body.errors[0].message
      }),
    )
    assert.match(messages[0], /^The `tweet\.fields` query parameter value \[colour\] is not one of \[/)
    assert.match(messages[3], /^The query parameter \[colour\] is not one of \[/)
  })
})
