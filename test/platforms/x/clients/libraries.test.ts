import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createServer } from 'node:tls'
import { ApiError, Client } from '@xdevplatform/xdk'
import { ApiResponseError, TwitterApi } from 'twitter-api-v2'
import { loggedExchanges } from '../../../harness/openapi-check.ts'
import { certificate } from '../../../harness/servers/origin.ts'
import { gif, png } from '../../../harness/small-media.ts'
import { type SimulatedX, startSimulatedX } from '../simulator/start.ts'
import { assertValid } from '../simulator/watched.ts'

const mp4 = readFileSync(new URL('../../../media/fixtures/plain.mp4', import.meta.url))
const duplicate = 'You are not allowed to create a Tweet with duplicate content.'

let x: SimulatedX
before(async () => {
  x = await startSimulatedX()
})
after(() => x.stop())

describe('the official client @xdevplatform/xdk works with the simulated X', () => {
  let client: Client
  before(async () => {
    client = new Client({ accessToken: (await x.signIn('xdk')).access, baseUrl: x.api })
  })

  test('it reads its account, with the requested fields', async () => {
    const { data } = await client.users.getMe({
      userFields: ['subscription_type', 'public_metrics'],
      postFields: ['id'],
    })
    assert.equal(data?.username, 'xdk')
    assert.equal(data?.publicMetrics?.postCount, 0)
  })

  test('it posts, replies, reads its timeline and deletes', async () => {
    const { data: root } = await client.posts.create({ text: 'Hello from the kit' })
    const id = root?.id ?? ''
    const { data: answer } = await client.posts.create({ text: 'and on', reply: { inReplyToTweetId: id } })
    const me = (await client.users.getMe()).data?.id ?? ''
    const { data: list, meta } = await client.users.getPosts(me, { maxResults: 5, postFields: ['conversation_id'] })
    assert.deepEqual(
      list?.map((post) => [post.id, post.conversationId]),
      [
        [answer?.id, id],
        [id, id],
      ],
    )
    assert.equal(meta?.resultCount, 2)
    const found = await client.posts.getByIds([id], { postFields: ['public_metrics'] })
    assert.equal(found.data?.[0]?.publicMetrics?.replyCount, 1)
    const search = await client.posts.searchRecent(`conversation_id:${id}`, {
      maxResults: 10,
      expansions: ['author_id'],
    })
    assert.equal(search.data?.length, 2)
    assert.equal((await client.posts.delete(answer?.id ?? '')).data?.deleted, true)
    assert.equal((await client.posts.getByIds([answer?.id ?? ''])).errors?.length, 1)
  })

  test('it uploads an image with an alternative text, and posts it', async () => {
    const media = png.toString('base64')
    const { data } = await client.media.upload({ media, mediaCategory: 'tweet_image' })
    const id = data?.id ?? ''
    await client.media.createMetadata({ id, metadata: { altText: { text: 'A dot' } } })
    const { data: post } = await client.posts.create({ media: { mediaIds: [id] } })
    const read = await client.posts.getById(post?.id ?? '', {
      expansions: ['attachments.media_keys'],
      mediaFields: ['alt_text'],
    })
    assert.equal(read.includes?.media?.[0]?.altText, 'A dot')
  })

  test('it uploads a video in segments, and waits for its processing', async () => {
    const begun = await client.media.initializeUpload({
      mediaType: 'video/mp4',
      mediaCategory: 'tweet_video',
      totalBytes: mp4.length,
    })
    const id = begun.data?.id ?? ''
    await client.media.appendUpload(id, { media: mp4.toString('base64'), segmentIndex: 0 })
    let info = (await client.media.finalizeUpload(id)).data?.processingInfo
    assert.equal(info?.state, 'pending')
    while (info?.state !== 'succeeded') {
      x.pass((info?.checkAfterSecs ?? 0) * 1_000)
      info = (await client.media.getUploadStatus(id, { command: 'STATUS' })).data?.processingInfo
    }
    assert.ok((await client.posts.create({ text: 'a film', media: { mediaIds: [id] } })).data?.id)
  })

  test('it gets the error of a duplicate', async () => {
    await client.posts.create({ text: 'twice' })
    await assert.rejects(client.posts.create({ text: 'twice' }), (error: unknown) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, error.data.detail], [403, duplicate])
      return true
    })
  })
})

describe('the client twitter-api-v2 works with the simulated X', () => {
  let client: TwitterApi
  let secure: Awaited<ReturnType<typeof serveSecurely>>
  before(async () => {
    secure = await serveSecurely(await x.serveApi())
    client = new TwitterApi((await x.signIn('tav2')).access, { httpAgent: secure.agent })
  })
  after(() => secure.stop())

  test('it reads its account, and its rate limit', async () => {
    const { data } = await client.v2.me({ 'user.fields': ['verified_type', 'public_metrics'] })
    assert.deepEqual([data.username, data.verified_type, data.public_metrics?.tweet_count], ['tav2', 'none', 0])
    const limits = (await client.v2.get('users/me', {}, { fullResponse: true })).rateLimit
    assert.deepEqual([limits?.limit, limits?.remaining], [75, 73])
  })

  test('it posts a thread, reads its timeline page by page and deletes', async () => {
    const thread = await client.v2.tweetThread(['one', 'two', 'three'])
    const ids = thread.map(({ data }) => data.id)
    const me = (await client.v2.me()).data.id
    const timeline = await client.v2.userTimeline(me, { max_results: 5, 'tweet.fields': ['referenced_tweets'] })
    assert.deepEqual(
      timeline.tweets.map(({ id }) => id),
      ids.toReversed(),
    )
    assert.deepEqual(timeline.tweets[0]?.referenced_tweets, [{ type: 'replied_to', id: ids[1] }])
    const { data, errors } = await client.v2.tweets(ids, { 'tweet.fields': ['public_metrics'] })
    assert.deepEqual([data[0]?.public_metrics?.reply_count, errors], [1, undefined])
    const found = await client.v2.search(`conversation_id:${ids[0]}`, { expansions: ['author_id'] })
    assert.equal(found.tweets.length, 3)
    assert.equal((await client.v2.deleteTweet(ids[2] ?? '')).data.deleted, true)
  })

  test('it uploads images, a GIF and a video in segments, with an alternative text', async (t) => {
    // The client waits for the processing itself.
    const passing = setInterval(() => x.pass(500), 500)
    t.after(() => clearInterval(passing))
    const image = await client.v2.uploadMedia(png, { media_type: 'image/png', media_category: 'tweet_image' })
    await client.v2.createMediaMetadata(image, { alt_text: { text: 'A dot' } })
    const post = await client.v2.tweet('a dot', { media: { media_ids: [image] } })
    const read = await client.v2.singleTweet(post.data.id, {
      expansions: ['attachments.media_keys'],
      'media.fields': ['alt_text'],
    })
    assert.equal(read.includes?.media?.[0]?.alt_text, 'A dot')
    const animation = await client.v2.uploadMedia(gif, { media_type: 'image/gif', media_category: 'tweet_gif' })
    await client.v2.tweet('a moving dot', { media: { media_ids: [animation] } })
    const quarter = Math.ceil(mp4.length / 4)
    const film = await client.v2.uploadMedia(mp4, { media_type: 'video/mp4', media_category: 'tweet_video' }, quarter)
    await client.v2.tweet('a film', { media: { media_ids: [film] } })
  })

  test('it gets the errors of a duplicate, of wrong media and of a wrong token', async () => {
    await client.v2.tweet('twice')
    const refused = async (call: Promise<unknown>) => {
      const error = await call.then(
        () => null,
        (reason: unknown) => reason,
      )
      assert.ok(error instanceof ApiResponseError)
      return error
    }
    const twice = await refused(client.v2.tweet('twice'))
    assert.deepEqual([twice.code, twice.data.detail], [403, duplicate])
    const media = await refused(client.v2.tweet('no media', { media: { media_ids: ['20'] } }))
    assert.equal(media.code, 400)
    const stranger = new TwitterApi('made-up', { httpAgent: secure.agent })
    assert.equal((await refused(stranger.v2.me())).isAuthError, true)
  })
})

test('every logged request and response is valid by both OpenAPI files', async () => {
  const { body } = await x.control('GET', '/x/requests?bodies=1')
  const exchanges = ['', '/x/api']
    .flatMap((below) => loggedExchanges(body, below))
    .filter(({ path }) => path.startsWith('/2/') && !path.startsWith('/2/oauth2/'))
  assert.ok(exchanges.length > 30)
  for (const exchange of exchanges) assertValid(exchange)
})

/** This client only calls api.x.com over TLS, so a TLS server is put before the simulated X. */
async function serveSecurely(api: string) {
  const server = createServer({ cert: certificate('valid.pem'), key: certificate('server.key') }, (socket) => {
    const onward = connect(Number(new URL(api).port), '127.0.0.1')
    socket.on('error', () => onward.destroy()).pipe(onward)
    onward.on('error', () => socket.destroy()).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens nowhere.')
  const { port } = address
  const agent = new (class extends Agent {
    override createConnection(...[options, done]: Parameters<Agent['createConnection']>) {
      return super.createConnection({ ...options, host: '127.0.0.1', port, servername: 'origin.test' }, done)
    }
  })({ ca: certificate('authority.pem') })
  return { agent, stop: () => new Promise((resolve) => server.close(resolve)) }
}
