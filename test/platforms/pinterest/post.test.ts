import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { pinterest } from '../../../src/platforms/pinterest/index.ts'
import { png } from '../../harness/small-media.ts'
import { now, scripted } from './scripted.ts'

const { actions, readMetrics, refresh, connect } = pinterest.live

const picture = (more: object = {}) => ({
  media: { file: 'a.png', facts: { size: png.length } },
  mimeType: 'image/png',
  asJpeg: false,
  ...more,
})
const input = (shown: Json): Json => ({
  boardId: '549',
  title: null,
  description: 'Words',
  link: null,
  altText: null,
  shown,
  plannedAt: now,
})
const files = { 'a.png': png, video: Buffer.from('a film') }
const pin = { body: { id: '813' }, status: 201 }
const results = { upload: { mediaId: '777' } }

describe('a Pin is sent', () => {
  test('without the fields that were not given', async () => {
    const server = await scripted(() => pin, files)
    const outcome = await actions.post.perform(input({ type: 'picture', picture: picture() }), server.context())
    assert.deepEqual(outcome, {
      type: 'done',
      result: { id: '813', isVideo: false, coverless: false },
      published: { id: '813', url: 'https://www.pinterest.com/pin/813/' },
    })
    const [asked] = server.asked
    assert.equal(asked?.call, 'POST /api/v5/pins')
    assert.deepEqual(JSON.parse(String(asked?.body)), {
      board_id: '549',
      description: 'Words',
      media_source: { source_type: 'image_base64', content_type: 'image/png', data: png.toString('base64') },
    })
  })

  test('as a JPEG if Pinterest does not accept its type', async () => {
    const server = await scripted(() => pin, files)
    const shown = { type: 'picture', picture: picture({ mimeType: 'image/webp', asJpeg: true }) }
    await actions.post.perform(input(shown), server.context())
    const { media_source } = JSON.parse(String(server.asked[0]?.body))
    assert.equal(media_source.content_type, 'image/jpeg')
  })

  test('of a video with a frame of its own as cover, which the operator may choose', async () => {
    const server = await scripted(() => pin, files)
    for (const [settings, second] of [[{}, 1] as const, [{ cover_second: '0' }, 0] as const]) {
      await actions.post.perform(input({ type: 'video', cover: null }), server.context({ results, settings }))
      const { media_source } = JSON.parse(String(server.asked.at(-1)?.body))
      assert.deepEqual(media_source, { source_type: 'video_id', media_id: '777', cover_image_key_frame_time: second })
    }
  })
})

describe('a cover that Pinterest refuses', () => {
  const refusedCover = (body: Buffer) =>
    String(body).includes('cover_image_data')
      ? { status: 400, body: { code: 1, message: 'The cover image is too small.' } }
      : pin

  test('is left out of a second request, and this is saved before it', async () => {
    const server = await scripted(({ body }) => refusedCover(body), files)
    const outcome = await actions.post.perform(input({ type: 'video', cover: picture() }), server.context({ results }))
    assert.ok(outcome.type === 'done')
    assert.deepEqual(outcome.result, { id: '813', isVideo: true, coverless: true })
    assert.deepEqual([server.asked.length, server.saved], [2, [{ coverless: true }]])
  })

  test('is not sent again by a later attempt', async () => {
    const server = await scripted(({ body }) => refusedCover(body), files)
    const context = server.context({ results, saved: { coverless: true } })
    await actions.post.perform(input({ type: 'video', cover: picture() }), context)
    assert.equal(server.asked.length, 1)
  })

  test('after any other refusal the video is not sent again', async () => {
    const server = await scripted(() => ({ status: 400, body: { code: 1, message: 'The title is bad.' } }), files)
    const outcome = await actions.post.perform(input({ type: 'video', cover: picture() }), server.context({ results }))
    assert.ok(outcome.type === 'rejected' && outcome.error === 'content_rejected')
    assert.equal(server.asked.length, 1)
  })
})

describe('a picture that is too large for a request ended the job: Pinterest fetches it instead', () => {
  const tooLarge = (body: Buffer) =>
    String(body).includes('image_base64') ? { status: 413, body: '<html>413 Request Entity Too Large</html>' } : pin
  const sourceOf = (body: Buffer | undefined) => JSON.parse(String(body)).media_source

  test('from its address on the media host, and that is saved before it', async () => {
    const server = await scripted(({ body }) => tooLarge(body), files)
    const shown = { type: 'picture', picture: picture({ url: 'https://media.example/a.png' }) }
    const outcome = await actions.post.perform(input(shown), server.context())
    assert.equal(outcome.type, 'done')
    assert.deepEqual(server.saved, [{ coverless: false, byAddress: true }])
    assert.deepEqual(sourceOf(server.asked[1]?.body), { source_type: 'image_url', url: 'https://media.example/a.png' })
  })

  test('as the JPEG that was made of it', async () => {
    const server = await scripted(({ body }) => tooLarge(body), files)
    await actions.post.perform(input({ type: 'picture', picture: picture({ asJpeg: true }) }), server.context())
    assert.deepEqual(sourceOf(server.asked[1]?.body).url, 'https://media.example/made.jpg')
  })

  test('and a later attempt does not send its bytes again', async () => {
    const server = await scripted(({ body }) => tooLarge(body), files)
    const context = server.context({ saved: { coverless: false, byAddress: true } })
    const shown = { type: 'picture', picture: picture({ url: 'https://media.example/a.png' }) }
    assert.equal((await actions.post.perform(input(shown), context)).type, 'done')
    assert.equal(server.asked.length, 1)
  })

  test('and if its servers cannot reach the media host, the message names both reasons', async () => {
    const unreachable = { status: 400, body: { code: 1, message: 'Sorry, we were unable to reach the image.' } }
    const server = await scripted(({ body }) => (tooLarge(body) === pin ? unreachable : tooLarge(body)), files)
    const shown = { type: 'picture', picture: picture({ url: 'http://127.0.0.1/a.png' }) }
    const outcome = await actions.post.perform(input(shown), server.context())
    assert.ok(outcome.type === 'retry' && outcome.error === 'media_unavailable')
    assert.match(outcome.message, /too large.*reachable from the internet.*“Sorry, we were unable/)
  })

  test('a cover that is too large is left out', async () => {
    const server = await scripted(
      ({ body }) => (String(body).includes('cover_image_data') ? { status: 413, body: '<html>' } : pin),
      files,
    )
    const outcome = await actions.post.perform(input({ type: 'video', cover: picture() }), server.context({ results }))
    assert.ok(outcome.type === 'done')
    assert.deepEqual(outcome.result, { id: '813', isVideo: true, coverless: true })
  })
})

test('a video that was refused for its missing cover failed without advice: the message says to give it one', async () => {
  const server = await scripted(() => ({ status: 400, body: { code: 1, message: "'cover_image_url' is required" } }))
  const outcome = await actions.post.perform(input({ type: 'video', cover: null }), server.context({ results }))
  assert.ok(outcome.type === 'rejected' && outcome.error === 'media_rejected')
  assert.match(outcome.message, /Set `thumbnail_url`.*“'cover_image_url' is required”$/)
})

describe('a video is stored', () => {
  const place = (origin: string) => ({
    media_id: '777',
    media_type: 'video',
    upload_url: `${origin}/bucket/`,
    upload_parameters: { key: 'uploads/1', policy: 'p', 'Content-Type': 'multipart/form-data' },
  })
  const upload = { media: { file: 'video', facts: { size: files.video.length } }, mimeType: 'video/mp4' }

  test('by a form with its fields before the file, with its length, and without the token', async () => {
    const server = await scripted(
      ({ path }, _, origin) => (path.startsWith('/bucket') ? { status: 204 } : { status: 201, body: place(origin) }),
      files,
    )
    const outcome = await actions.upload.perform(upload, server.context())
    assert.deepEqual(outcome, { type: 'done', result: { mediaId: '777' } })
    const [register, stored] = server.asked
    assert.deepEqual(JSON.parse(String(register?.body)), { media_type: 'video' })
    const names = [...String(stored?.body).matchAll(/; name="([^"]+)"/g)].map(([, name]) => name)
    assert.deepEqual(names, ['key', 'policy', 'Content-Type', 'file'])
    assert.equal(stored?.headers['content-length'], String(stored?.body.length))
    assert.deepEqual([stored?.headers.authorization, stored?.headers['transfer-encoding']], [undefined, undefined])
  })

  for (const [status, expected] of [
    [403, 'retry platform_unavailable'],
    [503, 'retry platform_unavailable'],
    [400, 'rejected media_rejected'],
  ] as const)
    test(`and where the storage answers ${status}: ${expected}`, async () => {
      const xml = '<Error><Code>A</Code><Message>Because.</Message></Error>'
      const server = await scripted(
        ({ path }, _, origin) => (path.startsWith('/bucket') ? { status, body: xml } : { body: place(origin) }),
        files,
      )
      const outcome = await actions.upload.perform(upload, server.context())
      assert.ok('error' in outcome)
      assert.equal(`${outcome.type} ${outcome.error}`, expected)
      assert.match(outcome.message, /“Because\.”/)
    })
})

describe('the processing of a video is polled', () => {
  const states = [
    [{ status: 'succeeded' }, 'done'],
    [{ status: 'failed' }, 'rejected'],
    [{ status: 'registered' }, 'wait'],
    [{ status: 'something new' }, 'wait'],
    [{}, 'wait'],
  ] as const
  for (const [body, expected] of states)
    test(`${JSON.stringify(body)} is ${expected}`, async () => {
      const server = await scripted(() => ({ body }))
      assert.equal((await actions.processing.perform({}, server.context({ results }))).type, expected)
    })

  test('with growing pauses', async () => {
    const server = await scripted(() => ({ body: { status: 'processing' } }))
    const first = await actions.processing.perform({}, server.context({ results }))
    const later = await actions.processing.perform({}, server.context({ results, saved: { times: 50 } }))
    assert.deepEqual(
      [first, later],
      [
        { type: 'wait', pause: 5_000 },
        { type: 'wait', pause: 30_000 },
      ],
    )
  })
})

describe('the numbers of a Pin', () => {
  const post = { id: '813', url: null, postType: 'pin', result: { id: '813', isVideo: true, coverless: false } }
  const summary = { IMPRESSION: 20, PIN_CLICK: 0, VIDEO_MRC_VIEW: 4 }
  const answer = (data_status: string) => ({
    body: {
      all: { daily_metrics: [{ data_status }], summary_metrics: summary, lifetime_metrics: { TOTAL_REACTIONS: 2 } },
    },
  })
  const numbers = async (...replies: readonly object[]) => {
    const server = await scripted((_, index) => replies[index] ?? assert.fail('asked too often'))
    const read = await readMetrics.read([post], server.context())
    assert.ok(read.type === 'read', JSON.stringify(read))
    return { ...read.value.get('813'), asked: server.asked }
  }

  test('are those of the last 90 days; a reported zero is zero, a missing number is null', async () => {
    const { impressions, clicks, saves, views, likes, comments, asked } = await numbers(answer('READY'))
    assert.deepEqual(
      { impressions, clicks, saves, views, likes, comments },
      { impressions: 20, clicks: 0, saves: null, views: 4, likes: 2, comments: null },
    )
    assert.deepEqual([asked[0]?.query.start_date, asked[0]?.query.end_date], ['2026-08-24', '2026-11-21'])
  })

  test('are null until a day was counted', async () => {
    const { impressions, clicks, likes } = await numbers(answer('PROCESSING'))
    assert.deepEqual({ impressions, clicks, likes }, { impressions: null, clicks: null, likes: 2 })
  })

  test('are requested as those of an image if Pinterest does not know the Pin as a video', async () => {
    const { impressions, asked } = await numbers(
      { status: 400, body: { code: 400, message: 'Invalid.' } },
      answer('READY'),
    )
    assert.equal(impressions, 20)
    const names = asked.map(({ query }) => query.metric_types?.includes('VIDEO_MRC_VIEW'))
    assert.deepEqual(names, [true, false])
  })
})

describe('tokens', () => {
  const tokens = { access_token: 'a2', refresh_token: 'r2', expires_in: 2_592_000, scope: 'boards:read,pins:read' }
  const returned = { code: 'the code', redirectUri: 'https://polypost.example/oauth/callback' }

  test('are requested with the app’s secret in the header, and as renewable ones', async () => {
    const server = await scripted(() => ({ body: tokens }))
    const login = await connect.exchange?.(returned, server.context())
    assert.ok(login?.type === 'in')
    const { accessToken, refreshToken, expiresAt, scopes } = login.credentials
    assert.deepEqual([accessToken, refreshToken, expiresAt], ['a2', 'r2', now + 2_592_000_000])
    assert.deepEqual(scopes, ['boards:read', 'pins:read'])
    const [asked] = server.asked
    assert.equal(asked?.call, 'POST /api/v5/oauth/token')
    assert.equal(asked?.headers.authorization, `Basic ${Buffer.from('app:secret').toString('base64')}`)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(String(asked?.body))), {
      grant_type: 'authorization_code',
      code: 'the code',
      redirect_uri: returned.redirectUri,
      continuous_refresh: 'true',
    })
  })

  test('a renewal without a refresh token keeps the old one', async () => {
    const server = await scripted(() => ({ body: { access_token: 'a2', expires_in: 60 } }))
    const renewal = await refresh(server.context())
    assert.ok(renewal.type === 'renewed')
    assert.deepEqual([renewal.credentials.accessToken, renewal.credentials.refreshToken], ['a2', 'refresh'])
  })

  const answers = [
    [400, 'refused', 'refused'],
    [401, 'unavailable', 'refused'],
    [403, 'refused', 'refused'],
    [429, 'unavailable', 'retry'],
    [500, 'unavailable', 'retry'],
  ] as const
  for (const [status, exchanged, renewed] of answers)
    test(`${status} makes a sign-in ${exchanged} and a renewal ${renewed}`, async () => {
      const server = await scripted(() => ({ status, body: { code: 2, message: 'Authentication failed.' } }))
      assert.equal((await connect.exchange?.(returned, server.context()))?.type, exchanged)
      assert.equal((await refresh(server.context())).type, renewed)
    })
})
