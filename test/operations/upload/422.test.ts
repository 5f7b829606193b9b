import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { freePort } from '../../../scripts/free-port.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { breaking, filesOf, giving, mediaRows, originFor, startMediaInstance, uploadUrl } from '../../harness/media.ts'
import { answer, head, type Script } from '../../harness/servers/origin.ts'
import { claimingPng, film, noise, picture } from '../../media/fixtures.ts'

const png = await picture().png().toBuffer()
const large = await noise(100, 100).png().toBuffer()
const resumable = { ETag: '"v1"', 'Accept-Ranges': 'bytes' }

/** The same, except for responses to range requests. */
const changingRest =
  (first: Script, rest: Buffer): Script =>
  (socket, request) =>
    /^range:/im.test(request) ? socket.end(rest) : first(socket, request)

const refusals: readonly (readonly [what: string, script: Script, code: string, detail: string | undefined])[] = [
  ['an address with nothing behind it', (socket) => socket.end(answer(404, {}, 'no')), 'unfetchable_url', undefined],
  ['an address that is not public', (socket) => socket.end(answer(403, {}, png)), 'unfetchable_url', undefined],
  ['an origin that fails', (socket) => socket.end(answer(500, {}, png)), 'unfetchable_url', undefined],
  [
    'an origin that returns an unrequested part',
    (socket) => socket.end(answer(206, {}, png)),
    'unfetchable_url',
    undefined,
  ],
  ['an origin that speaks no HTTP', (socket) => socket.end('220 ftp ready\r\n\r\n'), 'unfetchable_url', 'protocol'],
  ['an origin that hangs up every time', (socket) => socket.destroy(), 'unfetchable_url', 'reset'],
  [
    'a circle of redirects',
    (socket) => socket.end(answer(302, { Location: '/file' })),
    'unfetchable_url',
    'too_many_redirects',
  ],
  [
    'a redirect to the inside',
    (socket) => socket.end(answer(302, { Location: 'http://10.0.0.1/file' })),
    'forbidden_address',
    'forbidden_address',
  ],
  [
    'a page under the header and the name of a picture',
    giving(Buffer.from('<!doctype html><p>Hello'), { 'Content-Type': 'image/png' }),
    'content_rejected',
    'unsupported_type',
  ],
  [
    'a drawing that can run scripts',
    giving(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), { 'Content-Type': 'image/png' }),
    'content_rejected',
    'unsupported_type',
  ],
  ['text', giving(Buffer.from('no picture'), { 'Content-Type': 'image/png' }), 'content_rejected', 'unsupported_type'],
  ['an empty file', giving(Buffer.alloc(0)), 'content_rejected', 'empty'],
  ['a truncated image', giving(large.subarray(0, -5_000)), 'content_rejected', 'truncated'],
  ['a truncated video', giving(film('plain.mp4').subarray(0, -500)), 'content_rejected', 'truncated'],
  [
    'a picture of few bytes and ten thousand million pixels',
    giving(claimingPng(100_000, 100_000)),
    'content_rejected',
    'too_large_dimensions',
  ],
  [
    'a file of a byte more than 5 GB, before it is read',
    (socket) => socket.write(head(200, { 'Content-Length': String(5 * 1024 ** 3 + 1) })),
    'content_rejected',
    'too_large',
  ],
  ['a file that breaks off every time', breaking(large, { step: 4_000, times: 99 }), 'unfetchable_url', 'reset'],
  [
    'a file that stops at the same byte every time',
    breaking(large, { step: 0, times: 99, headers: resumable }),
    'unfetchable_url',
    'reset',
  ],
  [
    'a file that changes while it is fetched',
    changingRest(breaking(large, { step: 4_000, times: 99, headers: resumable }), answer(200, resumable, large)),
    'unfetchable_url',
    undefined,
  ],
  [
    'another part than the one that was asked for',
    changingRest(
      breaking(large, { step: 4_000, times: 99, headers: resumable }),
      answer(206, { ...resumable, 'Content-Range': `bytes 0-99/${large.length}` }, large.subarray(0, 100)),
    ),
    'unfetchable_url',
    undefined,
  ],
]

onEachOwnInstance(startMediaInstance, (instance) => {
  async function refuses(url: string, code: string, detail: string | undefined): Promise<string> {
    const { status, body } = await uploadUrl(instance.owner, url)
    assert.deepEqual([status, body.error.code, body.error.details[0]?.code], [422, code, detail], body.error.message)
    for (const { path } of body.error.details) assert.equal(path, 'url')
    assert.deepEqual(await filesOf(instance.data), [])
    assert.deepEqual(await mediaRows(instance.data), [])
    return body.error.message
  }

  for (const [what, script, code, detail] of refusals)
    test(`${what} is refused, and nothing of it is stored`, async (t) => {
      await refuses((await originFor(t, script)).url, code, detail)
    })

  test('the message contains the response of the origin', async (t) => {
    const origin = await originFor(t, (socket) => socket.end(answer(404, {}, 'no')))
    assert.match(await refuses(origin.url, 'unfetchable_url', undefined), /404/)
  })

  test('a URL where no server listens is refused', async () => {
    await refuses(`http://127.0.0.1:${await freePort()}/`, 'unfetchable_url', 'connect')
  })

  for (const url of [
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://0xa000001/',
  ])
    test(`${url} is refused, though the operator allowed another range`, async () => {
      assert.doesNotMatch(await refuses(url, 'forbidden_address', 'forbidden_address'), /\d+\.\d+|::/)
    })

  test('a URL with a password is refused', async () => {
    await refuses('http://user:secret@127.0.0.1/', 'forbidden_address', 'bad_url')
  })

  test('an interrupted compressed response starts again: its ranges would be of other bytes', async (t) => {
    const packed = gzipSync(large)
    const headers = { ...resumable, 'Content-Encoding': 'gzip' }
    const origin = await originFor(t, breaking(packed, { step: 4_000, times: 99, headers }))
    await refuses(origin.url, 'unfetchable_url', 'reset')
    assert.doesNotMatch(origin.received.join(), /^range:/im)
  })

  test('a refused file can be fetched with the same Idempotency-Key after it is corrected', async (t) => {
    let bytes: Buffer = Buffer.from('not yet')
    const origin = await originFor(t, (socket) => socket.end(answer(200, {}, bytes)))
    const user = await instance.newUser()
    const key = { 'idempotency-key': 'mended' }
    assert.equal((await uploadUrl(user.ask, origin.url, key)).status, 422)
    bytes = png
    assert.equal((await uploadUrl(user.ask, origin.url, key)).status, 200)
  })
})
