import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import type { Instance } from '../harness/instance.ts'
import { announce, giving, got, mediaRows, originFor, put, startMediaInstance, uploadUrl } from '../harness/media.ts'
import { newPublisher } from '../harness/posts.ts'
import { withDatabase } from '../harness/rows.ts'
import { type S3Server, startS3Server } from '../harness/servers/s3-server.ts'
import { noise, picture } from './fixtures.ts'

const day = 24 * 3_600_000
const png = await picture().png().toBuffer()
const jpeg = await picture().jpeg().toBuffer()
const otherPng = await noise(40, 30).png().toBuffer()
/** Longer than one part. */
const large = await noise(1_500, 1_500).png({ compressionLevel: 0 }).toBuffer()

const envOf = ({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Server) => ({
  MEDIA_S3_BUCKET: bucket,
  MEDIA_S3_ENDPOINT: endpoint,
  MEDIA_S3_REGION: region,
  MEDIA_S3_ACCESS_KEY_ID: accessKeyId,
  MEDIA_S3_SECRET_ACCESS_KEY: secretAccessKey,
})

onEachDatabase((kind) => {
  let store: S3Server
  let instance: Instance
  before(async () => {
    store = await startS3Server()
    instance = await startMediaInstance(kind, { env: envOf(store) })
  })
  after(async () => {
    await instance.stop()
    await store.close()
  })

  const keys = () => [...store.objects.objects.keys()].sort()

  for (const [what, bytes] of [
    ['a small', png],
    ['a large', large],
  ] as const)
    test(`${what} file by URL is stored in the bucket under its type, and is served by the service`, async (t) => {
      const before = keys()
      const origin = await originFor(t, giving(bytes))
      const { status, body } = await uploadUrl(instance.owner, origin.url)
      assert.equal(status, 200)
      assert.equal(body.publicUrl, `${instance.base}/media/${body.storageKey}`)
      const fresh = keys().filter((key) => !before.includes(key))
      assert.ok(fresh.every((key) => key.startsWith('polypost/media/')))
      const types = fresh.map((key) => store.objects.get(key).contentType)
      assert.deepEqual(types.toSorted(), ['image/png', 'image/webp'], 'the file and its small picture')
      assert.equal(store.objects.uploads.size, 0)
      const whole = await got(body.publicUrl)
      assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, 'image/png'])
      assert.ok(whole.bytes.equals(bytes))
      const part = await got(body.publicUrl, { range: 'bytes=-10' })
      assert.equal(part.status, 206)
      assert.ok(part.bytes.equals(bytes.subarray(-10)))
    })

  test('a presigned PUT goes directly to the store, and the first GET makes the file permanent', async () => {
    const upload = await announce(instance.owner, 'image/png', png.length)
    assert.ok(upload.url.startsWith(`${store.endpoint}/`))
    assert.equal((await got(upload.publicUrl)).status, 404)
    assert.equal((await put(upload, png)).status, 200)
    assert.ok(keys().includes(`polypost/staging/${upload.storageKey}`))
    const served = await got(upload.publicUrl)
    assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'image/png'])
    assert.ok(served.bytes.equals(png))
    assert.ok(
      keys().includes(`polypost/media/${upload.storageKey}`) &&
        !keys().includes(`polypost/staging/${upload.storageKey}`),
    )
    assert.equal(store.objects.get(`polypost/media/${upload.storageKey}`).contentType, 'image/png')
    const row = (await mediaRows(instance.data)).find(({ key }) => key === upload.storageKey)
    assert.equal(row?.state, 'ready')
  })

  test('many concurrent first GETs all return the file', async () => {
    const upload = await announce(instance.owner, 'image/png', png.length)
    await put(upload, png)
    const replies = await Promise.all(Array.from({ length: 6 }, () => got(upload.publicUrl)))
    for (const { status, bytes } of replies) assert.ok(status === 200 && bytes.equals(png))
  })

  test('a store that fails while a file is checked loses nothing', async () => {
    const upload = await announce(instance.owner, 'image/png', png.length)
    await put(upload, png)
    store.failNext(3, 'InternalError', 'GetObject')
    assert.ok((await got(upload.publicUrl)).status >= 500)
    assert.ok((await got(upload.publicUrl)).bytes.equals(png))
  })

  test('a later PUT to the store does not change what is served', async () => {
    const size = otherPng.length
    const upload = await announce(instance.owner, 'image/png', size)
    await put(upload, otherPng)
    const first = await got(upload.publicUrl)
    assert.equal((await put(upload, Buffer.alloc(size, 1))).status, 200)
    const second = await got(upload.publicUrl)
    assert.ok(first.bytes.equals(otherPng) && second.bytes.equals(otherPng))
    assert.equal(second.headers.get('etag'), first.headers.get('etag'))
  })

  for (const [what, bytes] of [
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a JPEG that was announced as PNG', jpeg],
    ['a truncated image', otherPng.subarray(0, -500)],
  ] as const)
    test(`${what} is refused at the first GET and deleted, and the store accepts another try`, async () => {
      const before = keys()
      const upload = await announce(instance.owner, 'image/png', bytes.length)
      assert.equal((await put(upload, bytes)).status, 200)
      const refused = await got(upload.publicUrl)
      assert.deepEqual([refused.status, JSON.parse(refused.bytes.toString()).error.code], [422, 'content_rejected'])
      assert.equal(refused.headers.get('cache-control'), 'no-store')
      assert.deepEqual(keys(), before)
      assert.equal((await got(upload.publicUrl)).status, 404)
      assert.equal((await put(upload, bytes)).status, 200)
    })

  for (const [what, change] of [
    ['another type', { headers: { 'Content-Type': 'image/jpeg' } }],
    ['fewer bytes', { bytes: png.subarray(1) }],
  ] as const)
    test(`the store refuses a PUT of ${what} because of the signature`, async () => {
      const upload = await announce(instance.owner, 'image/png', png.length)
      const bytes = 'bytes' in change ? change.bytes : png
      const headers = 'headers' in change ? change.headers : upload.headers
      assert.equal((await put(upload, bytes, headers)).status, 403)
      assert.equal((await got(upload.publicUrl)).status, 404)
    })

  test('an object of another size than announced is refused at the first GET and deleted, even if the store accepted it', async () => {
    const upload = await announce(instance.owner, 'image/png', png.length + 1)
    const staging = `polypost/staging/${upload.storageKey}`
    // Some stores do not check the signed length.
    const piece = await store.objects.receive(new Blob([new Uint8Array(png)]).stream())
    await store.objects.put(staging, [piece], { contentType: 'image/png', contentDisposition: undefined })
    const refused = await got(upload.publicUrl)
    const { code, message } = JSON.parse(refused.bytes.toString()).error
    assert.deepEqual([refused.status, code], [422, 'content_rejected'])
    assert.match(message, new RegExp(`${png.length} bytes.*${png.length + 1}`))
    assert.ok(!keys().some((key) => key.includes(upload.storageKey)))
    assert.equal((await got(upload.publicUrl)).status, 404)
  })

  test('the permit of the embedded host does not work if uploads go to the store', async () => {
    const upload = await announce(instance.owner, 'image/png', png.length)
    const { search } = new URL(upload.url)
    const { status, code } = await put({ url: `${upload.publicUrl}${search}`, headers: upload.headers }, png)
    assert.deepEqual([status, code], [403, 'upload_refused'])
  })

  test('a repeat with the same Idempotency-Key returns an upload URL of the store that works', async () => {
    const again = { 'idempotency-key': 'once-in-the-store' }
    const first = await announce(instance.owner, 'image/png', png.length, again)
    const second = await announce(instance.owner, 'image/png', png.length, again)
    assert.equal(second.storageKey, first.storageKey)
    assert.equal((await put(second, png)).status, 200)
    assert.ok((await got(first.publicUrl)).bytes.equals(png))
  })

  for (const fault of ['XMinioStorageFull', 'QuotaExceeded'] as const)
    test(`a full store (${fault}) is a 507, stores nothing, and other operations continue`, async (t) => {
      const [objects, rows] = [keys(), (await mediaRows(instance.data)).length]
      const origin = await originFor(t, giving(png))
      // As often as the S3 client retries.
      store.failNext(3, fault, 'PutObject')
      const { status, body } = await uploadUrl(instance.owner, origin.url)
      assert.deepEqual([status, body.error.code], [507, 'storage_full'])
      assert.deepEqual([keys(), (await mediaRows(instance.data)).length], [objects, rows])
      assert.equal((await instance.owner('GET', '/profiles')).status, 200)
      assert.equal((await announce(instance.owner, 'image/png', 1_000)).size, 1_000)
    })

  test('bytes that were PUT and not requested for more than a day survive a start, but not without their row', async (t) => {
    const bucket = await startS3Server()
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const start = () => startMediaInstance(kind, { env: envOf(bucket), data: instanceData })
    const first = await start()
    let running = first
    t.after(async () => {
      await running.stop()
      await bucket.close()
      await instanceData.remove()
    })
    const [kept, orphan] = [
      await announce(first.owner, 'image/png', png.length),
      await announce(first.owner, 'image/png', png.length),
    ]
    for (const upload of [kept, orphan]) assert.equal((await put(upload, png)).status, 200)
    await first.stop()
    await withDatabase(instanceData, async (db) => {
      await db.deleteFrom('media').where('key', '=', orphan.storageKey).execute()
      await db
        .updateTable('media')
        .set({ created_at: Date.now() - 2 * day })
        .execute()
      // Now all chores are due, also the one that reads the whole store once a day.
      await db.updateTable('chores').set({ due_at: 0 }).execute()
    })
    for (const [key, object] of bucket.objects.objects)
      bucket.objects.objects.set(key, { ...object, modifiedAt: Date.now() - 2 * day })

    running = await start()
    const names = () => [...bucket.objects.objects.keys()]
    await eventually('the file without a row is deleted', () => !names().some((key) => key.includes(orphan.storageKey)))
    await eventually('all chores are done', () =>
      withDatabase(instanceData, async (db) => {
        const chores = await db.selectFrom('chores').select(['due_at', 'held_until']).execute()
        return chores.every(({ due_at, held_until }) => Number(due_at) > Date.now() && Number(held_until) === 0)
      }),
    )
    await running.stop()
    assert.deepEqual(names(), [`polypost/staging/${kept.storageKey}`])
    running = await start()
    const served = await got(`${running.base}/media/${kept.storageKey}`)
    assert.ok(served.bytes.equals(png))
  })

  test('with a public base URL of the bucket, publicUrl points directly to the store', async (t) => {
    const open = await startS3Server({ publicRead: true })
    const base = `${open.endpoint}/${open.bucket}`
    const other = await startMediaInstance(kind, { env: { ...envOf(open), MEDIA_S3_PUBLIC_URL: base } })
    t.after(async () => {
      await other.stop()
      await open.close()
    })
    const origin = await originFor(t, giving(png))
    const fetched = (await uploadUrl(other.owner, origin.url)).body
    assert.ok(fetched.publicUrl.startsWith(`${base}/polypost/media/`))
    const served = await got(fetched.publicUrl)
    assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'image/png'])
    assert.ok(served.bytes.equals(png))

    const upload = await announce(other.owner, 'image/png', png.length)
    assert.equal(upload.publicUrl, `${base}/polypost/media/${upload.storageKey}`)
    assert.equal((await put(upload, png)).status, 200)
    // The service finds it at the first request for the file; until then nothing is public.
    assert.notEqual((await got(upload.publicUrl)).status, 200)
    assert.equal((await got(`${other.base}/media/${upload.storageKey}`)).status, 200)
    const direct = await got(upload.publicUrl)
    assert.deepEqual([direct.status, direct.headers.get('content-type')], [200, 'image/png'])
    assert.ok(direct.bytes.equals(png))
  })

  for (const publicBase of ['', 'https://files.example.com/acme'])
    test(`media is named in a post by its publicUrl or its storageKey, served ${publicBase === '' ? 'by the service' : 'from a public bucket'}, fetched or PUT`, async (t) => {
      const bucket = await startS3Server()
      const env = { ...envOf(bucket), ...(publicBase === '' ? {} : { MEDIA_S3_PUBLIC_URL: publicBase }) }
      const own = await startMediaInstance(kind, { env, roles: { api: true, worker: false } })
      t.after(async () => {
        await own.stop()
        await bucket.close()
      })
      const user = await newPublisher(own, { platforms: ['x'] })
      const fetched = (await uploadUrl(user.ask, (await originFor(t, giving(png))).url)).body
      const sent = await announce(user.ask, 'image/jpeg', jpeg.length)
      const post = (media: object) =>
        user.ask('POST', '/post', { body: { message: 'From the bucket.', platforms: ['x'], media: [media] } })
      assert.equal((await post({ url: sent.publicUrl })).body.error.code, 'media_not_ready')
      assert.equal((await put(sent, jpeg)).status, 200)
      for (const { publicUrl, storageKey } of [fetched, sent])
        for (const name of [{ url: publicUrl }, { storageKey }]) {
          assert.ok(publicUrl.startsWith(publicBase === '' ? own.base : publicBase), publicUrl)
          const { status, body, text } = await post(name)
          assert.equal(status, 200, text)
          const read = await user.ask('GET', `/posts/${body.post_id}`)
          assert.equal(read.body.data.media[0].url, publicUrl)
        }
      const elsewhere = `${publicBase === '' ? own.base : publicBase}/polypost/media/${'a'.repeat(32)}`
      assert.equal((await post({ url: elsewhere })).body.error.details[0].code, 'media_not_hosted')
    })
})
