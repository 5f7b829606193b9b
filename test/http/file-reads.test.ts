import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import type { Instance } from '../harness/instance.ts'
import { announce, put, startMediaInstance } from '../harness/media.ts'
import { withDatabase } from '../harness/rows.ts'
import { png } from '../harness/small-media.ts'

const perAddress = 3_000

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startMediaInstance(kind, { env: { POLYPOST_TRUST_PROXY: '127.0.0.1/32' } })
  })
  after(() => instance.stop())

  async function uploaded(): Promise<{ readonly key: string; readonly url: string }> {
    const upload = await announce(instance.owner, 'image/png', png.length)
    assert.equal((await put(upload, png)).status, 200)
    return { key: upload.storageKey, url: upload.publicUrl }
  }

  const read = async (url: string, { address = '203.0.113.7', method = 'GET' } = {}): Promise<number> => {
    const response = await fetch(url, { method, headers: { 'x-forwarded-for': address } })
    await response.arrayBuffer()
    return response.status
  }

  test('whoever read one file again and again kept the database busy', async () => {
    const { key, url } = await uploaded()
    assert.equal(await read(url), 200)
    // Nobody outside sees a statement, but everybody sees that the row is not needed.
    await withDatabase(instance.data, (db) => db.deleteFrom('media').where('key', '=', key).execute())
    assert.equal(await read(url), 200)
  })

  test('a file that was just read is gone as soon as it is deleted', async () => {
    const { key, url } = await uploaded()
    assert.equal(await read(url), 200)
    assert.equal((await instance.owner('DELETE', `/media/${key}`)).status, 200)
    for (const method of ['GET', 'HEAD']) assert.equal(await read(url, { method }), 404, method)
  })

  /** Many requests on one connection, without waiting for the answers: one by one they may take longer than a window. */
  async function readOften(url: string, { address, times }: { address: string; times: number }): Promise<string[]> {
    const { hostname, port, pathname, host } = new URL(url)
    const head = (last: boolean) =>
      `HEAD ${pathname} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${address}\r\n${last ? 'Connection: close\r\n' : ''}\r\n`
    const socket = connect(Number(port), hostname)
    socket.write(Array.from({ length: times }, (_, at) => head(at === times - 1)).join(''))
    return [...(await text(socket)).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status = '']) => status)
  }

  test('one address read files without a limit', async () => {
    const { url } = await uploaded()
    const address = '203.0.113.8'
    const many = await Promise.all(Array.from({ length: 10 }, () => readOften(url, { address, times: 310 })))
    const statuses = many.flat()
    assert.equal(statuses.filter((status) => status === '200').length, perAddress)
    assert.equal(statuses.filter((status) => status === '429').length, 100)
    assert.equal(await read(url, { address: '203.0.113.9' }), 200)
    const picture = new URL('/pictures/1-0123456789abcdef0123456789abcdef', instance.base).href
    assert.equal(await read(picture, { address }), 429)
  })
})
