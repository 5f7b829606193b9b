import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSigner } from '../../src/media/sign.ts'
import { onEachOwnInstance } from '../harness/each-instance.ts'
import { announce, filesOf, got, put, startMediaInstance, type Upload, uploadSecret } from '../harness/media.ts'
import { noise, picture } from './fixtures.ts'

const png = await picture().png().toBuffer()
const otherPng = await picture(4, 128).png().toBuffer()
const jpeg = await picture().jpeg().toBuffer()
const large = await noise(100, 100).png().toBuffer()

/** The URL with some of its query changed. */
function altered(upload: Upload, changes: Readonly<Record<string, string | null>>): Pick<Upload, 'url' | 'headers'> {
  const url = new URL(upload.url)
  for (const [name, value] of Object.entries(changes))
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  return { url: url.href, headers: upload.headers }
}

/** Signed as the service would, and valid until this second. */
function signedUntil({ url, headers, storageKey: key, contentType, size }: Upload, expires: number) {
  const signature = createSigner([uploadSecret]).sign({ key, contentType, size, expires })
  const address = new URL(url)
  address.search = String(
    new URLSearchParams({ type: contentType, size: String(size), expires: String(expires), signature }),
  )
  return { url: address.href, headers }
}

const now = () => Math.floor(Date.now() / 1000)
const inAnHour = () => String(now() + 3_600)

const alterations: readonly (readonly [what: string, changes: (upload: Upload) => Record<string, string | null>])[] = [
  ['a later end', () => ({ expires: inAnHour() + 1 })],
  ['another size', () => ({ size: String(large.length) })],
  ['another type', () => ({ type: 'image/jpeg' })],
  ['no signature', () => ({ signature: null })],
  ['an empty signature', () => ({ signature: '' })],
  ['a shorter signature', ({ url }) => ({ signature: new URL(url).searchParams.get('signature')?.slice(0, -2) ?? '' })],
  ['another signature', () => ({ signature: 'A'.repeat(43) })],
  ['no end', () => ({ expires: null })],
  ['an expiry that is not a number', () => ({ expires: 'never' })],
  ['an endless end', () => ({ expires: 'Infinity' })],
]

onEachOwnInstance(startMediaInstance, (instance) => {
  const fresh = (contentType = 'image/png', size = png.length) => announce(instance.owner, contentType, size)

  /** Nothing was stored, and the correct file is still accepted. */
  async function stillOpen(upload: Upload, right: Buffer | null = png): Promise<void> {
    assert.deepEqual(await filesOf(instance.data), kept)
    assert.equal((await got(upload.publicUrl)).status, 404)
    if (!right) return
    assert.equal((await put(upload, right)).status, 200)
    kept = await filesOf(instance.data)
  }
  let kept: string[] = []

  for (const [what, changes] of alterations)
    test(`an upload URL with ${what} is refused`, async () => {
      const upload = await fresh()
      const { status, code } = await put(altered(upload, changes(upload)), png)
      assert.deepEqual([status, code], [403, 'upload_refused'])
      await stillOpen(upload)
    })

  test('an upload URL is valid until its expiry and not a second longer', async () => {
    const upload = await fresh()
    const { status, code, message } = await put(signedUntil(upload, now()), png)
    assert.deepEqual([status, code], [403, 'upload_refused'])
    assert.match(message ?? '', /has expired after one hour/)
    await stillOpen(upload, null)
    assert.equal((await put(signedUntil(upload, now() + 10), png)).status, 200)
    kept = await filesOf(instance.data)
  })

  test('an upload URL is valid for an hour', async () => {
    const { url } = await fresh()
    const left = Number(new URL(url).searchParams.get('expires')) - now()
    assert.ok(left > 3_590 && left <= 3_600, String(left))
  })

  test('the permit of one file does not work for another', async () => {
    const [mine, other] = [await fresh(), await fresh()]
    const url = new URL(mine.url)
    url.pathname = new URL(other.url).pathname
    const { status, code } = await put({ url: url.href, headers: mine.headers }, png)
    assert.deepEqual([status, code], [403, 'upload_refused'])
    await stillOpen(other)
    await stillOpen(mine)
  })

  test('a permit needs no API key, and an API key does not replace a permit', async () => {
    const upload = await fresh()
    const bare = { url: upload.url.split('?')[0] ?? '', headers: upload.headers }
    const { status } = await put(bare, png, {
      ...upload.headers,
      authorization: `Bearer ${(await instance.newUser()).key}`,
    })
    assert.equal(status, 403)
    await stillOpen(upload)
  })

  for (const [what, headers] of [
    ['another type', { 'Content-Type': 'image/jpeg' }],
    ['no type', {}],
    ['the type and more', { 'Content-Type': 'image/png; charset=utf-8' }],
  ] as const)
    test(`a PUT with ${what} in its header is refused with the correct header`, async () => {
      const upload = await fresh()
      const { status, code, message } = await put(upload, png, headers)
      assert.deepEqual([status, code], [403, 'upload_refused'])
      assert.match(message ?? '', /Content-Type: image\/png/)
      await stillOpen(upload)
    })

  for (const [what, size] of [
    ['fewer', png.length + 1],
    ['more', png.length - 1],
  ] as const)
    test(`a PUT of ${what} bytes than declared is refused with both numbers`, async () => {
      const upload = await fresh('image/png', size)
      const { status, code, message } = await put(upload, png)
      assert.deepEqual([status, code], [403, 'upload_refused'])
      assert.match(message ?? '', new RegExp(`${png.length} bytes.*${size}`))
      await stillOpen(upload, null)
    })

  test('a PUT without a length and with too few bytes is refused', async () => {
    const upload = await fresh('image/png', png.length + 1)
    const body = new Blob([png as Buffer<ArrayBuffer>]).stream()
    const reply = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body, duplex: 'half' })
    assert.equal(reply.status, 403)
    await stillOpen(upload, null)
  })

  test('a JPEG that is declared and sent as PNG is refused by its bytes', async () => {
    const upload = await fresh('image/png', jpeg.length)
    const { status, code, message } = await put(upload, jpeg)
    assert.deepEqual([status, code], [422, 'content_rejected'])
    assert.match(message ?? '', /image\/jpeg/)
    await stillOpen(upload, null)
  })

  for (const [what, bytes] of [
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a truncated image', large.subarray(0, -5_000)],
    ['zeros', Buffer.alloc(100)],
  ] as const)
    test(`${what} with the name of an image is refused`, async () => {
      const upload = await fresh('image/png', bytes.length)
      const { status, code } = await put(upload, bytes)
      assert.deepEqual([status, code], [422, 'content_rejected'])
      await stillOpen(upload, null)
    })

  test('an empty PUT is refused', async () => {
    const upload = await fresh()
    assert.deepEqual((await put(upload, new Uint8Array())).status, 403)
    await stillOpen(upload)
  })

  test('a second PUT is refused because the file exists, and changes nothing', async () => {
    const upload = await fresh('image/png', otherPng.length)
    assert.equal((await put(upload, otherPng)).status, 200)
    kept = await filesOf(instance.data)
    const { status, code } = await put(upload, Buffer.from(otherPng).fill(0, otherPng.length - 20))
    assert.deepEqual([status, code], [409, 'wrong_state'])
    assert.deepEqual(await filesOf(instance.data), kept)
    assert.ok((await got(upload.publicUrl)).bytes.equals(otherPng))
  })

  test('other methods on the media host are refused, and change nothing', async () => {
    const upload = await fresh()
    for (const method of ['POST', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status } = await got(upload.url, upload.headers, method)
      assert.ok([404, 405].includes(status), `${method} ${status}`)
    }
    await stillOpen(upload)
  })
})
