import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { hour } from '../../../../src/domain/time.ts'
import { film, picture } from '../../../media/fixtures.ts'
import { type Answer, startSimulatedTiktok } from './start.ts'

const mp4 = film('plain.mp4')
const photo = await picture().jpeg().toBuffer()
const tiktok = await startSimulatedTiktok({
  'https://media.test/film.mp4': mp4,
  'https://media.test/1.jpg': photo,
  'https://media.test/2.jpg': photo,
  'https://media.test/1.png': await picture().png().toBuffer(),
})
after(() => tiktok.stop())

const told = ({ status, body }: Answer): string => `${status} ${body?.error?.code ?? body?.error}`

const info = (more: object = {}) => ({ privacy_level: 'PUBLIC_TO_EVERYONE', title: 'A film', ...more })

const fileOf = (video_size: number, chunk_size = video_size, total_chunk_count = 1) => ({
  source: 'FILE_UPLOAD',
  video_size,
  chunk_size,
  total_chunk_count,
})

const begin = (token: string, source: object = fileOf(mp4.length), more: object = {}) =>
  tiktok.ask(token, '/post/publish/video/init/', { post_info: info(more), source_info: source })

const statusOf = (token: string, publish_id: string) => tiktok.ask(token, '/post/publish/status/fetch/', { publish_id })

const whole = { range: `bytes 0-${mp4.length - 1}/${mp4.length}`, bytes: mp4 }

describe('the sign-in', () => {
  test('a refresh token works once, and both access tokens end with it', async () => {
    const { refresh_token: first, access_token: access } = await tiktok.signIn('refreshing')
    const again = await tiktok.refresh(first)
    assert.deepEqual([again.status, again.body.expires_in, again.body.refresh_expires_in], [200, 7_200, 15_552_000])
    assert.equal(told(await tiktok.refresh(first)), '200 invalid_grant')
    assert.equal(told(await tiktok.ask(access, '/post/publish/creator_info/query/')), '401 access_token_invalid')
  })

  test('an access token expires after two hours, or when it is revoked', async () => {
    const { access_token: old } = await tiktok.signIn('two hours')
    tiktok.pass(2 * hour)
    assert.equal(told(await tiktok.ask(old, '/post/publish/creator_info/query/')), '401 access_token_invalid')
    const { access_token: token } = await tiktok.signIn('two hours')
    const { status, text } = await tiktok.revoke(token)
    assert.deepEqual([status, text], [200, ''])
    assert.equal(told(await tiktok.ask(token, '/post/publish/creator_info/query/')), '401 access_token_invalid')
  })

  test('a scope that was not granted is refused, even for a single field', async () => {
    const { access_token: token } = await tiktok.signIn('basic', 'user.info.basic')
    const fields = (names: string) => tiktok.ask(token, `/user/info/?fields=${names}`, undefined, 'GET')
    assert.equal(told(await fields('open_id,display_name')), '200 ok')
    assert.equal(told(await fields('open_id,username')), '401 scope_not_authorized')
    assert.equal(told(await begin(token)), '401 scope_not_authorized')
  })
})

describe('the limits of the creator', () => {
  test('a public and a private account have different privacy levels', async () => {
    const levels = async (name: string) => {
      const { access_token: token } = await tiktok.signIn(name)
      return (await tiktok.ask(token, '/post/publish/creator_info/query/')).body.data.privacy_level_options
    }
    assert.deepEqual(await levels('open'), ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
    assert.deepEqual(await levels('private'), ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
  })

  test('an account that may not post is reported with status 200', async () => {
    for (const [name, code] of [
      ['capped', 'spam_risk_too_many_posts'],
      ['banned', 'spam_risk_user_banned_from_posting'],
    ] as const) {
      const { access_token: token } = await tiktok.signIn(name)
      assert.equal(told(await tiktok.ask(token, '/post/publish/creator_info/query/')), `200 ${code}`)
      assert.equal(told(await begin(token)), `403 ${code}`)
    }
  })

  test('a missing, unavailable or unknown privacy level is refused', async () => {
    const { access_token: token } = await tiktok.signIn('levels')
    const level = (privacy_level: string | undefined) => begin(token, undefined, { privacy_level })
    assert.equal(told(await level(undefined)), '403 privacy_level_option_mismatch')
    assert.equal(told(await level('FOLLOWER_OF_CREATOR')), '403 privacy_level_option_mismatch')
    assert.equal(told(await level('EVERYBODY')), '400 invalid_params')
  })

  test('an app that was not audited posts for the creator only', async () => {
    const { access_token: token } = await tiktok.signIn('unaudited')
    assert.equal(told(await begin(token)), '403 unaudited_client_can_only_post_to_private_accounts')
    assert.equal(told(await begin(token, undefined, { privacy_level: 'SELF_ONLY' })), '200 ok')
  })

  test('only a limited number of calls per minute is accepted', async () => {
    const { access_token: token } = await tiktok.signIn('in a hurry')
    for (let call = 0; call < 6; call += 1) assert.equal(told(await begin(token)), '200 ok')
    assert.equal(told(await begin(token)), '429 rate_limit_exceeded')
    tiktok.pass(60_000)
    assert.equal(told(await begin(token)), '200 ok')
  })
})

describe('an upload', () => {
  test('is initialized with the chunks that TikTok computes', async () => {
    const { access_token: token } = await tiktok.signIn('pieces')
    const MB = 1_000_000
    const cases: readonly [source: object, code: string][] = [
      [fileOf(50_000_123, 10 * MB, 5), 'ok'],
      [fileOf(50_000_123, 10 * MB, 6), 'invalid_params'],
      [fileOf(3 * MB, MB, 3), 'invalid_params'],
      [fileOf(80 * MB), 'invalid_params'],
      [fileOf(80 * MB, 60 * MB, 1), 'invalid_params'],
      [fileOf(80 * MB, 40 * MB, 2), 'ok'],
      [fileOf(5 * 1_024 ** 3, 64 * MB, 83), 'invalid_params'],
    ]
    for (const [source, code] of cases) {
      tiktok.pass(60_000)
      assert.equal((await begin(token, source)).body.error.code, code, JSON.stringify(source))
    }
  })

  test('accepts its chunks in order and whole, and publishes with the last', async () => {
    const { access_token: token } = await tiktok.signIn('sender')
    const [size, chunk] = [12_000_000, 5_000_000]
    const bytes = Buffer.alloc(size)
    mp4.copy(bytes)
    const { body } = await begin(token, fileOf(size, chunk, 2))
    const { publish_id: id, upload_url: url } = body.data
    const send = (from: number, to: number) =>
      tiktok.put(url, { range: `bytes ${from}-${to - 1}/${size}`, bytes: bytes.subarray(from, to) })
    assert.equal((await send(chunk, size)).status, 416)
    assert.equal((await send(0, chunk - 1)).status, 416)
    const first = await send(0, chunk)
    assert.deepEqual([first.status, first.headers.get('content-range')], [206, `bytes 0-${chunk - 1}/${size}`])
    assert.equal((await send(0, chunk)).status, 416)
    const { data } = (await statusOf(token, id)).body
    assert.deepEqual([data.status, data.uploaded_bytes], ['PROCESSING_UPLOAD', chunk])
    assert.equal((await send(chunk, size)).status, 201)
    assert.equal((await send(chunk, size)).status, 416)
    assert.equal((await tiktok.posts('tiktok')).filter(({ text }) => text === 'A film').length, 1)
  })

  test('whose URL is an hour old accepts nothing any more, and publishes nothing', async () => {
    const { access_token: token } = await tiktok.signIn('late')
    const { upload_url: url, publish_id: id } = (await begin(token, undefined, { title: 'Late' })).body.data
    tiktok.pass(hour)
    assert.equal((await tiktok.put(url, whole)).status, 403)
    assert.equal((await tiktok.put(url.replace(/upload_token=\w+/, 'upload_token=x'), whole)).status, 404)
    assert.equal((await statusOf(token, id)).body.data.status, 'PROCESSING_UPLOAD')
    assert.equal((await tiktok.posts('tiktok')).filter(({ text }) => text === 'Late').length, 0)
  })

  test('of a file that is not a video fails, with status 200', async () => {
    const { access_token: token } = await tiktok.signIn('no film')
    const { upload_url: url, publish_id: id } = (await begin(token, fileOf(4))).body.data
    assert.equal((await tiktok.put(url, { range: 'bytes 0-3/4', bytes: Buffer.from('text') })).status, 201)
    tiktok.pass(10_000)
    const { body } = await statusOf(token, id)
    assert.deepEqual(
      [body.error.code, body.data.status, body.data.fail_reason],
      ['ok', 'FAILED', 'file_format_check_failed'],
    )
  })
})

describe('a published post', () => {
  test('has a number as its ID, beyond the precision of a double, after moderation', async () => {
    const { access_token: token } = await tiktok.signIn('number')
    const { upload_url: url, publish_id: id } = (await begin(token)).body.data
    await tiktok.put(url, whole)
    tiktok.pass(1_500)
    assert.deepEqual((await statusOf(token, id)).body.data.publicaly_available_post_id, [])
    tiktok.pass(10_000)
    const [, digits = ''] = /"publicaly_available_post_id":\[(\d+)\]/.exec((await statusOf(token, id)).text) ?? []
    assert.notEqual(digits, String(Number(digits)))
    const [post] = (await tiktok.posts('tiktok')).slice(-1)
    assert.equal(post?.id, digits)
    const list = await tiktok.ask(token, '/video/list/?fields=id,title,share_url', { max_count: 20 })
    assert.deepEqual(list.body.data.videos, [{ id: digits, title: 'A film', share_url: post?.url }])
  })

  test('for the creator only has no ID, and is in no list', async () => {
    const { access_token: token } = await tiktok.signIn('alone')
    const begun = await begin(token, undefined, { privacy_level: 'SELF_ONLY', title: 'Mine' })
    await tiktok.put(begun.body.data.upload_url, whole)
    tiktok.pass(hour)
    const { data } = (await statusOf(token, begun.body.data.publish_id)).body
    assert.deepEqual([data.status, data.publicaly_available_post_id], ['PUBLISH_COMPLETE', []])
    const id = (await tiktok.posts('tiktok')).find(({ text }) => text === 'Mine')?.id
    const query = { filters: { video_ids: [id] } }
    assert.deepEqual((await tiktok.ask(token, '/video/query/?fields=id', query)).body.data.videos, [])
  })

  test('of another account is not returned', async () => {
    const { access_token: token } = await tiktok.signIn('one')
    const { access_token: other } = await tiktok.signIn('another')
    const { publish_id: id } = (await begin(token)).body.data
    assert.equal(told(await statusOf(other, id)), '400 token_not_authorized_for_specified_publish_id')
    assert.equal(told(await statusOf(other, 'v_pub_file~x')), '400 invalid_publish_id')
  })
})

describe('media fetched by URL', () => {
  const photos = (images: readonly string[], more: object = {}) => ({
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: info({ description: 'Of a day' }),
    source_info: { source: 'PULL_FROM_URL', photo_images: images, photo_cover_index: 0 },
    ...more,
  })
  const init = (token: string, body: object) => tiktok.ask(token, '/post/publish/content/init/', body)

  test('can be several photos in one post, as JPEG or WebP', async () => {
    const { access_token: token } = await tiktok.signIn('photographer')
    const good = await init(token, photos(['https://media.test/1.jpg', 'https://media.test/2.jpg']))
    assert.equal(told(good), '200 ok')
    assert.match(good.body.data.publish_id, /^p_pub_url~/)
    const [post] = (await tiktok.posts('tiktok')).slice(-1)
    assert.deepEqual([post?.media_count, post?.text], [2, 'Of a day'])
    for (const [url, reason] of [
      ['https://media.test/1.png', 'file_format_check_failed'],
      ['https://media.test/none.jpg', 'photo_pull_failed'],
    ] as const) {
      const { publish_id: id } = (await init(token, photos([url]))).body.data
      tiktok.pass(10_000)
      assert.equal((await statusOf(token, id)).body.data.fail_reason, reason)
    }
  })

  test('is refused with a video field, a missing cover, or a too long title', async () => {
    const { access_token: token } = await tiktok.signIn('strange photos')
    const images = ['https://media.test/1.jpg']
    const source = { source: 'PULL_FROM_URL', photo_images: images, photo_cover_index: 1 }
    for (const body of [
      photos(images, { post_info: info({ disable_duet: true }) }),
      photos(images, { post_info: info({ title: 'a'.repeat(91) }) }),
      photos(images, { source_info: source }),
      photos(images, { source_info: { ...fileOf(1), photo_images: images } }),
    ])
      assert.equal(told(await init(token, body)), '400 invalid_params')
  })

  test('is refused from a host that was not verified', async () => {
    const { access_token: token } = await tiktok.signIn('unverified')
    const source = { source: 'PULL_FROM_URL', video_url: 'https://media.test/film.mp4' }
    assert.equal(told(await begin(token, source)), '403 url_ownership_unverified')
  })

  test('is refused over plain http, if the simulator is set to require https', async () => {
    const { access_token: token } = await tiktok.signIn('plain http')
    const source = { source: 'PULL_FROM_URL', video_url: 'http://media.test/film.mp4' }
    assert.equal(told(await begin(token, source)), '200 ok')
    await tiktok.control('POST', '/tiktok/settings', { onlyHttps: true })
    assert.equal(told(await begin(token, source)), '403 url_ownership_unverified')
    await tiktok.control('POST', '/tiktok/settings', { onlyHttps: false })
  })
})

describe('the inbox', () => {
  const share = async (token: string) => {
    const source_info = { source: 'PULL_FROM_URL', video_url: 'https://media.test/film.mp4' }
    return tiktok.ask(token, '/post/publish/inbox/video/init/', { source_info, post_info: { title: 'Ignored' } })
  }

  test('holds five videos, and each is published when the creator posts it', async () => {
    const { access_token: token, open_id: owner } = await tiktok.signIn('creator')
    const shared: string[] = []
    for (let index = 0; index < 5; index += 1) shared.push((await share(token)).body.data.publish_id)
    assert.equal(told(await share(token)), '403 spam_risk_too_many_pending_share')
    tiktok.pass(10_000)
    assert.equal((await statusOf(token, shared[0] ?? '')).body.data.status, 'SEND_TO_USER_INBOX')
    const own = async () => (await tiktok.posts('tiktok')).filter(({ account_id }) => account_id === owner)
    assert.deepEqual(await own(), [])
    await tiktok.control('POST', '/tiktok/settings', { creatorsFinish: true })
    assert.equal((await statusOf(token, shared[0] ?? '')).body.data.status, 'PUBLISH_COMPLETE')
    assert.equal((await own()).length, 1)
    await tiktok.control('POST', '/tiktok/settings', { creatorsFinish: false })
  })
})
