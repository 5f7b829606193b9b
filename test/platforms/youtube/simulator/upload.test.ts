import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { type Answer, type AskedCall, type SimulatedYoutube, startSimulatedYoutube } from './start.ts'

const mp4 = readFileSync(new URL('../../../media/fixtures/plain.mp4', import.meta.url))
const granule = 262_144
const file = Buffer.concat([mp4], 2 * granule + 10)
const size = file.length
const uploads = '/upload/youtube/v3/videos'

let youtube: SimulatedYoutube
let token: string
before(async () => {
  youtube = await startSimulatedYoutube()
  token = (await youtube.signIn('ada')).access
})
after(() => youtube.stop())

const begin = (metadata: object = { snippet: { title: 'A film' } }, changes: Partial<AskedCall> = {}, as = token) =>
  youtube.ask(as, 'POST', uploads, {
    query: { uploadType: 'resumable', part: 'snippet,status' },
    headers: { 'x-upload-content-length': String(size), 'x-upload-content-type': 'video/mp4' },
    json: metadata,
    ...changes,
  })

async function session(metadata?: object): Promise<string> {
  const { status, headers, body } = await begin(metadata)
  assert.deepEqual([status, body], [200, ''])
  return headers.get('location') ?? assert.fail('no address')
}

const put = (address: string, range: string | null, bytes: Buffer = Buffer.alloc(0), as = token): Promise<Answer> =>
  youtube.ask(as, 'PUT', address, { ...(range !== null && { headers: { 'content-range': range } }), bytes })

const piece = (address: string, from: number, to: number) =>
  put(address, `bytes ${from}-${to - 1}/${size}`, file.subarray(from, to))

const rangeOf = ({ status, headers }: Answer) => [status, headers.get('range')]
const reasonOf = ({ status, body }: Answer) => `${status} ${body.error?.errors[0].reason}`

test('a file is uploaded in chunks, and becomes a video with its last byte, and not before', async () => {
  const address = await session({
    snippet: { title: 'In pieces', description: 'All of it' },
    status: { privacyStatus: 'private' },
  })
  const visible = async () => (await youtube.posts('youtube')).filter(({ text }) => text === 'All of it')
  assert.deepEqual(rangeOf(await put(address, `bytes */${size}`)), [308, null])
  assert.deepEqual(rangeOf(await piece(address, 0, granule)), [308, `bytes=0-${granule - 1}`])
  assert.deepEqual(rangeOf(await piece(address, granule, 2 * granule)), [308, `bytes=0-${2 * granule - 1}`])
  assert.deepEqual(rangeOf(await put(address, `bytes */${size}`)), [308, `bytes=0-${2 * granule - 1}`])
  assert.deepEqual(await visible(), [])
  const { status, body } = await piece(address, 2 * granule, size)
  assert.equal(status, 201)
  assert.match(body.id, /^[\w-]{11}$/)
  assert.deepEqual(
    [body.snippet.title, body.status.uploadStatus, body.status.privacyStatus],
    ['In pieces', 'uploaded', 'private'],
  )
  assert.deepEqual(
    (await visible()).map(({ id }) => id),
    [body.id],
  )
})

test('the final response of an upload is repeated for every status request or resend', async () => {
  const address = await session()
  const { body } = await put(address, null, file)
  for (const again of [
    await put(address, `bytes */${size}`),
    await piece(address, 2 * granule, size),
    await put(address, null, file),
  ])
    assert.deepEqual([again.status, again.body.id], [200, body.id])
})

test('overlapping bytes are stored once', async () => {
  const address = await session()
  await piece(address, 0, 2 * granule)
  assert.deepEqual(rangeOf(await piece(address, 0, granule)), [308, `bytes=0-${2 * granule - 1}`])
  assert.equal((await piece(address, granule, size)).status, 201)
})

describe('a chunk that does not fit is refused', () => {
  const cases: readonly (readonly [what: string, range: string, bytes: Buffer])[] = [
    ['one with a gap before it', `bytes ${granule}-${2 * granule - 1}/${size}`, file.subarray(granule, 2 * granule)],
    ['one that is not a multiple', `bytes 0-999/${size}`, file.subarray(0, 1_000)],
    ['one of another length', `bytes 0-${granule - 1}/${size}`, file.subarray(0, 1_000)],
    ['one of another file', `bytes 0-${granule - 1}/${size + 1}`, file.subarray(0, granule)],
    ['one without sense', 'bytes all', file.subarray(0, granule)],
  ]
  for (const [what, range, bytes] of cases)
    test(what, async () => assert.equal(reasonOf(await put(await session(), range, bytes)), '400 badContent'))
})

describe('a session is unknown', () => {
  test('to other accounts', async () => {
    const other = (await youtube.signIn('eve')).access
    assert.equal((await put(await session(), null, file, other)).status, 404)
  })

  test('after its expiry', async () => {
    const address = await session()
    youtube.pass(604_800_001)
    token = (await youtube.signIn('ada')).access
    assert.equal((await put(address, `bytes */${size}`)).status, 404)
  })

  test('if it never existed', async () => {
    assert.equal((await put(`${youtube.api}${uploads}?upload_id=nothing`, `bytes */${size}`)).status, 404)
  })
})

describe('the metadata of a video is validated before any byte is uploaded', () => {
  const cases: readonly (readonly [what: string, metadata: object, reason: string])[] = [
    ['an empty title', { snippet: { title: '' } }, 'invalidTitle'],
    ['a title of 101', { snippet: { title: 'a'.repeat(101) } }, 'invalidTitle'],
    ['a title with a sign', { snippet: { title: '1 > 0' } }, 'invalidTitle'],
    ['a description of 5,001 bytes', { snippet: { description: `é${'a'.repeat(4_999)}` } }, 'invalidDescription'],
    ['a description with a sign', { snippet: { description: '<b>' } }, 'invalidDescription'],
    ['tags of 501', { snippet: { tags: ['a'.repeat(250), 'b'.repeat(250)] } }, 'invalidTags'],
    ['tags of 501 with quotation marks', { snippet: { tags: [`a ${'b'.repeat(497)}`] } }, 'invalidTags'],
    ['a category that is not a number', { snippet: { categoryId: 'films' } }, 'invalidCategoryId'],
    ['an unknown field', { snippet: { name: 'A' } }, 'badRequest'],
    ['an unknown privacy status', { status: { privacyStatus: 'friends' } }, 'badRequest'],
  ]
  for (const [what, metadata, reason] of cases)
    test(what, async () => assert.equal(reasonOf(await begin(metadata)), `400 ${reason}`))

  test('metadata at the limit is accepted', async () => {
    const tags = ['a'.repeat(249), `b ${'c'.repeat(246)}`]
    const metadata = { snippet: { title: 'a'.repeat(100), description: 'a'.repeat(5_000), tags } }
    assert.equal((await begin(metadata)).status, 200)
  })

  const headers: readonly (readonly [what: string, changes: Partial<AskedCall>, reason: string])[] = [
    ['no length', { headers: { 'x-upload-content-type': 'video/mp4' } }, 'badRequest'],
    ['no video', { headers: { 'x-upload-content-length': '10', 'x-upload-content-type': 'image/png' } }, 'badRequest'],
    ['no part', { query: { uploadType: 'resumable' } }, 'missingRequiredParameter'],
    ['an unknown part', { query: { uploadType: 'resumable', part: 'film' } }, 'unknownPart'],
    ['an unknown parameter', { query: { uploadType: 'resumable', part: 'id', films: '1' } }, 'unexpectedParameter'],
    ['no bytes', { query: { part: 'snippet' } }, 'mediaBodyRequired'],
  ]
  for (const [what, changes, reason] of headers)
    test(what, async () => assert.equal(reasonOf(await begin({}, changes)), `400 ${reason}`))
})

describe('a video is processed after a while', () => {
  const stateOf = async (id: string) => {
    const query = { part: 'status,processingDetails', id }
    const { body } = await youtube.ask(token, 'GET', '/youtube/v3/videos', { query })
    const [{ status, processingDetails }] = body.items
    return [status.uploadStatus, processingDetails.processingStatus, status.failureReason]
  }

  test('and succeeds by default', async () => {
    const { body } = await put(await session(), null, file)
    assert.deepEqual(await stateOf(body.id), ['uploaded', 'processing', undefined])
    youtube.pass(1_500)
    assert.deepEqual(await stateOf(body.id), ['processed', 'succeeded', undefined])
  })

  test('and fails if the file is not a video', async () => {
    const { body } = await put(await session(), null, Buffer.alloc(size, 1))
    assert.deepEqual(await stateOf(body.id), ['failed', 'failed', 'invalidFile'])
  })

  for (const [kind, expected] of [
    ['slow_processing', ['uploaded', 'processing', undefined]],
    ['processing_failed', ['failed', 'failed', 'conversion']],
  ] as const)
    test(`and has the right status with ${kind}`, async () => {
      const { body } = await put(await session(), null, file)
      await youtube.control('POST', '/youtube/faults', { operation: 'status', kind })
      await stateOf(body.id)
      youtube.pass(2_000)
      assert.deepEqual(await stateOf(body.id), expected)
    })
})

describe('the duration of a video is read from its bytes', () => {
  /** The video with this declared duration. */
  const playing = (seconds: number): Buffer => {
    const long = Buffer.from(file)
    const units = long.indexOf('mvhd') + 16
    long.writeUInt32BE(seconds * long.readUInt32BE(units), units + 4)
    return long
  }
  const seen = async (as: string, bytes: Buffer) => {
    const { headers } = await begin(undefined, {}, as)
    const { body } = await put(headers.get('location') ?? '', null, bytes, as)
    const query = { part: 'status,contentDetails', id: body.id }
    const [video] = (await youtube.ask(as, 'GET', '/youtube/v3/videos', { query })).body.items
    return [video.contentDetails.duration, video.status.uploadStatus, video.status.rejectionReason]
  }

  test('and returned in ISO 8601 format', async () => {
    assert.deepEqual(await seen(token, playing(59)), ['PT59S', 'uploaded', undefined])
    assert.deepEqual(await seen(token, playing(3_600 + 61)), ['PT1H1M1S', 'uploaded', undefined])
  })

  test('above 15 minutes it is rejected for a channel that is not verified, and above 12 hours for every channel', async () => {
    const unverified = (await youtube.signIn('unverified')).access
    assert.deepEqual(await seen(unverified, playing(900)), ['PT15M0S', 'uploaded', undefined])
    assert.deepEqual(await seen(unverified, playing(901)), ['PT15M1S', 'rejected', 'length'])
    assert.deepEqual(await seen(token, playing(901)), ['PT15M1S', 'uploaded', undefined])
    assert.deepEqual(await seen(token, playing(12 * 3_600 + 1)), ['PT12H1S', 'rejected', 'length'])
  })
})
