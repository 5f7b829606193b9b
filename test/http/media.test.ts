import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { isErrorCode } from '../../src/contract/errors.ts'
import { onEachDatabase } from '../harness/database.ts'
import type { Instance } from '../harness/instance.ts'
import { announce, got, put, startMediaInstance } from '../harness/media.ts'
import { sendRaw } from '../harness/raw.ts'
import { noise } from '../media/fixtures.ts'

const bytes = await noise(60, 60).png().toBuffer()
const size = bytes.length
const sha256 = createHash('sha256').update(bytes).digest('hex')
const etag = `"${sha256}"`

/** The parts of a `multipart/byteranges` body. */
function partsOf(body: Buffer, type: string | null): { type: string; range: string; bytes: Buffer }[] {
  const boundary = /^multipart\/byteranges; boundary=([\w'()+,./:=?-]+)$/.exec(type ?? '')?.[1]
  assert.ok(boundary, type ?? 'no type')
  const text = body.toString('latin1')
  const pieces = text.split(`\r\n--${boundary}`)
  assert.equal(pieces.at(0), '')
  assert.equal(pieces.at(-1), '--\r\n')
  return pieces.slice(1, -1).map((piece) => {
    const [, contentType = '', range = '', content = ''] =
      /^\r\nContent-Type: (.+)\r\nContent-Range: (.+)\r\n\r\n([\s\S]*)$/.exec(piece) ?? []
    return { type: contentType, range, bytes: Buffer.from(content, 'latin1') }
  })
}

/** URLs that must not find a file. NAME is the name of an existing file. */
const wrongTargets = [
  '/media',
  '/media/',
  '/media/.',
  '/media/..',
  '/media/NAME/',
  '/media/NAME/x',
  '/media//NAME',
  '/media/NAME%00',
  '/media/NAME%00.png',
  '/media/NAME.bak',
  '/media/%2e%2e/NAME',
  '/media/../polypost.db',
  '/media/..%2fpolypost.db',
  '/media/%2e%2e%2fpolypost.db',
  '/media/%252e%252e%252fpolypost.db',
  '/media/..%5cpolypost.db',
  '/media/../../../../etc/passwd',
  '/media/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/media/%2fetc%2fpasswd',
  '/media/files',
  '/media/tmp',
  '/media/staging%2fNAME',
  '/media/media%2fNAME',
  '/media/media,NAME',
  '/media/%c0%ae%c0%ae%c0%afetc',
  '/media/*',
  '/media/%25',
  "/media/' or 1=1 --".replaceAll(' ', '%20'),
  `/media/${'A'.repeat(32)}.png`,
  `/media/${'A'.repeat(5_000)}`,
]

const span = fc.oneof(
  fc
    .tuple(fc.nat(size + 50), fc.nat(size + 50))
    .map(([one, other]): [number | '', number | ''] => [Math.min(one, other), Math.max(one, other)]),
  fc.nat(size + 50).map((start): [number | '', number | ''] => [start, '']),
  fc.nat(size + 50).map((length): [number | '', number | ''] => ['', length]),
)

/** According to RFC 9110: the range within the file, null if no part of it exists. */
function meant([first, last]: readonly [number | '', number | '']): readonly [start: number, end: number] | null {
  if (first === '') return last === '' || last === 0 ? null : [Math.max(size - last, 0), size]
  return first >= size ? null : [first, last === '' ? size : Math.min(last + 1, size)]
}

const told = ([start, end]: readonly [number, number]) => `bytes ${start}-${end - 1}/${size}`

onEachDatabase((kind) => {
  let instance: Instance
  let url: string
  let name: string
  before(async () => {
    instance = await startMediaInstance(kind)
    const upload = await announce(instance.owner, 'image/png', size)
    assert.equal((await put(upload, bytes)).status, 200)
    url = upload.publicUrl
    name = upload.storageKey
  })
  after(() => instance.stop())

  test('a file is served to anybody, with all headers that caches and players need', async () => {
    const { status, headers, bytes: body } = await got(url)
    assert.equal(status, 200)
    assert.ok(body.equals(bytes))
    const said = Object.fromEntries(headers)
    assert.deepEqual(
      {
        type: said['content-type'],
        length: said['content-length'],
        etag: said.etag,
        cache: said['cache-control'],
        ranges: said['accept-ranges'],
        sniff: said['x-content-type-options'],
        disposition: said['content-disposition'],
        policy: said['content-security-policy'],
        crossOrigin: said['cross-origin-resource-policy'],
        allowed: said['access-control-allow-origin'],
      },
      {
        type: 'image/png',
        length: String(size),
        etag,
        cache: 'public, max-age=31536000, immutable',
        ranges: 'bytes',
        sniff: 'nosniff',
        disposition: 'inline',
        policy: "default-src 'none'; sandbox",
        crossOrigin: 'cross-origin',
        allowed: '*',
      },
    )
    const modified = Date.parse(said['last-modified'] ?? '')
    assert.ok(modified <= Date.now() && modified > Date.now() - 60_000)
    assert.equal(said['set-cookie'], undefined)
  })

  test('HEAD returns the headers of GET, and no body', async () => {
    const strip = ({ headers }: { headers: Headers }) => {
      const {
        date: _date,
        'x-request-id': _id,
        connection: _connection,
        'keep-alive': _alive,
        ...rest
      } = Object.fromEntries(headers)
      return rest
    }
    const [head, whole] = [await got(url, {}, 'HEAD'), await got(url)]
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    assert.deepEqual(strip(head), strip(whole))
  })

  test('HEAD ignores a range', async () => {
    for (const range of ['bytes=0-9', 'bytes=0-1,3-4', `bytes=${size}-`]) {
      const { status, headers } = await got(url, { range }, 'HEAD')
      assert.deepEqual([status, headers.get('content-length')], [200, String(size)])
    }
  })

  for (const [range, start, end] of [
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=100-', 100, size],
    ['bytes=-7', size - 7, size],
    [`bytes=-${size + 100}`, 0, size],
    [`bytes=5-${size + 100}`, 5, size],
    ['bytes=5-999999999999999', 5, size],
    [`bytes=5-9,${size}-`, 5, 10],
    ['bytes=007-009', 7, 10],
  ] as const)
    test(`${range} returns exactly these bytes`, async () => {
      const { status, headers, bytes: body } = await got(url, { range })
      assert.equal(status, 206)
      assert.ok(body.equals(bytes.subarray(start, end)))
      assert.equal(headers.get('content-range'), told([start, end]))
      assert.equal(headers.get('content-length'), String(end - start))
      assert.equal(headers.get('content-type'), 'image/png')
      assert.equal(headers.get('etag'), etag)
    })

  test('several ranges are returned as several parts', async () => {
    const { status, headers, bytes: body } = await got(url, { range: 'bytes=0-9, 20-29, -5' })
    assert.equal(status, 206)
    assert.equal(headers.get('content-length'), String(body.length))
    assert.equal(headers.get('content-range'), null)
    assert.deepEqual(partsOf(body, headers.get('content-type')), [
      { type: 'image/png', range: told([0, 10]), bytes: bytes.subarray(0, 10) },
      { type: 'image/png', range: told([20, 30]), bytes: bytes.subarray(20, 30) },
      { type: 'image/png', range: told([size - 5, size]), bytes: bytes.subarray(size - 5) },
    ])
  })

  for (const range of [`bytes=${size}-`, `bytes=${size + 10}-${size + 20}`, 'bytes=-0', `bytes=${size}-,-0`])
    test(`${range} is refused as unsatisfiable, with the length of the file`, async () => {
      const { status, headers, bytes: body } = await got(url, { range })
      const { error } = JSON.parse(body.toString())
      assert.deepEqual([status, error.code], [416, 'range_not_satisfiable'])
      assert.equal(headers.get('content-range'), `bytes */${size}`)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('etag'), null)
    })

  for (const range of [
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=9-5',
    'bytes=1-2-3',
    'bytes=--5',
    'bytes=1.5-3',
    'bytes=+1-3',
    'bytes=0-1;2-3',
    'bytes=0x1-0x3',
    'lines=1-2',
    `bytes=${Array.from({ length: 17 }, () => '0-0').join()}`,
  ])
    test(`the range ${range.slice(0, 40)} is invalid and ignored, and the whole file is sent`, async () => {
      const { status, bytes: body } = await got(url, { range })
      assert.equal(status, 200)
      assert.ok(body.equals(bytes))
    })

  describe('conditional requests', () => {
    const later = () => new Date(Date.now() + 60_000).toUTCString()
    const earlier = 'Mon, 05 Jan 2015 10:00:00 GMT'
    const rows: readonly (readonly [what: string, headers: () => Record<string, string>, status: number])[] = [
      ['its ETag', () => ({ 'if-none-match': etag }), 304],
      ['its ETag as a weak one', () => ({ 'if-none-match': `W/${etag}` }), 304],
      ['its ETag among others', () => ({ 'if-none-match': `"a", ${etag} , "b"` }), 304],
      ['any ETag', () => ({ 'if-none-match': '*' }), 304],
      ['another ETag', () => ({ 'if-none-match': '"a"' }), 200],
      ['its ETag without quotes', () => ({ 'if-none-match': sha256 }), 200],
      ['another ETag and a later date', () => ({ 'if-none-match': '"a"', 'if-modified-since': later() }), 200],
      ['its ETag and an earlier date', () => ({ 'if-none-match': etag, 'if-modified-since': earlier }), 304],
      ['a later date', () => ({ 'if-modified-since': later() }), 304],
      ['an earlier date', () => ({ 'if-modified-since': earlier }), 200],
      ['no date', () => ({ 'if-modified-since': 'yesterday' }), 200],
      ['its ETag for a range', () => ({ 'if-range': etag, range: 'bytes=0-9' }), 206],
      ['another ETag for a range', () => ({ 'if-range': '"a"', range: 'bytes=0-9' }), 200],
      ['its ETag as a weak one for a range', () => ({ 'if-range': `W/${etag}`, range: 'bytes=0-9' }), 200],
      ['another date for a range', () => ({ 'if-range': earlier, range: 'bytes=0-9' }), 200],
      ['another ETag for a range that can not be had', () => ({ 'if-range': '"a"', range: `bytes=${size}-` }), 200],
      ['its ETag, and a range', () => ({ 'if-none-match': etag, range: 'bytes=0-9' }), 304],
    ]
    for (const [what, headers, status] of rows)
      test(`${what}: ${status}`, async () => {
        const reply = await got(url, headers())
        assert.equal(reply.status, status)
        const body = { 200: bytes, 206: bytes.subarray(0, 10), 304: Buffer.alloc(0) }[status]
        assert.ok(body && reply.bytes.equals(body))
        assert.equal(reply.headers.get('etag'), etag)
        assert.equal(reply.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      })

    test('the returned date is accepted in a later condition', async () => {
      const modified = (await got(url)).headers.get('last-modified') ?? ''
      assert.equal((await got(url, { 'if-modified-since': modified })).status, 304)
      assert.equal((await got(url, { 'if-range': modified, range: 'bytes=0-9' })).status, 206)
    })
  })

  for (const target of wrongTargets)
    test(`${target.slice(0, 60)} finds no file, and the response must not be cached`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const reply = await sendRaw(instance.base, { method, target: target.replaceAll('NAME', name) })
        assert.ok([400, 404, 414].includes(reply.status), `${reply.status} ${reply.text.slice(0, 100)}`)
        assert.equal(reply.headers.get('cache-control'), 'no-store')
        assert.equal(reply.headers.get('etag'), null)
        if (method === 'HEAD') assert.equal(reply.text, '')
        else assert.ok(reply.body.status === 'error' && isErrorCode(reply.body.error.code))
      }
    })

  test('an unknown name is a 404 in the usual error format', async () => {
    const { status, headers, bytes: body } = await got(`${instance.base}/media/${'A'.repeat(32)}.png`)
    assert.equal(status, 404)
    const { error, request_id, ...rest } = JSON.parse(body.toString())
    assert.deepEqual(rest, { status: 'error' })
    assert.equal(error.code, 'not_found')
    assert.equal(request_id, headers.get('x-request-id'))
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  })

  test('names that differ only by case are different files', async () => {
    assert.equal((await got(`${instance.base}/media/${name.toLowerCase()}`)).status, 404)
    assert.equal((await got(`${instance.base}/media/${name.toUpperCase()}`)).status, 404)
  })

  test('for any ranges, exactly these slices of the file are returned, or the whole file if they are more than that', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(span, { minLength: 1, maxLength: 5 }), async (spans) => {
        const range = `bytes=${spans.map(([first, last]) => `${first}-${last}`).join(',')}`
        const { status, headers, bytes: body } = await got(url, { range })
        const wanted = spans.map(meant).filter((one) => one !== null)
        const [only] = wanted
        if (!only) return assert.equal(status, 416, range)
        const asked = wanted.reduce((sum, [start, end]) => sum + end - start, 0)
        if (asked > bytes.length) return assert.ok(status === 200 && body.equals(bytes), range)
        assert.equal(status, 206, range)
        assert.equal(headers.get('content-length'), String(body.length))
        const found =
          wanted.length > 1
            ? partsOf(body, headers.get('content-type'))
            : [{ range: headers.get('content-range'), bytes: body }]
        assert.deepEqual(
          found.map((part) => part.range),
          wanted.map(told),
        )
        for (const [at, [start, end]] of wanted.entries())
          assert.ok(found[at]?.bytes.equals(bytes.subarray(start, end)), range)
      }),
      { numRuns: 60 },
    )
  })
})
