import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gif, png } from '../../../harness/small-media.ts'
import { type SimulatedX, startSimulatedX } from './start.ts'
import { animation, image, mp4, uploadsOf, video } from './uploads.ts'

let x: SimulatedX
let token: string
before(async () => {
  x = await startSimulatedX({ scale: 10 })
  token = (await x.signIn('painter')).access
  await x.settings({ rateLimits: false })
})
after(() => x.stop())

const { initialize, uploaded, ready } = uploadsOf(() => ({ x, token }))
const post = (json: object, as = token) => x.ask('POST', '/2/tweets', { token: as, json })
const readyImage = () => uploaded(image, png)

describe('a post with media', () => {
  test('may have four images; X adds a link, and returns the images on request', async () => {
    const ids = [await readyImage(), await readyImage(), await readyImage(), await readyImage()]
    const { body } = await post({ text: 'four', media: { media_ids: ids } })
    assert.match(body.data.text, /^four https:\/\/t\.co\/\w{10}$/)
    const query = { 'tweet.fields': 'entities', expansions: 'attachments.media_keys', 'media.fields': 'url,type' }
    const { data, includes } = (await x.ask('GET', `/2/tweets/${body.data.id}`, { token, query })).body
    assert.deepEqual(
      data.attachments.media_keys,
      ids.map((id) => `3_${id}`),
    )
    assert.equal(data.entities.urls.length, 4)
    assert.match(data.entities.urls[0].expanded_url, /^https:\/\/x\.com\/painter\/status\/\d+\/photo\/1$/)
    assert.deepEqual(
      includes.media.map(({ type }: { type: string }) => type),
      Array(4).fill('photo'),
    )
    const { body: ledger } = await x.control('GET', '/x/posts')
    assert.equal(ledger.posts.at(-1).media_count, 4)
  })

  test('may have one GIF, or one video whose views are returned', async () => {
    const one = await ready(await uploaded(animation, gif))
    assert.equal((await post({ media: { media_ids: [one] } })).status, 201)
    const film = await ready(await uploaded({ ...video, media_category: 'amplify_video' }, mp4))
    const { body } = await post({ media: { media_ids: [film] } })
    await x.control('POST', `/x/posts/${body.data.id}/metrics`, { view_count: 5 })
    const query = { expansions: 'attachments.media_keys', 'media.fields': 'public_metrics' }
    const { includes } = (await x.ask('GET', `/2/tweets/${body.data.id}`, { token, query })).body
    assert.deepEqual(includes.media, [{ media_key: `13_${film}`, type: 'video', public_metrics: { view_count: 5 } }])
  })

  test('is refused with 400 if its media are unknown, not ready, mixed, of another account, private or deleted', async () => {
    const picture = await readyImage()
    const animated = await ready(await uploaded(animation, gif))
    const open = (await initialize({ ...image, total_bytes: 10 })).body.data.id
    const secret = await uploaded({ ...image, media_category: 'dm_image' }, png)
    const other = (await x.signIn('a copyist')).access
    const ofOther = await post({ text: 'mine now', media: { media_ids: [picture] } }, other)
    const refused = [ofOther]
    for (const media_ids of [['20'], [open], [picture, animated], [animated, animated], [secret]])
      refused.push(await post({ text: 'no', media: { media_ids } }))
    x.pass(86_400_000)
    // The access token has expired too.
    token = (await x.signIn('painter')).access
    refused.push(await post({ text: 'too late', media: { media_ids: [picture] } }))
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.errors[0].message], [400, 'Your media IDs are invalid.'])
      assert.ok(Array.isArray(body.errors[0].parameters['media.media_ids']))
    }
  })
})

describe('an alternative text', () => {
  const describe = (json: object) => x.ask('POST', '/2/media/metadata', { token, json })
  const altText = (text: string) => ({ metadata: { alt_text: { text } } })

  test('of an image is returned, and shown with the post', async () => {
    const id = await readyImage()
    const { status, body } = await describe({ id, ...altText('A cat') })
    assert.equal(status, 200)
    assert.deepEqual(body, { data: { id, associated_metadata: { alt_text: { text: 'A cat' } } } })
    const made = (await post({ media: { media_ids: [id] } })).body.data.id
    const query = { expansions: 'attachments.media_keys', 'media.fields': 'alt_text' }
    const { includes } = (await x.ask('GET', `/2/tweets/${made}`, { token, query })).body
    assert.deepEqual(includes.media, [{ media_key: `3_${id}`, type: 'photo', alt_text: 'A cat' }])
  })

  test('of a video is dropped without an error', async () => {
    const id = await ready(await uploaded(video, mp4))
    assert.deepEqual((await describe({ id, ...altText('A film') })).body, { data: { id, associated_metadata: {} } })
  })

  test('is refused if it is longer than 1,000 characters, or for no media', async () => {
    const id = await readyImage()
    assert.equal((await describe({ id, ...altText('a'.repeat(1_001)) })).status, 400)
    assert.equal((await describe({ id: '20', ...altText('a') })).status, 404)
  })
})
