import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, describe, test } from 'node:test'
import type { AccountContext } from '../../../../src/platforms/shared/context.ts'
import { listen } from '../../../../src/sandbox/server/listen.ts'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import { eventually } from '../../../harness/eventually.ts'
import { png } from '../../../harness/small-media.ts'
import { film } from '../../../media/fixtures.ts'
import { startFacebook } from '../simulated.ts'

const clip = film('plain.mp4')
const files = createServer((request, response) => response.end(request.url === '/a.mp4' ? clip : png))
const { address, stop } = await listen((request, response) => files.emit('request', request, response), 0)
after(stop)

const simulated = await startFacebook()

interface Asked {
  readonly form?: Readonly<Record<string, string>> | FormData
  readonly token?: string
  readonly version?: string
  readonly host?: string
}

/** A call as any client makes it. */
async function ask(as: AccountContext | null, method: string, path: string, asked: Asked = {}) {
  const { form, token = as?.credentials.accessToken, version = 'v25.0', host = 'graph' } = asked
  const body = form instanceof FormData ? form : form && new URLSearchParams(form)
  const response = await simulated.ask(`/${host}/${version}${path}`, {
    method,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(body ? { body } : {}),
  })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

const photoForm = (more: Readonly<Record<string, string>> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  form.set('source', new Blob([png]), 'a.png')
  return form
}

const idOf = (as: AccountContext) => as.account.remoteId
const codes = ({ error }: { error: { code: number; error_subcode?: number } }) => [error.code, error.error_subcode]

describe('photos', () => {
  test('that are not published are invisible until a post shows them, and one post can do so', async () => {
    const as = await simulated.page('photographer')
    const { body: photo } = await ask(as, 'POST', `/${idOf(as)}/photos`, { form: photoForm({ published: 'false' }) })
    assert.deepEqual(Object.keys(photo), ['id'])
    assert.deepEqual(await simulated.posts(as), [])
    const attached_media = JSON.stringify([{ media_fbid: photo.id }])
    const { body } = await ask(as, 'POST', `/${idOf(as)}/feed`, { form: { message: 'Look', attached_media } })
    assert.deepEqual(
      (await simulated.posts(as)).map(({ id, media_count: count }) => [id, count]),
      [[body.id, 1]],
    )
    const again = await ask(as, 'POST', `/${idOf(as)}/feed`, {
      form: { message: 'Again', 'attached_media[0]': `{"media_fbid":"${photo.id}"}` },
    })
    assert.deepEqual(codes(again.body), [100, 1_366_051])
    const story = await ask(as, 'POST', `/${idOf(as)}/photo_stories`, { form: { photo_id: photo.id } })
    assert.deepEqual(codes(story.body), [100, 1_366_051])
  })

  test('that are published are posts at once', async () => {
    const as = await simulated.page('quick photographer')
    const { body } = await ask(as, 'POST', `/${idOf(as)}/photos`, { form: photoForm({ message: 'Now' }) })
    assert.deepEqual(
      (await simulated.posts(as)).map(({ id }) => id),
      [body.post_id],
    )
  })

  test('are accepted by URL, too, and must be photos', async () => {
    const as = await simulated.page('fetching photographer')
    const form = (url: string) => ({ form: { url, published: 'false' } })
    assert.equal((await ask(as, 'POST', `/${idOf(as)}/photos`, form(`${address}/a.png`))).status, 200)
    const film = await ask(as, 'POST', `/${idOf(as)}/photos`, form(`${address}/a.mp4`))
    assert.deepEqual(codes(film.body), [324, 2_069_019])
    assert.equal((await ask(as, 'POST', `/${idOf(as)}/photos`, form('http://127.0.0.1:1/a.png'))).status, 400)
  })

  test('of other Pages are not found', async () => {
    const [as, other] = [await simulated.page('one'), await simulated.page('other')]
    const { body: photo } = await ask(as, 'POST', `/${idOf(as)}/photos`, { form: photoForm({ published: 'false' }) })
    const attached_media = JSON.stringify([{ media_fbid: photo.id }])
    const { body } = await ask(other, 'POST', `/${idOf(other)}/feed`, { form: { attached_media } })
    assert.deepEqual(codes(body), [100, undefined])
    const elsewhere = await ask(other, 'POST', `/${idOf(as)}/feed`, { form: { message: 'Hi' } })
    assert.deepEqual(codes(elsewhere.body), [100, 33])
  })
})

describe('a session for a reel', () => {
  const start = async (name: string) => {
    const as = await simulated.page(name)
    const { body } = await ask(as, 'POST', `/${idOf(as)}/video_reels`, { form: { upload_phase: 'START' } })
    return { as, id: String(body.video_id), url: new URL(String(body.upload_url)).pathname.replace('/facebook', '') }
  }
  const send = async (
    { as, url }: { as: AccountContext; url: string },
    headers: Readonly<Record<string, string>>,
    bytes?: Buffer,
  ) => {
    const response = await simulated.ask(url, {
      method: 'POST',
      headers: { authorization: `OAuth ${as.credentials.accessToken}`, ...headers },
      ...(bytes ? { body: new Uint8Array(bytes) } : {}),
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const finish = ({ as, id }: { as: AccountContext; id: string }) =>
    ask(as, 'POST', `/${idOf(as)}/video_reels`, {
      form: { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED' },
    })
  const whole = { offset: '0', file_size: String(clip.length) }

  test('finishes only when its bytes have arrived', async () => {
    const session = await start('too early')
    assert.deepEqual(codes((await finish(session)).body), [6000, 1_363_130])
    assert.deepEqual((await send(session, whole, clip)).body, { success: true })
    assert.deepEqual((await finish(session)).body, { success: true })
  })

  test('is only acknowledged, and publishes once however often it is finished', async () => {
    // On a busy machine it may be published before the question about it arrives.
    const session = await eventually('a session is seen before it is published', async () => {
      const started = await start(`acknowledged ${Math.random()}`)
      await simulated.fault({ operation: 'upload', kind: 'slow_processing' })
      await send(started, whole, clip)
      await finish(started)
      const { body } = await ask(started.as, 'GET', `/${started.id}?fields=status`)
      return body.status.publishing_phase.status === 'not_started' && started
    })
    await finish(session)
    assert.equal((await simulated.posts(session.as)).length, 1)
  })

  test('continues at the point of interruption, and at no other offset', async () => {
    const session = await start('broken off')
    await simulated.settings({ breaksOffAt: 1_000 })
    const { body } = await send(session, whole, clip)
    await simulated.settings({ breaksOffAt: null })
    assert.equal(body.debug_info.type, 'PartialRequestError')
    const { body: video } = await ask(session.as, 'GET', `/${session.id}?fields=status`)
    assert.equal(video.status.uploading_phase.bytes_transfered, 1_000)
    assert.equal((await send(session, whole, clip)).body.debug_info.type, 'OffsetInvalidError')
    const rest = await send(session, { ...whole, offset: '1000' }, clip.subarray(1_000))
    assert.deepEqual(rest.body, { success: true })
  })

  test('accepts a URL in a header, with the authorization scheme of that host', async () => {
    const session = await start('fetched')
    assert.equal((await send(session, { authorization: `Bearer ${session.as.credentials.accessToken}` })).status, 400)
    assert.equal((await send(session, {})).body.debug_info.type, 'ParameterValidationError')
    assert.deepEqual((await send(session, { file_url: `${address}/a.mp4` })).body, { success: true })
  })

  test('counts against a daily limit', async () => {
    await simulated.settings({ reelsPerDay: 0 })
    const session = await start('industrious')
    await send(session, whole, clip)
    const { body, headers } = await finish(session)
    await simulated.settings({ reelsPerDay: 30 })
    assert.deepEqual(codes(body), [613, undefined])
    assert.match(headers.get('x-business-use-case-usage') ?? '', /estimated_time_to_regain_access/)
  })
})

test('a video is accepted whole or by URL, too', async () => {
  const as = await simulated.page('film maker')
  const form = new FormData()
  form.set('description', 'Mine')
  form.set('source', new Blob([new Uint8Array(clip)]), 'a.mp4')
  const sent = await ask(as, 'POST', `/${idOf(as)}/videos`, { form, host: 'video' })
  const fetched = await ask(as, 'POST', `/${idOf(as)}/videos`, {
    form: { file_url: `${address}/a.mp4` },
    host: 'video',
  })
  assert.deepEqual(
    (await simulated.posts(as)).map(({ id }) => id),
    [sent.body.id, fetched.body.id],
  )
  const unknown = await ask(as, 'POST', `/${idOf(as)}/videos`, { form: { file_url: 'http://127.0.0.1:1/a.mp4' } })
  assert.deepEqual(codes(unknown.body), [389, undefined])
})

describe('permissions', () => {
  test('tokens are checked, and the error says what is wrong with them', async () => {
    const as = await simulated.page('careful')
    const feed = (asked: Asked = {}) => ask(as, 'POST', `/${idOf(as)}/feed`, { form: { message: 'Hi' }, ...asked })
    assert.deepEqual(codes((await feed({ token: 'nonsense' })).body), [190, undefined])
    assert.deepEqual(codes((await ask(null, 'GET', '/me')).body), [104, undefined])
    const { userToken = '' } = as.credentials.extra
    assert.equal((await feed({ token: userToken })).body.error.code, 200)
    assert.equal((await feed({ version: 'latest' })).body.error.code, 2500)
    const proof = await ask(as, 'GET', `/${idOf(as)}?appsecret_proof=00`)
    assert.match(proof.body.error.message, /appsecret_proof/)
    assert.deepEqual(await simulated.posts(as), [])
  })

  test('a Page’s token ends with the login that it comes from', async () => {
    const as = await simulated.page('revoking')
    await simulated.fault({ operation: 'create', kind: 'token_revoked' })
    const form = { message: 'Hi' }
    assert.deepEqual(codes((await ask(as, 'POST', `/${idOf(as)}/feed`, { form })).body), [190, 458])
    assert.deepEqual(codes((await ask(as, 'POST', `/${idOf(as)}/feed`, { form })).body), [190, 458])
  })

  test('a deselected permission is not granted', async () => {
    const as = await simulated.page('no comments')
    const { body: post } = await ask(as, 'POST', `/${idOf(as)}/feed`, { form: { message: 'Hi' } })
    const { status, body } = await ask(as, 'POST', `/${post.id}/comments`, { form: { message: 'First' } })
    assert.deepEqual([status, body.error.code], [403, 200])
  })

  test('a code works once, with its own redirect URL, for its app only', async () => {
    const consent = async () => {
      const url = new URL(`${simulated.hosts.web}/v25.0/dialog/oauth`)
      url.search = String(
        new URLSearchParams({
          client_id: simulatedApp.clientId,
          redirect_uri: 'https://a.test/',
          response_type: 'code',
          scope: 'pages_show_list',
        }),
      )
      const response = await fetch(`${simulated.sandbox.address}/__sandbox/facebook/login`, {
        method: 'POST',
        body: JSON.stringify({ account: 'coded', authorize_url: url.href }),
      })
      const { redirect } = JSON.parse(await response.text())
      return new URL(redirect).searchParams.get('code') ?? ''
    }
    const exchange = async (code: string, more: Readonly<Record<string, string>> = {}) => {
      const query = {
        client_id: simulatedApp.clientId,
        client_secret: simulatedApp.clientSecret,
        redirect_uri: 'https://a.test/',
        code,
        ...more,
      }
      return (await ask(null, 'GET', `/oauth/access_token?${new URLSearchParams(query)}`)).body
    }
    const code = await consent()
    assert.deepEqual(codes(await exchange(code, { redirect_uri: 'https://b.test/' })), [100, 36_008])
    assert.equal((await exchange(code, { client_secret: 'wrong' })).error.code, 1)
    assert.equal((await exchange(code, { client_id: 'wrong' })).error.code, 101)
    assert.ok((await exchange(code)).access_token)
    assert.deepEqual(codes(await exchange(code)), [100, 36_009])
  })
})

test('posts of an app in Development mode are invisible, though every response reports success', async () => {
  const as = await simulated.page('developer')
  await simulated.settings({ developmentMode: true })
  const { status, body } = await ask(as, 'POST', `/${idOf(as)}/feed`, { form: { message: 'Hi' } })
  await simulated.settings({ developmentMode: false })
  assert.equal(status, 200)
  assert.equal((await ask(as, 'GET', `/${body.id}?fields=message`)).body.message, 'Hi')
  assert.deepEqual(await simulated.posts(as), [])
})

test('one unknown metric name fails the whole request', async () => {
  const as = await simulated.page('measured')
  const { body: post } = await ask(as, 'POST', `/${idOf(as)}/feed`, { form: { message: 'Hi' } })
  const metric = (names: string) => ask(as, 'GET', `/${post.id}/insights?metric=${names}`)
  assert.equal((await metric('post_media_view,post_clicks')).body.data.length, 2)
  for (const names of ['post_media_view,post_impressions', 'fb_reels_total_plays'])
    assert.equal((await metric(names)).body.error.message, '(#100) The value must be a valid insights metric')
  assert.deepEqual(codes((await metric('')).body), [3001, 1_504_028])
})

test('two consecutive posts can’t be equal, and other posts can', async () => {
  const as = await simulated.page('repetitive')
  const feed = async (message: string) => (await ask(as, 'POST', `/${idOf(as)}/feed`, { form: { message } })).body
  assert.ok((await feed('One')).id)
  assert.deepEqual(codes(await feed('One')), [506, 1_455_006])
  assert.ok((await feed('Two')).id)
  assert.ok((await feed('One')).id)
})

test('a post returns the requested fields, and an unknown field fails the call', async () => {
  const as = await simulated.page('asked')
  const { body: post } = await ask(as, 'POST', `/${idOf(as)}/feed?fields=id,permalink_url`, { form: { message: 'Hi' } })
  assert.match(post.permalink_url, /\/posts\/\d+$/)
  const { body } = await ask(as, 'GET', `/${post.id}?fields=message,created_time`)
  assert.deepEqual(Object.keys(body).sort(), ['created_time', 'id', 'message'])
  assert.match(body.created_time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
  assert.equal((await ask(as, 'GET', `/${post.id}?fields=likes_total`)).body.error.code, 100)
  assert.deepEqual(codes((await ask(as, 'GET', '/123?fields=id')).body), [100, 33])
  assert.deepEqual((await ask(as, 'DELETE', `/${post.id}`)).body, { success: true })
  assert.deepEqual(await simulated.posts(as), [])
})
