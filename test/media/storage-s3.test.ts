import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { maxMediaBytes } from '../../src/domain/media-types.ts'
import { createS3Storage, maxObjectBytes, type S3Settings } from '../../src/media/storage/s3.ts'
import { NoSuchFile, type Storage, StorageFull } from '../../src/media/storage/storage.ts'
import { type S3Server, startS3Server } from '../harness/servers/s3-server.ts'
import { generate, hashOf } from '../harness/storage-place.ts'

const part = 5 * 1024 ** 2
const type = 'image/png'
let server: S3Server
let storage: Storage

const storageWith = (change: Partial<S3Settings> = {}) => createS3Storage({ ...server, publicUrl: null, ...change })

beforeEach(async () => {
  server = await startS3Server()
  storage = storageWith()
})
afterEach(() => server.close())

const nothingLeft = async () => {
  assert.deepEqual([server.objects.objects.size, server.objects.uploads.size], [0, 0])
}

describe('a full S3 store', () => {
  const steps = ['CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'] as const
  for (const name of ['XMinioStorageFull', 'QuotaExceeded'] as const)
    test(`is reported as full (${name}), whichever request it refuses, and stores nothing`, async () => {
      for (const step of steps) {
        server.failNext(1, name, step)
        await assert.rejects(storage.put('full', generate(2 * part), type), StorageFull)
      }
      server.failNext(1, name, 'PutObject')
      await assert.rejects(storage.put('full', generate(1), type), StorageFull)
      await nothingLeft()
    })

  test('closes the source', async () => {
    let closed = false
    async function* source() {
      try {
        yield* generate(1024 * part)
      } finally {
        closed = true
      }
    }
    server.failNext(1, 'XMinioStorageFull', 'UploadPart')
    await assert.rejects(storage.put('full', source(), type), StorageFull)
    assert.ok(closed)
  })

  test('refuses a move, and keeps the file under its old name', async () => {
    await storage.put('a', generate(9), type)
    server.failNext(1, 'XMinioStorageFull', 'CopyObject')
    await assert.rejects(storage.move('a', 'b', type), StorageFull)
    assert.deepEqual([...server.objects.objects.keys()], ['a'])
  })
})

test('a file that another process has moved stays as it is, even if other bytes come to its old name meanwhile', async () => {
  const other = storageWith()
  await storage.put('staged/a', generate(9), type)
  server.objects.beforeCopy = async () => {
    server.objects.beforeCopy = async () => {}
    await other.move('staged/a', 'm/a', type)
    await other.put('staged/a', generate(99), type)
  }
  await storage.move('staged/a', 'm/a', type)
  assert.equal((await storage.stat('m/a'))?.size, 9)
  assert.equal(await storage.stat('staged/a'), null)
})

test('a store that knows no conditional copy moves a file all the same', async () => {
  await storage.put('staged/a', generate(9), type)
  server.failNext(1, 'NotImplemented', 'CopyObject')
  await storage.move('staged/a', 'm/a', type)
  assert.equal((await storage.stat('m/a'))?.size, 9)
})

describe('a failing S3 store', () => {
  for (const fault of ['InternalError', 'SlowDown', 'reset', 'lost'] as const)
    test(`is retried: ${fault}`, async () => {
      const steps = ['PutObject', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'] as const
      for (const step of steps) server.failNext(1, fault, step)
      for (const [key, bytes] of [
        ['small', 9],
        ['large', 3 * part + 1],
      ] as const) {
        await storage.put(key, generate(bytes), type)
        assert.equal(await hashOf(await storage.read(key)), await hashOf(generate(bytes)))
      }
      server.failNext(1, fault, 'CopyObject')
      await storage.move('large', 'moved', type)
      assert.deepEqual([...server.objects.objects.keys()].sort(), ['moved', 'small'])
    })

  test('that keeps failing makes the put fail, and stores nothing', async () => {
    server.failNext(9, 'InternalError', 'UploadPart')
    await assert.rejects(storage.put('a', generate(9 * part), type), { name: 'InternalError' })
    await nothingLeft()
  })

  test('that loses every response to the last request still has the file', async () => {
    server.failNext(3, 'lost', 'CompleteMultipartUpload')
    await storage.put('a', generate(2 * part), type)
    assert.equal((await storage.stat('a'))?.size, 2 * part)
  })

  test('that can’t even delete the parts is cleaned up later', async () => {
    server.failNext(9, 'InternalError', 'UploadPart')
    server.failNext(3, 'InternalError', 'AbortMultipartUpload')
    await assert.rejects(storage.put('a', generate(2 * part), type), { name: 'InternalError' })
    assert.equal(server.objects.uploads.size, 1)
    assert.equal(await storage.removeUnfinished('', Date.now() + 60_000), 1)
    await nothingLeft()
  })

  test('without the bucket is different from one without the file', async () => {
    await assert.rejects(storageWith({ bucket: 'another' }).read('a'), { name: 'NoSuchBucket' })
    await assert.rejects(storage.read('a'), NoSuchFile)
  })

  test('whose connection breaks within a file breaks the stream, too', async () => {
    await storage.put('a', generate(3 * part), type)
    const stream = await storage.read('a')
    const broken = assert.rejects(hashOf(stream), { code: 'ECONNRESET' })
    await server.close()
    await broken
  })
})

describe('a presigned PUT', () => {
  const file = { contentType: type, size: 4, seconds: 60 }
  const put = async (url: string, body: string, headers: Record<string, string>, method = 'PUT') =>
    (await fetch(url, { method, body, headers })).status

  test('goes directly to the store, with that size and type only', async () => {
    const { url, headers } = (await storage.presignPut('staging/a', file)) ?? assert.fail('none')
    assert.ok(url.startsWith(server.endpoint))
    for (const body of ['', 'fou', 'fours']) assert.equal(await put(url, body, headers), 403)
    assert.equal(await put(url, 'four', { 'Content-Type': 'text/html' }), 403)
    assert.equal(await put(url.replace('staging/a', 'm/a'), 'four', headers), 403)
    assert.equal(await put(url, 'four', headers, 'DELETE'), 403)
    assert.equal(await put(url, 'four', { ...headers, 'x-amz-acl': 'public-read' }), 403)
    await nothingLeft()
    assert.equal(await put(url, 'four', headers), 200)
    assert.equal(await text(await storage.read('staging/a')), 'four')
  })

  test('expires at its time', async () => {
    let now = Date.now()
    const later = await startS3Server({ now: () => now })
    try {
      const { url, headers } =
        (await createS3Storage({ ...later, publicUrl: null }).presignPut('a', file)) ?? assert.fail('none')
      assert.equal(await put(url, 'four', headers), 200)
      now += 61_000
      assert.equal(await put(url, 'fors', headers), 403)
    } finally {
      await later.close()
    }
  })

  test('allows no more than one request accepts, and an upload allows only that and a copy', async () => {
    assert.ok(maxMediaBytes <= maxObjectBytes)
    assert.ok(await storage.presignPut('a', { ...file, size: maxObjectBytes }))
    await assert.rejects(storage.presignPut('a', { ...file, size: maxObjectBytes + 1 }), RangeError)
  })
})

test('the store knows the type of a file, and serves as a download what a browser could execute', async () => {
  const types = {
    'video/mp4': 'inline',
    'image/png': 'inline',
    'image/svg+xml': 'attachment',
    'text/html': 'attachment',
  }
  for (const [contentType, contentDisposition] of Object.entries(types))
    for (const bytes of [1, part]) {
      await storage.put('staged', generate(bytes), 'application/octet-stream')
      await storage.move('staged', `m/${bytes}/${contentType.replaceAll(/\W/g, '-')}`, contentType)
      await storage.put(`put/${bytes}/${contentType.replaceAll(/\W/g, '-')}`, generate(bytes), contentType)
      for (const [key, found] of server.objects.objects)
        if (key.endsWith(contentType.replaceAll(/\W/g, '-')))
          assert.deepEqual([found.contentType, found.contentDisposition], [contentType, contentDisposition])
    }
  assert.equal(server.objects.objects.size, 16)
})

test('a file can be read at the public base URL of the bucket, if there is one', async (t) => {
  const open = await startS3Server({ publicRead: true })
  t.after(open.close)
  const publicUrl = `${open.endpoint}/${open.bucket}`
  const host = createS3Storage({ ...open, publicUrl })
  await host.put('m/a.png', generate(9), type)
  const answer = await fetch(host.publicUrl('m/a.png') ?? '')
  assert.equal(answer.headers.get('content-type'), type)
  assert.equal(await hashOf(answer.body ?? generate(0)), await hashOf(generate(9)))
  assert.equal(storage.publicUrl('m/a.png'), null)
})

describe('a bucket is addressed', () => {
  const cases = [
    [null, 'https://polypost-media.s3.eu-west-1.amazonaws.com/a'],
    ['https://s3.eu-west-1.amazonaws.com', 'https://polypost-media.s3.eu-west-1.amazonaws.com/a'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/polypost-media/a'],
    ['http://minio:9000', 'http://minio:9000/polypost-media/a'],
    ['https://store.example', 'https://store.example/polypost-media/a'],
    ['https://store.example/s3', 'https://store.example/s3/polypost-media/a'],
    ['https://polypost-media.store.example', 'https://polypost-media.store.example/a'],
  ] as const
  for (const [endpoint, address] of cases)
    test(`for the endpoint ${endpoint}: ${address}`, async () => {
      const at = storageWith({ endpoint, region: 'eu-west-1' })
      const signed = await at.presignPut('a', { contentType: type, size: 1, seconds: 60 })
      assert.equal(signed?.url.split('?')[0], address)
    })
})
