import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { png } from '../../../harness/small-media.ts'
import { faultsOf } from '../spec/lexicon.ts'
import { collection, postOf, type Session, type SimulatedBluesky, startSimulatedBluesky } from './start.ts'

let bluesky: SimulatedBluesky
let session: Session
before(async () => {
  bluesky = await startSimulatedBluesky({ scale: 10 })
  await bluesky.sandbox.control('POST', '/bluesky/settings', { rateLimits: false })
  session = await bluesky.signIn('painter')
})
after(() => bluesky.stop())

const bytesOf = (buffer: Buffer) => new Uint8Array(buffer)
const padded = (size: number) => bytesOf(Buffer.concat([png, Buffer.alloc(size - png.length)]))
const mp4 = readFileSync(new URL('../../../media/fixtures/plain.mp4', import.meta.url))

const upload = (body: Uint8Array<ArrayBuffer>, type = 'image/png') =>
  bluesky.call('com.atproto.repo.uploadBlob', { token: session.access, bytes: { type, body } })
const uploaded = async (body = bytesOf(png)) => (await upload(body)).body.blob
const images = (...blobs: object[]) => ({
  embed: { $type: 'app.bsky.embed.images', images: blobs.map((image) => ({ image, alt: '' })) },
})

describe('an image', () => {
  test('is identified by its bytes, with their type, whatever type was declared', async () => {
    const { status, body } = await upload(bytesOf(png), 'image/jpeg')
    assert.equal(status, 200)
    assert.deepEqual(body.blob, {
      $type: 'blob',
      ref: { $link: 'bafkreidlp6sdj6jkroakvmbntpy2clsj77foijheae5byt3iwz7d2k542a' },
      mimeType: 'image/png',
      size: png.length,
    })
  })

  test('can be shown by posts, up to four of them', async () => {
    const blob = await uploaded()
    const post = postOf('four', images(blob, blob, blob, blob))
    assert.deepEqual(faultsOf(collection, post), [])
    assert.equal((await bluesky.put(session, post)).status, 200)
    const posts = await bluesky.sandbox.posts('bluesky')
    assert.equal(posts.find(({ text }) => text === 'four')?.media_count, 4)
    const five = await bluesky.put(session, postOf('five', images(blob, blob, blob, blob, blob)))
    assert.deepEqual([five.status, five.body.error], [400, 'InvalidRequest'])
  })

  test('may have 2,000,000 bytes in a post, which only the post checks', async () => {
    assert.equal((await bluesky.put(session, postOf('large', images(await uploaded(padded(2_000_000)))))).status, 200)
    const larger = await uploaded(padded(2_000_001))
    const refused = await bluesky.put(session, postOf('larger', images(larger)))
    assert.deepEqual([refused.status, refused.body.error], [400, 'InvalidRequest'])
    assert.match(refused.body.message, /^Invalid app\.bsky\.feed\.post record: /)
  })

  test('has to be referenced exactly', async () => {
    const blob = await uploaded()
    const errorOf = async (image: object) => (await bluesky.put(session, postOf('named', images(image)))).body.error
    assert.equal(await errorOf({ ...blob, mimeType: 'image/jpeg' }), 'InvalidMimeType')
    assert.equal(await errorOf({ ...blob, size: blob.size + 1 }), 'InvalidSize')
    assert.equal(await errorOf({ ...blob, ref: { $link: `bafkrei${'a'.repeat(52)}` } }), 'BlobNotFound')
    assert.equal(await errorOf({ ...blob, extra: true }), 'InvalidRequest')
  })

  test('that no record references is deleted after a while; a referenced one stays', async () => {
    const dropped = await uploaded(padded(100))
    const kept = await uploaded(padded(101))
    await bluesky.put(session, postOf('keeps it', images(kept)))
    bluesky.sandbox.pass(360_001)
    session = await bluesky.signIn('painter')
    assert.equal((await bluesky.put(session, postOf('again', images(kept)))).status, 200)
    const { status, body } = await bluesky.put(session, postOf('too late', images(dropped)))
    assert.deepEqual(
      [status, body],
      [400, { error: 'BlobNotFound', message: `Could not find blob: ${dropped.ref.$link}` }],
    )
  })

  test('belongs to the account that uploaded it', async () => {
    const blob = await uploaded()
    const other = await bluesky.signIn('copyist')
    assert.equal((await bluesky.put(other, postOf('copied', images(blob)))).body.error, 'BlobNotFound')
  })

  test('above the server’s own limit is refused with 413', async () => {
    const { status, body } = await upload(new Uint8Array(52_428_801), 'image/png')
    assert.deepEqual([status, body.error], [413, 'PayloadTooLarge'])
  })
})

const uploadBlob = 'com.atproto.repo.uploadBlob'
const serviceToken = async (aud: string, lxm: string, as = session): Promise<string> =>
  (await bluesky.call('com.atproto.server.getServiceAuth', { token: as.access, query: { aud, lxm } })).body.token

async function sendVideo(body: Uint8Array<ArrayBuffer>, as = session, type = 'video/mp4') {
  const token = await serviceToken('did:web:127.0.0.1', uploadBlob, as)
  const query = { did: as.did, name: 'a.mp4' }
  return bluesky.call('app.bsky.video.uploadVideo', { host: 'video', token, query, bytes: { type, body } })
}

const statusOf = async (jobId: string) =>
  (await bluesky.call('app.bsky.video.getJobStatus', { host: 'video', query: { jobId } })).body.jobStatus

const limits = async (as = session) => {
  const method = 'app.bsky.video.getUploadLimits'
  const token = await serviceToken('did:web:video.bsky.app', method, as)
  return bluesky.call(method, { host: 'video', token })
}

/** Each is a file of its own. */
let films = 0
function film() {
  films += 1
  return bytesOf(Buffer.concat([mp4, Buffer.from(`film ${films}`)]))
}

describe('a video', () => {
  test('is accepted with a response without an envelope, processed, and then a blob of the account’s server', async () => {
    const { status, body } = await sendVideo(film())
    assert.deepEqual([status, body.jobStatus, body.state, body.did], [200, undefined, 'JOB_STATE_CREATED', session.did])
    const states = new Set<string>()
    for (let time = 0; time < 8; time += 1) {
      const { state, blob } = await statusOf(body.jobId)
      states.add(state)
      assert.equal(blob === undefined, state !== 'JOB_STATE_COMPLETED')
      bluesky.sandbox.pass(60)
    }
    assert.ok(states.size > 3 && states.has('JOB_STATE_COMPLETED'), [...states].join())
    const { blob } = await statusOf(body.jobId)
    const post = postOf('a film', { embed: { $type: 'app.bsky.embed.video', video: blob, alt: 'A film' } })
    assert.deepEqual(faultsOf(collection, post), [])
    assert.equal((await bluesky.put(session, post)).status, 200)
  })

  test('can’t be shown before it is processed', async () => {
    const same = film()
    const { jobId } = (await sendVideo(same)).body
    assert.equal((await statusOf(jobId)).blob, undefined)
    const blob = (await upload(same, 'video/mp4')).body.blob
    assert.equal(blob.mimeType, 'video/mp4')
  })

  test('that was uploaded before is refused with 409 and the job that has it', async () => {
    const same = film()
    const { jobId } = (await sendVideo(same)).body
    assert.deepEqual((await sendVideo(same)).body.state, 'JOB_STATE_ENCODING')
    bluesky.sandbox.pass(500)
    const { status, body } = await sendVideo(same)
    assert.equal(status, 409)
    assert.deepEqual(body, {
      did: session.did,
      jobId,
      error: 'already_exists',
      message: 'Video already processed',
      state: 'JOB_STATE_COMPLETED',
    })
  })

  test('that is not a video fails with an error code', async () => {
    const { jobId } = (await sendVideo(bytesOf(Buffer.from('no film')))).body
    bluesky.sandbox.pass(500)
    const { state, failureCode, blob } = await statusOf(jobId)
    assert.deepEqual([state, failureCode, blob], ['JOB_STATE_FAILED', 'validation_failure', undefined])
  })

  test('of another type is refused', async () => {
    const { status, body } = await sendVideo(film(), session, 'video/quicktime')
    assert.deepEqual([status, body.error], [400, 'UnsupportedContentType'])
  })

  test('takes long, or fails, on request', async () => {
    const ask = (kind: string) => bluesky.sandbox.control('POST', '/bluesky/faults', { operation: 'upload', kind })
    await ask('slow_processing')
    const slow = (await sendVideo(film())).body.jobId
    await ask('processing_failed')
    const failing = (await sendVideo(film())).body.jobId
    bluesky.sandbox.pass(500)
    assert.notEqual((await statusOf(slow)).state, 'JOB_STATE_COMPLETED')
    assert.deepEqual((await statusOf(failing)).failureCode, 'encoding_failure')
    bluesky.sandbox.pass(12_000)
    assert.equal((await statusOf(slow)).state, 'JOB_STATE_COMPLETED')
  })

  test('needs a token for exactly that service and method', async () => {
    const query = { did: session.did, name: 'a.mp4' }
    const send = (token: string) =>
      bluesky.call('app.bsky.video.uploadVideo', {
        host: 'video',
        token,
        query,
        bytes: { type: 'video/mp4', body: film() },
      })
    for (const token of [
      await serviceToken('did:web:video.bsky.app', uploadBlob),
      await serviceToken('did:web:127.0.0.1', 'app.bsky.video.uploadVideo'),
      session.access,
    ])
      assert.ok([400, 401].includes((await send(token)).status))
  })

  test('counts against the daily limit, which resets', async () => {
    const filmer = await bluesky.signIn('filmer')
    await bluesky.sandbox.control('POST', '/bluesky/settings', { dailyVideos: 1 })
    assert.equal((await limits(filmer)).body.remainingDailyVideos, 1)
    assert.equal((await sendVideo(film(), filmer)).status, 200)
    assert.equal((await limits(filmer)).body.canUpload, false)
    assert.equal((await sendVideo(film(), filmer)).body.error, 'DailyLimitExceeded')
    bluesky.sandbox.pass(8_640_001)
    const next = await bluesky.signIn('filmer')
    assert.equal((await limits(next)).body.canUpload, true)
    await bluesky.sandbox.control('POST', '/bluesky/settings', { dailyVideos: 25 })
  })

  test('needs a confirmed e-mail address', async () => {
    const unconfirmed = await bluesky.signIn('unconfirmed filmer')
    assert.deepEqual((await limits(unconfirmed)).body.canUpload, false)
    const { body } = await sendVideo(film(), unconfirmed)
    assert.deepEqual([body.jobStatus.error, body.jobStatus.jobId], ['unconfirmed_email', ''])
  })
})
