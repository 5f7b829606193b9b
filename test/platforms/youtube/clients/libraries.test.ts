import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { auth, youtube, type youtube_v3 } from '@googleapis/youtube'
import { z } from 'zod'
import { loggedExchanges } from '../../../harness/openapi-check.ts'
import { png } from '../../../harness/small-media.ts'
import { type SimulatedYoutube, startSimulatedYoutube } from '../simulator/start.ts'
import { youtubeFaults } from '../spec/check.ts'

const mp4 = readFileSync(new URL('../../../media/fixtures/plain.mp4', import.meta.url))

let simulated: SimulatedYoutube
/** The calls that carry a file. */
let root: { readonly rootUrl: string }
before(async () => {
  simulated = await startSimulatedYoutube()
  root = { rootUrl: `${await simulated.serveApi()}/` }
})
after(() => simulated.stop())

async function clientOf(name: string): Promise<youtube_v3.Youtube> {
  const login = new auth.OAuth2()
  login.setCredentials({ access_token: (await simulated.signIn(name)).access })
  return youtube({ version: 'v3', auth: login, ...root })
}

async function insert(client: youtube_v3.Youtube, title = 'A film', privacyStatus = 'public'): Promise<string> {
  const { data } = await client.videos.insert(
    {
      part: ['snippet', 'status'],
      requestBody: { snippet: { title, tags: ['a', 'b c'] }, status: { privacyStatus } },
      media: { mimeType: 'video/mp4', body: Readable.from([mp4]) },
    },
    root,
  )
  assert.equal(data.status?.uploadStatus, 'uploaded')
  return data.id ?? assert.fail('no ID')
}

/** The parts of an error. */
const refusal = z.object({ status: z.number(), message: z.string() })
async function refused(call: Promise<unknown>): Promise<z.output<typeof refusal>> {
  const reason = await call.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  )
  return refusal.parse(reason)
}

describe('the official client @googleapis/youtube works with the simulated YouTube', () => {
  let client: youtube_v3.Youtube
  before(async () => {
    client = await clientOf('Kit')
  })

  test('it reads its channel, with the requested parts', async () => {
    const { data } = await client.channels.list({ part: ['snippet', 'contentDetails', 'statistics'], mine: true })
    const [channel] = data.items ?? []
    assert.equal(channel?.snippet?.customUrl, '@kit')
    assert.equal(channel?.contentDetails?.relatedPlaylists?.uploads, `UU${channel?.id?.slice(2)}`)
    assert.equal(channel?.statistics?.subscriberCount, '0')
    assert.equal(channel?.status, undefined)
  })

  test('it uploads a video, waits for its processing, and finds it among its uploads', async () => {
    const id = await insert(client)
    const state = async () => {
      const { data } = await client.videos.list({ part: ['status', 'processingDetails'], id: [id] })
      const [video] = data.items ?? []
      return [video?.status?.uploadStatus, video?.processingDetails?.processingStatus]
    }
    assert.deepEqual(await state(), ['uploaded', 'processing'])
    simulated.pass(2_000)
    assert.deepEqual(await state(), ['processed', 'succeeded'])
    const { data: own } = await client.channels.list({ part: ['contentDetails'], mine: true })
    const playlistId = own.items?.[0]?.contentDetails?.relatedPlaylists?.uploads ?? ''
    const { data: uploads } = await client.playlistItems.list({ part: ['snippet', 'contentDetails'], playlistId })
    assert.equal(uploads.items?.[0]?.contentDetails?.videoId, id)
    assert.equal(uploads.items?.[0]?.snippet?.title, 'A film')
  })

  test('it sets a thumbnail', async () => {
    const videoId = await insert(client)
    const media = { mimeType: 'image/png', body: Readable.from([png]) }
    const { data } = await client.thumbnails.set({ videoId, media }, root)
    assert.match(data.items?.[0]?.default?.url ?? '', new RegExp(videoId))
    const { data: read } = await client.videos.list({ part: ['contentDetails'], id: [videoId] })
    assert.equal(read.items?.[0]?.contentDetails?.hasCustomThumbnail, true)
  })

  test('it creates a playlist, adds a video to it and reads it page by page', async () => {
    const { data: made } = await client.playlists.insert({
      part: ['snippet'],
      requestBody: { snippet: { title: 'A series' } },
    })
    const playlistId = made.id ?? ''
    const ids = [await insert(client, 'One'), await insert(client, 'Two')]
    for (const videoId of ids)
      await client.playlistItems.insert({
        part: ['snippet'],
        requestBody: { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } },
      })
    const read: (string | null | undefined)[] = []
    for (let pageToken: string | null | undefined = ''; pageToken != null; ) {
      const { data }: { data: youtube_v3.Schema$PlaylistItemListResponse } = await client.playlistItems.list({
        part: ['snippet'],
        playlistId,
        maxResults: 1,
        ...(pageToken === '' ? {} : { pageToken }),
      })
      assert.equal(data.pageInfo?.totalResults, 2)
      read.push(...(data.items ?? []).map(({ snippet }) => snippet?.resourceId?.videoId))
      pageToken = data.nextPageToken
    }
    assert.deepEqual(read, ids)
    const { data: lists } = await client.playlists.list({ part: ['snippet'], mine: true })
    assert.deepEqual(
      lists.items?.map(({ snippet }) => snippet?.title),
      ['A series', 'Favourites'],
    )
  })

  test('it comments, replies, and reads both', async () => {
    const videoId = await insert(client)
    const { data: own } = await client.channels.list({ part: ['id'], mine: true })
    const channelId = own.items?.[0]?.id ?? ''
    const { data: thread } = await client.commentThreads.insert({
      part: ['snippet'],
      requestBody: { snippet: { channelId, videoId, topLevelComment: { snippet: { textOriginal: 'A & b' } } } },
    })
    const parentId = thread.id ?? ''
    const { data: answer } = await client.comments.insert({
      part: ['snippet'],
      requestBody: { snippet: { parentId, textOriginal: 'And c' } },
    })
    assert.ok(answer.id?.startsWith(`${parentId}.`))
    const { data } = await client.commentThreads.list({ part: ['snippet', 'replies'], videoId })
    const [found] = data.items ?? []
    assert.equal(found?.snippet?.topLevelComment?.snippet?.textDisplay, 'A &amp; b')
    assert.equal(found?.snippet?.topLevelComment?.snippet?.textOriginal, 'A & b')
    assert.deepEqual(
      found?.replies?.comments?.map(({ id }) => id),
      [answer.id],
    )
    const { data: answers } = await client.comments.list({ part: ['snippet'], parentId, textFormat: 'plainText' })
    assert.equal(answers.items?.[0]?.snippet?.parentId, parentId)
  })

  test('it deletes a video', async () => {
    const id = await insert(client)
    await client.videos.delete({ id })
    assert.deepEqual((await client.videos.list({ part: ['id'], id: [id] })).data.items, [])
    assert.equal(
      (await simulated.posts('youtube')).some((post) => post.id === id),
      false,
    )
  })

  test('it gets the errors of a wrong title, of a missing resource and of a wrong token', async () => {
    assert.equal((await refused(insert(client, 'a < b'))).status, 400)
    assert.equal((await refused(client.commentThreads.list({ part: ['snippet'], videoId: 'nothing' }))).status, 404)
    const login = new auth.OAuth2()
    login.setCredentials({ access_token: 'wrong' })
    const stranger = youtube({ version: 'v3', auth: login, ...root })
    const { status, message } = await refused(stranger.channels.list({ part: ['id'], mine: true }))
    assert.deepEqual([status, message], [401, 'Invalid Credentials'])
  })
})

test('every response that it got is valid by Google’s own discovery document', async () => {
  const { body } = await simulated.control('GET', '/youtube/requests?bodies=1')
  const answered = loggedExchanges(body, '').filter(({ path }) => /^\/(upload\/)?youtube\/v3\//.test(path))
  assert.ok(answered.length > 20)
  assert.deepEqual(
    answered.flatMap((one) => youtubeFaults(one).answer.map((fault) => `${one.path}: ${fault}`)),
    [],
  )
})
