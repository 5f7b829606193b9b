import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MiB } from '../../../src/domain/bytes.ts'
import type { Json } from '../../../src/domain/outcome.ts'
import { upload } from '../../../src/platforms/x/upload.ts'
import type { Reply, Script, ScriptedCall } from '../../harness/scripted.ts'
import { scripted } from './scripted.ts'

const chunk = MiB
const file = Buffer.alloc(
  3 * chunk + 10,
  Uint8Array.from({ length: 251 }, (_, index) => index),
)
const input = (size = file.length): Json => ({
  media: { file: 'a.mp4', facts: { size } },
  mimeType: 'video/mp4',
  category: 'tweet_video',
})

const done = { data: { id: '188', media_key: '13_188' } }
const processing = { data: { ...done.data, processing_info: { state: 'pending', check_after_secs: 7 } } }
const problem = { title: 'Invalid Request', type: 'about:blank', detail: 'No.' }

/** Responds as X does; `odd` may respond differently. */
const answering =
  (
    odd: (asked: ScriptedCall, index: number) => Reply | undefined = () => undefined,
    finalized: unknown = processing,
  ): Script =>
  (asked, index) =>
    odd(asked, index) ?? {
      body: asked.path.endsWith('/finalize') ? finalized : asked.path.endsWith('/append') ? '' : done,
    }

const start = (script: Script) => scripted(script, { 'a.mp4': file })

/** The segment of a request to append, with its number. */
function segment({ body, headers }: ScriptedCall): readonly [index: number, bytes: Buffer] {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1]
  assert.ok(boundary)
  const [, number = '', data = '', end] = body.toString('latin1').split(`--${boundary}`)
  assert.equal(end, '--\r\n')
  const [, value = ''] = number.split('\r\n\r\n')
  const at = data.indexOf('\r\n\r\n') + 4
  return [Number(value), Buffer.from(data.slice(at, -2), 'latin1')]
}

const segments = (asked: readonly ScriptedCall[]) => asked.filter(({ path }) => path.endsWith('/append')).map(segment)
const whole = (asked: readonly ScriptedCall[]) => Buffer.concat(segments(asked).map(([, bytes]) => bytes))

test('a file is uploaded in numbered segments that together equal the file', async () => {
  const { asked, saved, context } = await start(answering())
  assert.deepEqual(await upload.perform(input(), context()), {
    type: 'done',
    result: { id: '188', checkAfterSeconds: 7 },
  })
  assert.deepEqual(
    asked.map(({ call }) => call),
    [
      'POST /x/api/2/media/upload/initialize',
      ...Array(4).fill('POST /x/api/2/media/upload/188/append'),
      'POST /x/api/2/media/upload/188/finalize',
    ],
  )
  assert.deepEqual(JSON.parse(asked[0]?.body.toString() ?? ''), {
    media_type: 'video/mp4',
    total_bytes: file.length,
    media_category: 'tweet_video',
  })
  assert.deepEqual(
    segments(asked).map(([index]) => index),
    [0, 1, 2, 3],
  )
  assert.ok(whole(asked).equals(file))
  assert.ok(asked.every(({ headers }) => headers.authorization === 'Bearer token'))
  assert.equal(saved.length, 5)
})

test('media without processing_info, also after an append without a body, is ready', async () => {
  const { context } = await start(
    answering(({ path }) => (path.endsWith('/append') ? { status: 204 } : undefined), done),
  )
  assert.deepEqual(await upload.perform(input(10), context()), {
    type: 'done',
    result: { id: '188', checkAfterSeconds: null },
  })
})

test('an interrupted upload resumes after the last accepted segment', async () => {
  const { asked, context } = await start(answering())
  const saved = { id: '188', chunkBytes: chunk, segment: 2, offset: 2 * chunk }
  assert.equal((await upload.perform(input(), context({ saved }))).type, 'done')
  assert.ok(!asked.map(({ call }) => call).some((call) => call.endsWith('/initialize')))
  assert.deepEqual(
    segments(asked).map(([index]) => index),
    [2, 3],
  )
  assert.ok(whole(asked).equals(file.subarray(2 * chunk)))
})

test('an interrupted upload that X no longer accepts starts again', async () => {
  const saved = { id: '177', chunkBytes: chunk, segment: 2, offset: 2 * chunk }
  const { asked, context } = await start(
    answering(({ path }) => (path.includes('/177/') ? { status: 400, body: problem } : undefined)),
  )
  assert.equal((await upload.perform(input(), context({ saved }))).type, 'done')
  assert.ok(whole(asked.slice(1)).equals(file))
})

test('a file has no more than 1,000 segments', async () => {
  const { asked, context } = await start(
    answering(({ path }) => (path.endsWith('/append') ? { status: 503, body: '' } : undefined)),
  )
  const read = async function* (_: unknown, { start: from = 0, end = 0 } = {}) {
    yield Buffer.alloc(end - from)
  }
  const largest = 5 * 1024 ** 3
  assert.equal((await upload.perform(input(largest), context({ read }))).type, 'retry')
  const [[, bytes] = assert.fail('nothing was sent')] = segments(asked)
  assert.equal(Math.ceil(largest / bytes.length), 1_000)
})

test('a segment that is too large for X is sent in smaller ones', async () => {
  const limit = 300_000
  const large = Buffer.alloc(2_500_000, 7)
  const { asked, context } = await scripted(
    answering(({ path, body }) => (path.endsWith('/append') && body.length > limit ? { status: 413 } : undefined)),
    { 'a.mp4': large },
  )
  assert.equal((await upload.perform(input(large.length), context())).type, 'done')
  const taken = asked.filter(({ body }) => body.length <= limit)
  assert.deepEqual(
    segments(taken).map(([index]) => index),
    Array.from(segments(taken).keys()),
  )
  assert.ok(whole(taken).equals(large))
})

test('an upload ends if X accepts no segment size at all', async () => {
  const { asked, context } = await start(
    answering(({ path }) => (path.endsWith('/append') ? { status: 413 } : undefined)),
  )
  const outcome = await upload.perform(input(), context())
  assert.equal(outcome.type === 'rejected' && outcome.error, 'media_rejected')
  const sizes = segments(asked).map(([, bytes]) => bytes.length / MiB)
  assert.deepEqual(sizes, [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16])
})

describe('each response of X during an upload has its outcome', () => {
  const failed = { data: { ...done.data, processing_info: { state: 'failed', error: { message: 'too strange' } } } }
  const cases: readonly (readonly [what: string, reply: Reply, type: string])[] = [
    ['initialize', { status: 401, body: problem }, 'expired'],
    ['append', { status: 503, body: '<html>' }, 'retry'],
    ['append', { status: 400, body: problem }, 'rejected'],
    ['finalize', { status: 429, body: problem }, 'retry'],
    ['finalize', { body: failed }, 'rejected'],
  ]
  for (const [step, reply, type] of cases)
    test(`${step} ${reply.status ?? 200}: ${type}`, async () => {
      const { context } = await start(answering(({ path }) => (path.endsWith(`/${step}`) ? reply : undefined)))
      assert.equal((await upload.perform(input(), context())).type, type)
    })
})

test('what is saved tells how much of the file was sent', async () => {
  const { saved, context } = await start(answering())
  await upload.perform(input(), context())
  const shares = saved.map((one) => Number(upload.sentShare?.(input(), one)))
  assert.equal(shares[0], 0)
  assert.ok(shares.some((share) => share > 0 && share < 1))
  assert.equal(shares.at(-1), 1)
})
