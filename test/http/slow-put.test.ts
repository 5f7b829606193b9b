import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection, requestHead } from '../harness/connection.ts'
import { eventually } from '../harness/eventually.ts'
import { announce, filesOf, got, put, startMediaInstance } from '../harness/media.ts'
import { noise } from '../media/fixtures.ts'

test('a file that keeps arriving may take longer than other bodies, and one that stops is cut off with a response', async (t) => {
  const instance = await startMediaInstance('sqlite', { limits: { requestTimeout: 600 } })
  t.after(instance.stop)
  const bytes = await noise(60, 60).png().toBuffer()
  const begin = async () => {
    const upload = await announce(instance.owner, 'image/png', bytes.length)
    const { pathname, search } = new URL(upload.url)
    const connection = await openConnection(instance.base)
    connection.send(
      requestHead('PUT', pathname + search, { ...upload.headers, 'Content-Length': String(bytes.length) }),
    )
    return { upload, connection }
  }
  const [slow, silent] = [await begin(), await begin()]
  silent.connection.send(bytes.subarray(0, 5_000))
  for (let at = 0; at < bytes.length; at += bytes.length / 6) {
    await sleep(250)
    slow.connection.send(bytes.subarray(Math.floor(at), Math.floor(at + bytes.length / 6)))
  }
  assert.match(await slow.connection.until(/\r\n\r\n\{/), /^HTTP\/1\.1 200 /)
  assert.ok((await got(slow.upload.publicUrl)).bytes.equals(bytes))
  assert.match(await silent.connection.closed(), /^HTTP\/1\.1 408 [\s\S]*"request_timeout"/)
  await eventually('nothing of it is left', async () => (await filesOf(instance.data)).length === 1)
  assert.equal((await put(silent.upload, bytes)).status, 200)
})

test('a PUT in chunks with more bytes than declared is refused, and the service continues', async (t) => {
  const instance = await startMediaInstance('sqlite')
  t.after(instance.stop)
  const bytes = await noise(60, 60).png().toBuffer()
  const upload = await announce(instance.owner, 'image/png', bytes.length - 1)
  const body = new Blob([bytes as Buffer<ArrayBuffer>]).stream()
  const { status } = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body, duplex: 'half' })
  assert.equal(status, 422)
  assert.deepEqual(await filesOf(instance.data), [])
  assert.equal((await instance.owner('GET', '/profiles')).status, 200)
})
