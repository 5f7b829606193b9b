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

const { initialize, append, finalize, statusOf, uploaded, ready } = uploadsOf(() => ({ x, token }))
const post = (json: object) => x.ask('POST', '/2/tweets', { token, json })

describe('an upload in segments', () => {
  test('of a video is processed, and ready after a while', async () => {
    const begun = await initialize({ ...video, total_bytes: mp4.length })
    const { id, media_key, expires_after_secs } = begun.body.data
    assert.match(id, /^\d{1,19}$/)
    assert.deepEqual([media_key, expires_after_secs], [`7_${id}`, 1_295_999])
    const half = Math.floor(mp4.length / 2)
    // In any order: the index gives the position of a segment.
    const second = await append(id, '1', new Uint8Array(mp4.subarray(half)))
    assert.deepEqual([second.status, typeof second.body.data.expires_at], [200, 'number'])
    assert.equal((await append(id, '0', new Uint8Array(mp4.subarray(0, half)))).status, 200)
    const { data } = (await finalize(id)).body
    assert.deepEqual(data.processing_info, { state: 'pending', check_after_secs: 1, progress_percent: 0 })
    assert.deepEqual([data.size, data.media_key], [mp4.length, media_key])
    x.pass(75)
    const { processing_info: info } = (await statusOf(id)).body.data
    assert.ok(info.state === 'in_progress' && info.progress_percent >= 50, JSON.stringify(info))
    assert.equal((await post({ text: 'too early', media: { media_ids: [id] } })).status, 400)
    await ready(id)
    assert.equal((await post({ text: 'a film', media: { media_ids: [id] } })).status, 201)
  })

  test('of an image is ready at once, without processing_info', async () => {
    const { id } = (await initialize({ ...image, total_bytes: png.length })).body.data
    await append(id, '0', new Uint8Array(png))
    const { data } = (await finalize(id)).body
    assert.equal('processing_info' in data, false)
    assert.equal((await post({ media: { media_ids: [id] } })).status, 201)
  })

  test('can be sent as base64 in JSON', async () => {
    const { id } = (await initialize({ ...image, total_bytes: png.length })).body.data
    const json = { segment_index: 0, media: png.toString('base64') }
    assert.equal((await x.ask('POST', `/2/media/upload/${id}/append`, { token, json })).status, 200)
    assert.equal((await finalize(id)).status, 200)
  })

  test('accepts a repeated segment as a replacement', async () => {
    const { id } = (await initialize({ ...image, total_bytes: png.length })).body.data
    for (let time = 0; time < 2; time += 1) await append(id, '0', new Uint8Array(png))
    assert.deepEqual([(await finalize(id)).status, (await finalize(id)).status], [200, 200])
  })

  test('is refused with 413 and no body if a segment is larger than a configurable size', async () => {
    const { id } = (await initialize({ ...video, total_bytes: 8 * 1024 * 1024 })).body.data
    const large = await append(id, '0', new Uint8Array(5 * 1024 * 1024))
    assert.deepEqual([large.status, large.text], [413, ''])
    assert.equal((await append(id, '0', new Uint8Array(4 * 1024 * 1024))).status, 200)
    await x.settings({ appendBytes: 1024 })
    assert.equal((await append(id, '1', new Uint8Array(1024))).status, 413)
    await x.settings({ appendBytes: 5 * 1024 * 1024 })
  })

  test('is refused with 400 if a segment has no index, or the segments are incomplete', async () => {
    const { id } = (await initialize({ ...image, total_bytes: png.length })).body.data
    for (const index of ['1000', '-1', 'first'])
      assert.equal((await append(id, index, new Uint8Array(png))).status, 400)
    assert.equal((await finalize(id)).status, 400)
    await append(id, '0', new Uint8Array(png.subarray(1)))
    const { status, body } = await finalize(id)
    assert.deepEqual([status, body.errors[0].message], [400, 'Segments do not add up to provided total file size.'])
    await append(id, '1', new Uint8Array(png.subarray(0, 1)))
    await append(id, '3', new Uint8Array(png.subarray(0, 1)))
    assert.equal((await finalize(id)).status, 400)
  })

  test('is refused with 400 if its type, size and category do not match', async () => {
    for (const json of [
      { ...image, total_bytes: 5 * 1024 * 1024 + 1 },
      { ...animation, total_bytes: 15 * 1024 * 1024 + 1 },
      { ...video, total_bytes: 17_179_869_185 },
      { ...image, media_type: 'image/gif', total_bytes: 10 },
      { ...image, media_type: 'text/plain', total_bytes: 10 },
      { ...image, total_bytes: 10, command: 'INIT' },
      { ...image, total_bytes: 0 },
    ])
      assert.equal((await initialize(json)).status, 400, JSON.stringify(json))
  })

  test('of another account, or a missing one, is not found', async () => {
    const { id } = (await initialize({ ...image, total_bytes: png.length })).body.data
    const other = (await x.signIn('a thief')).access
    assert.equal((await x.ask('POST', `/2/media/upload/${id}/finalize`, { token: other })).status, 404)
    assert.equal((await finalize('20')).status, 404)
    assert.equal((await append('20', '0', new Uint8Array(png))).status, 404)
    assert.equal((await statusOf('20')).status, 404)
  })

  test('with bytes of another type than declared fails', async () => {
    const { id } = (await initialize({ ...image, total_bytes: 4 })).body.data
    await append(id, '0', new Uint8Array([1, 2, 3, 4]))
    assert.equal((await finalize(id)).status, 400)
    const film = await uploaded(video, Buffer.from('this is no film'))
    x.pass(200)
    const { processing_info: info } = (await statusOf(film)).body.data
    assert.deepEqual([info.state, info.error.name], ['failed', 'InvalidMedia'])
  })
})

describe('an image in one call', () => {
  const upload = (fields: Record<string, string>, bytes: Buffer) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('media', new Blob([new Uint8Array(bytes)]), 'image')
    return x.ask('POST', '/2/media/upload', { token, form })
  }

  test('is ready at once, as a form and as JSON', async () => {
    const { status, body } = await upload({ media_category: 'tweet_image' }, png)
    assert.equal(status, 200)
    assert.deepEqual([body.data.size, body.data.media_key], [png.length, `3_${body.data.id}`])
    const json = { media_category: 'tweet_image', media: png.toString('base64') }
    const other = (await x.ask('POST', '/2/media/upload', { token, json })).body.data.id
    assert.equal((await post({ text: 'two', media: { media_ids: [body.data.id, other] } })).status, 201)
  })

  test('is refused with 400 if it is not an image', async () => {
    assert.equal((await upload({ media_category: 'tweet_image' }, gif)).status, 400)
    assert.equal((await upload({ media_category: 'tweet_video' }, mp4)).status, 400)
    assert.equal((await upload({}, png)).status, 400)
  })
})
