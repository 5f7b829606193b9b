import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { AwsClient, AwsV4Signer } from 'aws4fetch'
import { type S3Server, startS3Server } from './s3-server.ts'
import { textOf } from './s3-xml.ts'

/** The test server must be as strict as a real one, or it proves nothing. Two independent clients use it. */
let server: S3Server
let sdk: S3Client
let other: AwsClient
const Bucket = 'polypost-media'

const sdkFor = ({
  secretAccessKey = server.secretAccessKey,
  ...rest
}: S3ClientConfig & { secretAccessKey?: string } = {}) =>
  new S3Client({
    endpoint: server.endpoint,
    region: server.region,
    forcePathStyle: true,
    credentials: { accessKeyId: server.accessKeyId, secretAccessKey },
    maxAttempts: 1,
    ...rest,
  })
const otherFor = ({ secretAccessKey = server.secretAccessKey } = {}) =>
  new AwsClient({ ...server, secretAccessKey, service: 's3', retries: 0 })
const urlOf = (key: string, query = '') => `${server.endpoint}/${Bucket}/${key}${query}`

before(async () => {
  server = await startS3Server()
  sdk = sdkFor()
  other = otherFor()
})
after(async () => {
  sdk.destroy()
  await server.close()
})

async function refusal(response: Response): Promise<string> {
  return `${response.status} ${textOf(await response.text(), 'Code')}`
}

async function sdkRefusal(sent: Promise<unknown>): Promise<string> {
  try {
    await sent
  } catch (error) {
    if (error instanceof S3ServiceException) return `${error.$metadata.httpStatusCode} ${error.name}`
    throw error
  }
  throw new Error('The request was accepted.')
}

describe('a valid signature is accepted', () => {
  test('from the SDK, for every kind of body that it sends', async () => {
    const bytes = Buffer.from('a body that is signed, or sent in chunks with a checksum behind it')
    const bodies = { buffer: bytes, stream: Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]) }
    for (const [Key, Body] of Object.entries(bodies)) {
      await sdk.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: bytes.length }))
      const { Body: found } = await sdk.send(new GetObjectCommand({ Bucket, Key }))
      assert.deepEqual(await found?.transformToByteArray(), new Uint8Array(bytes))
    }
  })

  test('from the SDK, with names that need escaping', async () => {
    const Key = 'a b+c/ä!(1)*~%25.txt'
    await sdk.send(new PutObjectCommand({ Bucket, Key, Body: 'odd' }))
    const CopySource = `${Bucket}/${encodeURIComponent(Key)}`
    await sdk.send(new CopyObjectCommand({ Bucket, Key: `${Key}&"<2>`, CopySource }))
    const { Contents = [] } = await sdk.send(new ListObjectsV2Command({ Bucket, Prefix: 'a b' }))
    assert.deepEqual(
      Contents.map((one) => one.Key),
      [Key, `${Key}&"<2>`],
    )
    for (const one of Contents) await sdk.send(new DeleteObjectCommand({ Bucket, Key: one.Key }))
    assert.equal(await sdkRefusal(sdk.send(new HeadObjectCommand({ Bucket, Key }))), '404 NotFound')
  })

  test('from aws4fetch, in the headers and in the query', async () => {
    const put = await other.fetch(urlOf('other.txt'), {
      method: 'PUT',
      body: 'other',
      headers: { 'x-amz-meta-a': '1' },
    })
    assert.equal(put.status, 200)
    assert.equal(put.headers.get('etag'), `"${createHash('md5').update('other').digest('hex')}"`)
    const listed = await other.fetch(urlOf('', '?list-type=2&prefix=oth'))
    assert.equal(textOf(await listed.text(), 'Key'), 'other.txt')
    const { url } = await other.sign(urlOf('other.txt'), { aws: { signQuery: true } })
    assert.equal(await (await fetch(url)).text(), 'other')
  })

  test('from both, for a bucket with its own host name', async () => {
    const endpoint = server.bucketEndpoint.replace(`${Bucket}.`, '')
    const hostStyle = sdkFor({ endpoint, forcePathStyle: false })
    await hostStyle.send(new PutObjectCommand({ Bucket, Key: 'host.txt', Body: 'host' }))
    assert.equal(await (await other.fetch(`${server.bucketEndpoint}/host.txt`)).text(), 'host')
    assert.equal(await (await other.fetch(urlOf('host.txt'))).text(), 'host')
    hostStyle.destroy()
  })

  test('from the SDK, in a presigned URL', async () => {
    const command = new PutObjectCommand({ Bucket, Key: 'beforehand', ContentLength: 4, ContentType: 'image/png' })
    const url = await getSignedUrl(sdk, command, { expiresIn: 60, signableHeaders: new Set(['content-type']) })
    const put = (body: string, type: string) => fetch(url, { method: 'PUT', body, headers: { 'content-type': type } })
    assert.equal((await put('four', 'image/png')).status, 200)
    assert.equal(await refusal(await put('fours', 'image/png')), '403 SignatureDoesNotMatch')
    assert.equal(await refusal(await put('four', 'text/html')), '403 SignatureDoesNotMatch')
  })
})

describe('an invalid signature is refused', () => {
  const mismatch = '403 SignatureDoesNotMatch'

  test('from another secret', async () => {
    const wrong = sdkFor({ secretAccessKey: 'another' })
    assert.equal(await sdkRefusal(wrong.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'b' }))), mismatch)
    assert.equal(await refusal(await otherFor({ secretAccessKey: 'another' }).fetch(urlOf('a'))), mismatch)
    wrong.destroy()
  })

  // By default, this client does not sign the body.
  const hash = createHash('sha256').update('b').digest('hex')
  const headers = { 'x-amz-meta-a': '1', 'x-amz-content-sha256': hash }
  const signed = () => other.sign(urlOf('a', '?x=1'), { method: 'PUT', body: 'b', headers })
  const changed = async (change: (headers: Headers) => void, { url = '', method = 'PUT', body = 'b' } = {}) => {
    const request = await signed()
    const headers = new Headers(request.headers)
    change(headers)
    return refusal(await fetch(url || request.url, { method, headers, ...(method === 'PUT' && { body }) }))
  }

  test('for a different header, or without it', async () => {
    assert.equal(await changed((headers) => headers.set('x-amz-meta-a', '2')), mismatch)
    assert.equal(await changed((headers) => headers.delete('x-amz-meta-a')), mismatch)
    assert.equal(await changed((headers) => headers.set('x-amz-acl', 'public-read')), '403 AccessDenied')
  })

  test('for a different query, key, method or body', async () => {
    const keep = () => {}
    assert.equal(await changed(keep, { url: urlOf('a', '?x=2') }), mismatch)
    assert.equal(await changed(keep, { url: urlOf('a', '?x=1&y=1') }), mismatch)
    assert.equal(await changed(keep, { url: urlOf('A', '?x=1') }), mismatch)
    assert.equal(await changed(keep, { method: 'DELETE' }), mismatch)
    assert.equal(await changed(keep, { body: 'c' }), '400 XAmzContentSHA256Mismatch')
  })

  test('or a chunked body that does not match its checksum', async () => {
    const put = async (checksum: string) => {
      const body = `4\r\nbody\r\n0\r\nx-amz-checksum-crc32:${checksum}\r\n\r\n`
      const chunked = {
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'x-amz-decoded-content-length': '4',
      }
      return refusal(await other.fetch(urlOf('chunked'), { method: 'PUT', body, headers: chunked }))
    }
    const sum = Buffer.from(crc32('body').toString(16).padStart(8, '0'), 'hex').toString('base64')
    assert.equal(await put(sum), '200 ')
    assert.equal(await put('AAAAAA=='), '400 BadDigest')
  })

  test('a missing or incomplete one, or one of another user or region', async () => {
    assert.equal(await refusal(await fetch(urlOf('a'))), '403 AccessDenied')
    assert.equal(await refusal(await fetch(urlOf('a', '?X-Amz-Signature=00'))), '400 AuthorizationQueryParametersError')
    const stranger = new AwsClient({ ...server, accessKeyId: 'AKIASTRANGER', service: 's3', retries: 0 })
    assert.equal(await refusal(await stranger.fetch(urlOf('a'))), '403 InvalidAccessKeyId')
    const abroad = new AwsClient({ ...server, region: 'abroad', service: 's3', retries: 0 })
    assert.equal(await refusal(await abroad.fetch(urlOf('a'))), '400 AuthorizationHeaderMalformed')
  })

  const signedAt = async (time: number, signQuery: boolean) => {
    const datetime = new Date(time).toISOString().replace(/[:-]|\.\d{3}/g, '')
    const signer = new AwsV4Signer({
      ...server,
      url: urlOf('a', '?X-Amz-Expires=60'),
      datetime,
      signQuery,
      service: 's3',
    })
    return refusal(await fetch((await signer.sign()).url, { headers: (await signer.sign()).headers }))
  }

  test('an expired one, or one from the future', async () => {
    const minute = 60_000
    assert.equal(await signedAt(Date.now() - 2 * minute, true), '403 AccessDenied')
    assert.equal(await signedAt(Date.now() + 30 * minute, true), '403 RequestTimeTooSkewed')
    assert.equal(await signedAt(Date.now() - 30 * minute, false), '403 RequestTimeTooSkewed')
    assert.equal(await signedAt(Date.now(), true), '404 NoSuchKey')
  })

  test('one with a changed expiry time', async () => {
    const { url } = await other.sign(urlOf('a', '?X-Amz-Expires=60'), { aws: { signQuery: true } })
    assert.equal(await refusal(await fetch(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))), mismatch)
  })

  test('none of these requests stored anything', () => {
    assert.ok(!server.objects.objects.has('a') && !server.objects.objects.has('A'))
  })
})

describe('faults and access that a test sets', () => {
  test('only the given number of requests of the given operation fail', async () => {
    server.failNext(1, 'InternalError', 'PutObject')
    server.failNext(1, 'XMinioStorageFull')
    const put = () => sdk.send(new PutObjectCommand({ Bucket, Key: 'ordered', Body: 'b' }))
    assert.equal(await sdkRefusal(put()), '500 InternalError')
    assert.equal(await sdkRefusal(put()), '507 XMinioStorageFull')
    server.failNext(1, 'reset', 'PutObject')
    await assert.rejects(put(), { name: 'TimeoutError' })
    assert.ok(!server.objects.objects.has('ordered'))
    server.failNext(1, 'lost', 'PutObject')
    await assert.rejects(put(), { name: 'TimeoutError' })
    assert.ok(server.objects.objects.has('ordered'))
    await put()
  })

  test('with public access, everyone can read and nobody can write', async (t) => {
    const open = await startS3Server({ publicRead: true })
    t.after(open.close)
    const url = `${open.endpoint}/${Bucket}/a`
    assert.equal(
      (await new AwsClient({ ...open, service: 's3' }).fetch(url, { method: 'PUT', body: 'abc' })).status,
      200,
    )
    const read = await fetch(url, { headers: { range: 'bytes=-2' } })
    assert.equal(`${read.status} ${read.headers.get('content-range')} ${await read.text()}`, '206 bytes 1-2/3 bc')
    assert.equal((await fetch(url, { method: 'PUT', body: 'b' })).status, 403)
    assert.equal((await fetch(`${open.endpoint}/${Bucket}?list-type=2`)).status, 403)
  })
})
