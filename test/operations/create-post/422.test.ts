import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { announce } from '../../harness/media.ts'
import {
  codesOf,
  createPost,
  inDays,
  inMinutes,
  newPublisher,
  startAccepting,
  textPost,
  upload,
} from '../../harness/posts.ts'
import { insertAccount, withDatabase } from '../../harness/rows.ts'
import { picture } from '../../media/fixtures.ts'

const png = await picture().png().toBuffer()

onEachInstance(startAccepting, (instance, kind) => {
  test('a platform that is not connected in the profile refuses the whole post, and nothing is queued', async () => {
    const user = await newPublisher(instance, { platforms: ['bluesky'] })
    const reply = await user.ask('POST', '/post', { body: textPost })
    assert.deepEqual(codesOf(reply), {
      status: 422,
      code: 'platform_not_connected',
      details: ['platform_not_connected'],
    })
    const [{ path, platform }] = reply.body.error.details
    assert.deepEqual([path, platform], ['platforms.0', 'x'])
    assert.match(reply.body.error.message, /POST \/connect.*POST \/post\/validate/s)
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 0)
    const jobs = await withDatabase(instance.data, (db) =>
      db.selectFrom('jobs').select('id').where('user_id', '=', user.id).execute(),
    )
    assert.deepEqual(jobs, [])
  })

  test('an account of another profile does not count', async () => {
    const user = await newPublisher(instance)
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const reply = await user.ask('POST', '/post', { body: { ...textPost, profile_id: second } })
    assert.equal(reply.body.error.code, 'platform_not_connected')
  })

  test('an account that needs a new login refuses the post', async () => {
    const user = await newPublisher(instance, { platforms: ['bluesky'] })
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'x', status: 'needs_reconnect' })
    const reply = await user.ask('POST', '/post', { body: { ...textPost, platforms: ['bluesky', 'twitter'] } })
    assert.deepEqual(codesOf(reply), { status: 422, code: 'reconnect_required', details: ['reconnect_required'] })
    const [{ path, platform }] = reply.body.error.details
    assert.deepEqual([path, platform], ['platforms.1', 'twitter'])
  })

  test('all errors are reported at once, each with its platform, and the first one decides the code', async () => {
    const user = await newPublisher(instance)
    const waiting = await announce(user.ask, 'image/png', png.length)
    const body = {
      message: 'm'.repeat(301),
      platforms: ['bluesky', 'x', 'reddit'],
      media: [{ url: 'https://elsewhere.example.com/a.png' }, { url: waiting.publicUrl }],
      scheduled_at: inDays(-1),
      webhook_url: 'https://10.1.2.3/hook',
    }
    const reply = await user.ask('POST', '/post', { body })
    const { status, code, details } = codesOf(reply)
    assert.deepEqual([status, code, details[0]], [422, 'platform_not_connected', 'platform_not_connected'])
    for (const expected of ['media_not_hosted', 'media_not_ready', 'schedule_in_past', 'forbidden_address'])
      assert.ok(details.includes(expected), `${expected} in ${details}`)
    const overlong = reply.body.error.details.filter((detail: { code: string }) => detail.code === 'text_too_long')
    assert.deepEqual(
      overlong.map((detail: { platform: string; path: string }) => [detail.platform, detail.path]),
      [
        ['bluesky', 'message'],
        ['x', 'message'],
      ],
    )
  })

  test('a text that is too long for one platform refuses the post, with the limit and the length', async () => {
    const user = await newPublisher(instance)
    const reply = await user.ask('POST', '/post', { body: { ...textPost, message: 'm'.repeat(281) } })
    assert.deepEqual(codesOf(reply), { status: 422, code: 'content_rejected', details: ['text_too_long'] })
    const [{ path, platform, limit, actual }] = reply.body.error.details
    assert.deepEqual({ path, platform, limit, actual }, { path: 'message', platform: 'x', limit: 280, actual: 281 })
  })

  test('a finding about a platform’s own message names the field that was sent', async () => {
    const user = await newPublisher(instance)
    for (const key of ['x', 'twitter']) {
      const platform_options = { [key]: { message: 'm'.repeat(281) } }
      const reply = await user.ask('POST', '/post', { body: { ...textPost, platform_options } })
      const [{ path, platform }] = reply.body.error.details
      assert.deepEqual([path, platform], [`platform_options.${key}.message`, 'x'])
    }
  })

  test('another user’s media gets the same error as media that does not exist', async () => {
    const [user, other] = [await newPublisher(instance), await newPublisher(instance)]
    const foreign = await upload(other, png, 'image/png')
    const base = foreign.publicUrl.slice(0, -foreign.storageKey.length)
    const unknown = `${'a'.repeat(32)}.png`
    const pairs = [
      [{ url: foreign.publicUrl }, { url: base + unknown }],
      [{ storageKey: foreign.storageKey }, { storageKey: unknown }],
    ]
    for (const media of pairs) {
      const [ofOther, ofNobody] = await Promise.all(
        media.map((item) => user.ask('POST', '/post', { body: { ...textPost, media: [item] } })),
      )
      assert.deepEqual(codesOf(ofOther ?? assert.fail()), {
        status: 422,
        code: 'content_rejected',
        details: ['media_not_hosted'],
      })
      assert.deepEqual(ofOther?.body.error, ofNobody?.body.error)
    }
  })

  test('URLs that only look like the media host’s are not accepted as uploads', async () => {
    const user = await newPublisher(instance)
    const { publicUrl, storageKey } = await upload(user, png, 'image/png')
    const odd = [
      publicUrl.replace('http://', 'https://'),
      publicUrl.replace('127.0.0.1', '127.0.0.1.example.com'),
      publicUrl.replace('http://', 'http://user@'),
      `${publicUrl}?version=2`,
      `${publicUrl}/`,
      publicUrl.replace(storageKey, storageKey.toUpperCase()),
    ]
    for (const url of odd) {
      const reply = await user.ask('POST', '/post', { body: { ...textPost, media: [{ url }] } })
      assert.deepEqual(codesOf(reply).details, ['media_not_hosted'], `${url}: ${reply.text}`)
    }
  })

  test('media without uploaded bytes refuses the post until the upload is complete', async () => {
    const user = await newPublisher(instance)
    const waiting = await announce(user.ask, 'image/png', png.length)
    for (const item of [{ url: waiting.publicUrl }, { storageKey: waiting.storageKey }]) {
      const reply = await user.ask('POST', '/post', { body: { ...textPost, media: [item] } })
      assert.deepEqual(codesOf(reply), { status: 422, code: 'media_not_ready', details: ['media_not_ready'] })
    }
    await fetch(waiting.url, { method: 'PUT', headers: waiting.headers, body: png })
    await createPost(user, { media: [{ url: waiting.publicUrl }] })
  })

  test('a cover without uploaded bytes refuses the post as well', async () => {
    const user = await newPublisher(instance)
    const image = await upload(user, png, 'image/png')
    const waiting = await announce(user.ask, 'image/png', png.length)
    const media = [{ url: image.publicUrl, thumbnail_url: waiting.publicUrl }]
    const reply = await user.ask('POST', '/post', { body: { ...textPost, media } })
    assert.deepEqual(codesOf(reply), { status: 422, code: 'media_not_ready', details: ['media_not_ready'] })
    assert.equal(reply.body.error.details[0].path, 'media.0.thumbnail_url')
  })

  test('a time more than a minute ago, or more than two years ahead, refuses the post', async () => {
    const user = await newPublisher(instance)
    for (const [scheduled_at, code] of [
      [inMinutes(-1.5), 'schedule_in_past'],
      [inDays(-400), 'schedule_in_past'],
      [inDays(732), 'schedule_too_far'],
    ] as const) {
      const reply = await user.ask('POST', '/post', { body: { ...textPost, scheduled_at } })
      assert.deepEqual(codesOf(reply), { status: 422, code: 'content_rejected', details: [code] })
      assert.equal(reply.body.error.details[0].path, 'scheduled_at')
    }
  })

  test('a callback URL that is not allowed refuses the post, without any DNS lookup', async (t) => {
    const strict = await startAccepting(kind, { POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.9/32' })
    t.after(strict.stop)
    const user = await newPublisher(strict)
    for (const webhook_url of [
      'http://hooks.example.com/done',
      'https://127.0.0.1/done',
      'https://[::1]/done',
      'https://169.254.169.254/latest',
      'https://10.1.2.3/',
      'https://2130706433/',
      'https://user:secret@hooks.example.com/',
    ]) {
      const reply = await user.ask('POST', '/post', { body: { ...textPost, webhook_url } })
      assert.deepEqual(codesOf(reply), { status: 422, code: 'forbidden_address', details: ['forbidden_address'] })
      assert.equal(reply.body.error.details[0].path, 'webhook_url')
    }
  })

  test('an idempotency key is valid for one request only', async () => {
    const user = await newPublisher(instance)
    const headers = { 'idempotency-key': 'only-this' }
    assert.equal((await user.ask('POST', '/post', { body: textPost, headers })).status, 200)
    const reply = await user.ask('POST', '/post', { body: { ...textPost, message: 'Another.' }, headers })
    assert.deepEqual([reply.status, reply.body.error.code], [422, 'idempotency_key_reused'])
  })
})
