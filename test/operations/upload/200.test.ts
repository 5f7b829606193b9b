import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection, requestHead } from '../../harness/connection.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { eventually } from '../../harness/eventually.ts'
import {
  announce,
  breaking,
  filesOf,
  giving,
  got,
  mediaRows,
  originFor,
  put,
  startMediaInstance,
  uploadUrl,
} from '../../harness/media.ts'
import { withDatabase } from '../../harness/rows.ts'
import { answer } from '../../harness/servers/origin.ts'
import { animatedGif, film, noise, picture } from '../../media/fixtures.ts'

const files: readonly (readonly [type: string, ending: string, bytes: () => Buffer | Promise<Buffer>])[] = [
  ['image/png', 'png', () => picture().png().toBuffer()],
  ['image/jpeg', 'jpg', () => picture().jpeg().toBuffer()],
  ['image/webp', 'webp', () => picture().webp().toBuffer()],
  ['image/gif', 'gif', () => animatedGif()],
  ['video/mp4', 'mp4', () => film('plain.mp4')],
  ['video/quicktime', 'mov', () => film('plain.mov')],
  ['video/webm', 'webm', () => film('plain.webm')],
  ['video/x-matroska', 'mkv', () => film('plain.mkv')],
  ['video/x-msvideo', 'avi', () => film('plain.avi')],
  ['video/mpeg', 'mpg', () => film('plain.mpg')],
]

const validators: readonly (readonly [what: string, headers: Record<string, string>, sent: string])[] = [
  ['an ETag', { ETag: '"v1"' }, '"v1"'],
  ['a date', { 'Last-Modified': 'Mon, 02 Nov 2026 10:00:00 GMT' }, 'Mon, 02 Nov 2026 10:00:00 GMT'],
  [
    'a weak ETag and a date',
    { ETag: 'W/"v1"', 'Last-Modified': 'Mon, 02 Nov 2026 10:00:00 GMT' },
    'Mon, 02 Nov 2026 10:00:00 GMT',
  ],
]

onEachOwnInstance(startMediaInstance, (instance) => {
  for (const [type, ending, make] of files)
    test(`${type} by URL is recognized by its bytes, whatever its name and header are, and served unchanged`, async (t) => {
      const bytes = await make()
      const origin = await originFor(t, giving(bytes, { 'Content-Type': 'text/html' }))
      const { status, body } = await uploadUrl(instance.owner, `http://127.0.0.1:${origin.port}/file.exe?a=b`)
      assert.equal(status, 200)
      const { url, publicUrl, storageKey, ...rest } = body
      assert.deepEqual(rest, {
        id: storageKey,
        contentType: type,
        size: bytes.length,
        headers: { 'Content-Type': type },
      })
      assert.match(storageKey, new RegExp(`^[A-Za-z0-9]{32}\\.${ending}$`))
      assert.equal(publicUrl, `${instance.base}/media/${storageKey}`)
      assert.ok(url.startsWith(`${instance.base}/media/`))
      const served = await got(publicUrl)
      assert.deepEqual([served.status, served.headers.get('content-type')], [200, type])
      assert.ok(served.bytes.equals(bytes))
    })

  test('the file is fetched through redirects', async (t) => {
    const bytes = await picture().png().toBuffer()
    const origin = await originFor(t, (socket, head) =>
      socket.end(head.startsWith('GET /file ') ? answer(302, { Location: '/moved' }) : answer(200, {}, bytes)),
    )
    const { body } = await uploadUrl(instance.owner, origin.url)
    assert.ok((await got(body.publicUrl)).bytes.equals(bytes))
  })

  test('the origin learns nothing about the caller', async (t) => {
    const origin = await originFor(t, giving(await picture().png().toBuffer()))
    await uploadUrl(instance.owner, origin.url)
    assert.doesNotMatch(origin.received.join(), /authorization|cookie|pp_/i)
  })

  for (const [what, headers, sent] of validators)
    test(`an interrupted download is resumed if the origin supports ranges and ${what}`, async (t) => {
      const bytes = await noise(100, 100).png().toBuffer()
      const step = 4_000
      const origin = await originFor(
        t,
        breaking(bytes, { step, times: 3, headers: { ...headers, 'Accept-Ranges': 'bytes' } }),
      )
      const { status, body } = await uploadUrl(instance.owner, origin.url)
      assert.equal(status, 200)
      const asked = origin.received.map((request) => /^range: (.*)\r$/im.exec(request)?.[1])
      assert.deepEqual(asked, [undefined, 'bytes=4000-', 'bytes=8000-', 'bytes=12000-'])
      for (const request of origin.received.slice(1)) assert.equal(/^if-range: (.*)\r$/im.exec(request)?.[1], sent)
      assert.ok((await got(body.publicUrl)).bytes.equals(bytes))
    })

  test('an interrupted download starts again if the origin does not support ranges', async (t) => {
    const bytes = await noise(100, 100).png().toBuffer()
    const origin = await originFor(t, breaking(bytes, { step: 4_000, times: 2, headers: { ETag: '"v1"' } }))
    const { status, body } = await uploadUrl(instance.owner, origin.url)
    assert.equal(status, 200)
    assert.equal(origin.connections, 3)
    assert.doesNotMatch(origin.received.join(), /^(if-)?range:/im)
    assert.ok((await got(body.publicUrl)).bytes.equals(bytes))
  })

  test('a file that was fetched by URL can’t be replaced through its upload URL', async (t) => {
    const bytes = await picture().png().toBuffer()
    const origin = await originFor(t, giving(bytes))
    const { body } = await uploadUrl(instance.owner, origin.url)
    const refused = await put(body, bytes)
    assert.deepEqual([refused.status, refused.code], [409, 'wrong_state'])
    assert.ok((await got(body.publicUrl)).bytes.equals(bytes))
  })

  test('the same URL twice creates two files', async (t) => {
    const origin = await originFor(t, giving(await picture().png().toBuffer()))
    const [first, second] = [await uploadUrl(instance.owner, origin.url), await uploadUrl(instance.owner, origin.url)]
    assert.notEqual(first.body.storageKey, second.body.storageKey)
  })

  test('width, height and hash are stored with the file, and its user', async (t) => {
    const user = await instance.newUser()
    const origin = await originFor(t, giving(await picture().png().toBuffer()))
    const { body } = await uploadUrl(user.ask, origin.url)
    const row = (await mediaRows(instance.data)).find(({ key }) => key === body.storageKey)
    assert.deepEqual([row?.user_id, row?.state], [user.id, 'ready'])
    assert.match(row?.sha256 ?? '', /^[0-9a-f]{64}$/)
    const { width, height, contentType } = JSON.parse(row?.facts ?? '{}')
    assert.deepEqual({ width, height, contentType }, { width: 40, height: 30, contentType: 'image/png' })
  })

  for (const [type, , make] of files)
    test(`${type} from a file is sent by PUT, and is public only after the upload is complete`, async () => {
      const bytes = await make()
      const upload = await announce(instance.owner, type, bytes.length)
      const { url, publicUrl, storageKey, ...rest } = upload
      assert.deepEqual(rest, {
        id: storageKey,
        contentType: type,
        size: bytes.length,
        headers: { 'Content-Type': type },
      })
      assert.equal(publicUrl, `${instance.base}/media/${storageKey}`)
      assert.equal((await got(publicUrl)).status, 404)
      assert.equal((await put(upload, bytes)).status, 200)
      const served = await got(publicUrl)
      assert.deepEqual([served.status, served.headers.get('content-type')], [200, type])
      assert.ok(served.bytes.equals(bytes))
    })

  for (const name of ['image/jpg', 'image/pjpeg'])
    test(`a JPEG may be declared as ${name}, and is served as image/jpeg`, async () => {
      const bytes = await picture().jpeg().toBuffer()
      const upload = await announce(instance.owner, name, bytes.length)
      assert.equal((await put(upload, bytes)).status, 200)
      assert.equal((await got(upload.publicUrl)).headers.get('content-type'), 'image/jpeg')
    })

  test('a file may be sent in chunks, without its length', async () => {
    const bytes = await picture().png().toBuffer()
    const upload = await announce(instance.owner, 'image/png', bytes.length)
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(0, 50)))
        controller.enqueue(new Uint8Array(bytes.subarray(50)))
        controller.close()
      },
    })
    const { status } = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body, duplex: 'half' })
    assert.equal(status, 200)
    assert.ok((await got(upload.publicUrl)).bytes.equals(bytes))
  })

  test('of two concurrent PUTs one is told that the file exists already, and one file is stored', async () => {
    const bytes = await picture().png().toBuffer()
    const upload = await announce(instance.owner, 'image/png', bytes.length)
    const before = (await filesOf(instance.data)).length
    const [first, second] = await Promise.all([put(upload, bytes), put(upload, bytes)])
    assert.deepEqual([first.status, second.status].sort(), [200, 409])
    assert.equal((await filesOf(instance.data)).length - before, 1)
    assert.ok((await got(upload.publicUrl)).bytes.equals(bytes))
  })

  test('an interrupted PUT leaves nothing, and the file can be sent again', async () => {
    const bytes = await noise(100, 100).png().toBuffer()
    const upload = await announce(instance.owner, 'image/png', bytes.length)
    const before = await filesOf(instance.data)
    const connection = await openConnection(instance.base)
    const { pathname, search } = new URL(upload.url)
    connection.send(
      requestHead('PUT', pathname + search, { ...upload.headers, 'Content-Length': String(bytes.length) }),
    )
    connection.send(bytes.subarray(0, 5_000))
    await eventually('the file has begun', async () => (await filesOf(instance.data)).length > before.length)
    connection.drop()
    await eventually('nothing is left', async () => (await filesOf(instance.data)).length === before.length)
    assert.equal((await got(upload.publicUrl)).status, 404)
    assert.equal((await put(upload, bytes)).status, 200)
    assert.ok((await got(upload.publicUrl)).bytes.equals(bytes))
  })

  test('a repeat with the same Idempotency-Key fetches nothing again, and returns a new upload URL', async (t) => {
    const origin = await originFor(t, giving(await picture().png().toBuffer()))
    const again = { 'idempotency-key': 'fetched-once' }
    const first = await uploadUrl(instance.owner, origin.url, again)
    const second = await uploadUrl(instance.owner, origin.url, again)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual({ ...second.body, url: '' }, { ...first.body, url: '' })
    assert.equal(origin.connections, 1)
  })

  test('a repeat with the same Idempotency-Key returns the same storageKey and a newly signed URL that works', async () => {
    const bytes = await picture().png().toBuffer()
    const again = { 'idempotency-key': 'announced-once' }
    const first = await announce(instance.owner, 'image/png', bytes.length, again)
    await sleep(1_100)
    const second = await announce(instance.owner, 'image/png', bytes.length, again)
    assert.deepEqual({ ...second, url: '' }, { ...first, url: '' })
    const expires = ({ url }: { url: string }) => Number(new URL(url).searchParams.get('expires'))
    assert.ok(expires(second) > expires(first))
    assert.equal((await put(second, bytes)).status, 200)
    assert.ok((await got(first.publicUrl)).bytes.equals(bytes))
    const rows = await withDatabase(instance.data, (db) =>
      db.selectFrom('media').select('key').where('key', '=', first.storageKey).execute(),
    )
    assert.equal(rows.length, 1)
  })

  test('another user’s request with the same Idempotency-Key is not a repeat', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const again = { 'idempotency-key': 'same-name' }
    const [first, second] = [
      await announce(ana.ask, 'image/png', 1_000, again),
      await announce(ben.ask, 'image/png', 1_000, again),
    ]
    assert.notEqual(first.storageKey, second.storageKey)
  })
})
