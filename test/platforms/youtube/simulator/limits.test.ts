import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import { jsonOf } from '../../../harness/sandbox.ts'
import { png } from '../../../harness/small-media.ts'
import { type Answer, auth, type SimulatedYoutube, startSimulatedYoutube } from './start.ts'

let youtube: SimulatedYoutube
before(async () => {
  youtube = await startSimulatedYoutube()
})
after(() => youtube.stop())

const settings = (changes: object) => youtube.control('POST', '/youtube/settings', changes)
const told = ({ status, body }: Answer) => `${status} ${body.error?.errors?.[0]?.reason ?? body.error ?? 'ok'}`
const me = (token: string) =>
  youtube.ask(token, 'GET', '/youtube/v3/channels', { query: { part: 'id,status', mine: 'true' } })
const begin = (token: string) =>
  youtube.ask(token, 'POST', '/upload/youtube/v3/videos', {
    query: { uploadType: 'resumable', part: 'snippet' },
    headers: { 'x-upload-content-length': '12', 'x-upload-content-type': 'video/mp4' },
    json: { snippet: { title: 'A film' } },
  })

async function videoOf(token: string, status: object = {}): Promise<string> {
  const { headers } = await youtube.ask(token, 'POST', '/upload/youtube/v3/videos', {
    query: { uploadType: 'resumable', part: 'status' },
    headers: { 'x-upload-content-length': '12', 'x-upload-content-type': 'video/mp4' },
    json: { snippet: { title: 'A film' }, status },
  })
  const bytes = Buffer.from('00000018667479706d703432', 'hex')
  return (await youtube.ask(token, 'PUT', headers.get('location') ?? '', { bytes })).body.id
}

describe('the project’s daily quota', () => {
  test('has a number of uploads, after which they get 429, while other calls continue', async () => {
    const { access } = await youtube.signIn('many uploads')
    await settings({ uploadsPerDay: 2 })
    youtube.pass(86_400_000)
    const token = (await youtube.signIn('many uploads')).access
    assert.deepEqual(
      [told(await begin(token)), told(await begin(token)), told(await begin(token))],
      ['200 ok', '200 ok', '429 rateLimitExceeded'],
    )
    assert.match((await begin(token)).body.error.message, /per day/)
    assert.equal(told(await me(token)), '200 ok')
    youtube.pass(86_400_000)
    assert.equal(told(await me(access)), '401 authError')
    assert.equal(told(await begin((await youtube.signIn('many uploads')).access)), '200 ok')
    await settings({ uploadsPerDay: 100_000 })
  })

  test('has a number of units, after which calls get 403, while uploads continue', async () => {
    youtube.pass(86_400_000)
    await settings({ unitsPerDay: 1 })
    const { access } = await youtube.signIn('many calls')
    assert.deepEqual([told(await me(access)), told(await me(access))], ['200 ok', '403 quotaExceeded'])
    assert.equal(told(await begin(access)), '200 ok')
    await settings({ unitsPerDay: 10_000_000 })
  })

  test('an unknown setting is refused', async () => {
    assert.equal((await settings({ uploads: 1 })).status, 400)
  })
})

describe('permissions', () => {
  test('a read-only login can’t write, and an upload login can’t read', async () => {
    const reader = (await youtube.signIn('reader', `${auth}/youtube.readonly`)).access
    const sender = (await youtube.signIn('sender', `${auth}/youtube.upload`)).access
    assert.deepEqual([told(await me(reader)), told(await begin(reader))], ['200 ok', '403 insufficientPermissions'])
    assert.deepEqual([told(await me(sender)), told(await begin(sender))], ['403 insufficientPermissions', '200 ok'])
  })

  test('comments need a separate permission', async () => {
    const manager = (await youtube.signIn('manager', `${auth}/youtube`)).access
    const query = { part: 'snippet', videoId: await videoOf(manager) }
    assert.equal(
      told(await youtube.ask(manager, 'GET', '/youtube/v3/commentThreads', { query })),
      '403 insufficientPermissions',
    )
  })

  const standings: readonly (readonly [name: string, call: string, expected: string])[] = [
    ['without channel', 'begin', '401 youtubeSignupRequired'],
    ['without channel', 'me', '200 ok'],
    ['suspended', 'begin', '403 authenticatedUserAccountSuspended'],
    ['unverified', 'begin', '200 ok'],
  ]
  for (const [name, call, expected] of standings)
    test(`${name}: ${call}`, async () => {
      const { access } = await youtube.signIn(name)
      assert.equal(told(await (call === 'me' ? me(access) : begin(access))), expected)
    })

  test('a channel that is not verified sets no thumbnails, and another channel can’t set them either', async () => {
    const set = (token: string, videoId: string) =>
      youtube.ask(token, 'POST', '/upload/youtube/v3/thumbnails/set', {
        query: { videoId },
        headers: { 'content-type': 'image/png' },
        bytes: png,
      })
    const [unverified, other] = [await youtube.signIn('unverified'), await youtube.signIn('other')]
    const video = await videoOf(unverified.access)
    assert.equal(told(await set(unverified.access, video)), '403 forbidden')
    assert.equal(told(await set(other.access, video)), '404 videoNotFound')
  })

  test('a private video is visible to its channel only, and one of a locked channel is private', async () => {
    const [locked, other] = [await youtube.signIn('locked private'), await youtube.signIn('other')]
    const query = { part: 'status', id: await videoOf(locked.access, { privacyStatus: 'public' }) }
    const { body } = await youtube.ask(locked.access, 'GET', '/youtube/v3/videos', { query })
    assert.equal(body.items[0].status.privacyStatus, 'private')
    assert.deepEqual((await youtube.ask(other.access, 'GET', '/youtube/v3/videos', { query })).body.items, [])
  })
})

describe('comments and playlists', () => {
  test('a video for children has no comments', async () => {
    const { access } = await youtube.signIn('for children')
    const videoId = await videoOf(access, { selfDeclaredMadeForKids: true })
    const query = { part: 'snippet', videoId }
    assert.equal(
      told(await youtube.ask(access, 'GET', '/youtube/v3/commentThreads', { query })),
      '403 commentsDisabled',
    )
    assert.equal(
      (await youtube.control('POST', `/youtube/posts/${videoId}/comments`, { author: 'a', message: 'b' })).status,
      400,
    )
  })

  test('a comment needs the channel, a text, and an existing parent comment', async () => {
    const { access } = await youtube.signIn('commenter')
    const videoId = await videoOf(access)
    const thread = (snippet: object) =>
      youtube.ask(access, 'POST', '/youtube/v3/commentThreads', { query: { part: 'snippet' }, json: { snippet } })
    const reply = (snippet: object) =>
      youtube.ask(access, 'POST', '/youtube/v3/comments', { query: { part: 'snippet' }, json: { snippet } })
    const said = (textOriginal: string) => ({ topLevelComment: { snippet: { textOriginal } } })
    assert.equal(told(await thread({ videoId, ...said('a') })), '400 channelOrVideoIdMissing')
    assert.equal(told(await thread({ videoId, channelId: 'UCx', ...said(' ') })), '400 commentTextRequired')
    assert.equal(
      told(await thread({ videoId, channelId: 'UCx', ...said('a'.repeat(10_001)) })),
      '400 commentTextTooLong',
    )
    assert.equal(told(await thread({ videoId: 'nothing', channelId: 'UCx', ...said('a') })), '404 videoNotFound')
    assert.equal(told(await reply({ textOriginal: 'a' })), '400 parentIdMissing')
    assert.equal(told(await reply({ parentId: 'nothing', textOriginal: 'a' })), '404 parentCommentNotFound')
    const { body } = await thread({ videoId, channelId: 'UCx', ...said('a') })
    const answer = await reply({ parentId: body.id, textOriginal: 'b' })
    assert.equal(told(answer), '200 ok')
    assert.equal(told(await reply({ parentId: answer.body.id, textOriginal: 'c' })), '404 parentCommentNotFound')
  })

  test('a video is in a playlist once, or as often as it is added, depending on a setting', async () => {
    const { access } = await youtube.signIn('collector')
    const { body } = await me(access)
    const videoId = await videoOf(access)
    const playlistId = `PL${body.items[0].id.slice(2)}`
    const add = () =>
      youtube.ask(access, 'POST', '/youtube/v3/playlistItems', {
        query: { part: 'snippet' },
        json: { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } },
      })
    assert.deepEqual([told(await add()), told(await add())], ['200 ok', '409 videoAlreadyInPlaylist'])
    await settings({ repeatedEntries: 'added' })
    assert.equal(told(await add()), '200 ok')
    await settings({ repeatedEntries: 'refused' })
    const query = { part: 'id', playlistId, videoId }
    assert.equal((await youtube.ask(access, 'GET', '/youtube/v3/playlistItems', { query })).body.items.length, 2)
  })
})

describe('logins', () => {
  const post = async (path: string, form: Readonly<Record<string, string>>) => {
    const response = await fetch(`${youtube.oauth}${path}`, { method: 'POST', body: new URLSearchParams(form) })
    return { status: response.status, body: await jsonOf(response) }
  }
  const app = { client_id: simulatedApp.clientId, client_secret: simulatedApp.clientSecret }

  test('a refresh token works many times, and is returned once', async () => {
    const { refresh } = await youtube.signIn('renewed')
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await post('/token', { ...app, grant_type: 'refresh_token', refresh_token: refresh })
      assert.deepEqual([status, body.refresh_token, body.token_type], [200, undefined, 'Bearer'])
      assert.equal(told(await me(body.access_token)), '200 ok')
    }
  })

  test('either token revokes a login, without an app; a revoked login is refused', async () => {
    const { access, refresh } = await youtube.signIn('ended')
    assert.equal((await post('/revoke', { token: access })).status, 200)
    assert.equal(told(await me(access)), '401 authError')
    const renewal = await post('/token', { ...app, grant_type: 'refresh_token', refresh_token: refresh })
    assert.deepEqual([renewal.status, renewal.body.error], [400, 'invalid_grant'])
    const again = await post('/revoke', { token: refresh })
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_token'])
  })

  test('a wrong secret has its own error', async () => {
    const form = { ...app, client_secret: 'wrong', grant_type: 'refresh_token', refresh_token: 'a' }
    const { status, body } = await post('/token', form)
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
  })
})
