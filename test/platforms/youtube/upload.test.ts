import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { upload } from '../../../src/platforms/youtube/upload.ts'
import type { Reply, ScriptedCall } from '../../harness/scripted.ts'
import { piece, refusing, scripted } from './scripted.ts'

const file = Buffer.alloc(
  2 * piece + 10,
  Uint8Array.from({ length: 251 }, (_, index) => index),
)
const input = (size = file.length): Json => ({
  media: { file: 'a.mp4', facts: { size } },
  mimeType: 'video/mp4',
  title: 'A film',
  description: 'A film\nof mine',
  tags: ['a', 'b c'],
  privacyStatus: 'unlisted',
  madeForKids: false,
  syntheticMedia: true,
})

/** A YouTube that stores the bytes; `odd` may respond differently. */
function keeping(odd: (asked: ScriptedCall, index: number) => Reply | undefined = () => undefined) {
  const kept: Buffer[] = []
  const stored = () => Buffer.concat(kept).length
  const open = (): Reply => ({ status: 308, headers: stored() === 0 ? {} : { range: `bytes=0-${stored() - 1}` } })
  const script = (asked: ScriptedCall, index: number, origin: string): Reply => {
    const different = odd(asked, index)
    if (different) return different
    if (asked.call.startsWith('POST')) return { headers: { location: `${origin}/api/upload?upload_id=S` } }
    if (asked.body.length > 0) kept.push(asked.body)
    return open()
  }
  return { kept, script: (asked: ScriptedCall, index: number, origin: string) => script(asked, index, origin) }
}

const rangesOf = (asked: readonly ScriptedCall[]) =>
  asked.filter(({ call }) => call.startsWith('PUT')).map(({ headers }) => headers['content-range'])
const size = file.length

test('all chunks but the last are uploaded, and nothing is visible', async () => {
  const { kept, script } = keeping()
  const { asked, saved, context, origin } = await scripted(script, { 'a.mp4': file })
  const session = `${origin}/api/upload?upload_id=S`
  assert.deepEqual(await upload.perform(input(), context()), { type: 'done', result: { session, offset: 2 * piece } })
  assert.deepEqual(
    asked.map(({ call }) => call),
    ['POST /api/upload/youtube/v3/videos', 'PUT /api/upload', 'PUT /api/upload'],
  )
  const [begun] = asked
  assert.deepEqual(begun?.query, { uploadType: 'resumable', part: 'snippet,status' })
  assert.equal(begun?.headers['x-upload-content-length'], String(size))
  assert.equal(begun?.headers['x-upload-content-type'], 'video/mp4')
  assert.deepEqual(JSON.parse(begun?.body.toString() ?? ''), {
    snippet: { title: 'A film', description: 'A film\nof mine', categoryId: '22', tags: ['a', 'b c'] },
    status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: false, containsSyntheticMedia: true },
  })
  assert.deepEqual(rangesOf(asked), [`bytes 0-${piece - 1}/${size}`, `bytes ${piece}-${2 * piece - 1}/${size}`])
  assert.ok(Buffer.concat(kept).equals(file.subarray(0, 2 * piece)))
  assert.ok(asked.every(({ headers }) => headers.authorization === 'Bearer token'))
  // The session URL is saved before a byte is sent.
  assert.deepEqual(saved[0], { session, chunkBytes: piece, offset: 0 })
  assert.equal(saved.length, 3)
})

test('if YouTube keeps only a part of a chunk, the rest of it is sent again', async () => {
  const few = 100
  let kept = Buffer.alloc(0)
  const { asked, context } = await scripted(
    ({ call, headers, body }, _, origin) => {
      if (call.startsWith('POST')) return { headers: { location: `${origin}/api/upload?upload_id=S` } }
      const isFirst = kept.length === 0
      assert.ok(headers['content-range']?.startsWith(`bytes ${kept.length}-`), headers['content-range'])
      kept = Buffer.concat([kept, isFirst ? body.subarray(0, few) : body])
      return { status: 308, headers: { range: `bytes=0-${kept.length - 1}` } }
    },
    { 'a.mp4': file },
  )
  assert.equal((await upload.perform(input(), context())).type, 'done')
  assert.ok(kept.equals(file.subarray(0, 2 * piece)))
  assert.equal(rangesOf(asked)[1], `bytes ${few}-${few + piece - 1}/${size}`)
})

describe('there is always a last chunk', () => {
  const cases = [
    ['of a file of one byte', 1, 0],
    ['of a file of one piece', piece, 0],
    ['of two pieces', 2 * piece, piece],
  ] as const
  for (const [what, bytes, offset] of cases)
    test(what, async () => {
      const { context } = await scripted(keeping().script, { 'a.mp4': file })
      const outcome = await upload.perform(input(bytes), context())
      assert.ok(outcome.type === 'done')
      assert.equal(Object(outcome.result).offset, offset)
    })
})

describe('an interrupted upload continues where YouTube says that it stopped', () => {
  const saved = (origin: string) => ({
    session: `${origin}/api/upload?upload_id=S`,
    chunkBytes: piece,
    offset: piece,
  })
  const answers: readonly (readonly [what: string, range: string | null, expected: readonly string[]])[] = [
    ['further than was noted', `bytes=0-${2 * piece - 1}`, [`bytes */${size}`]],
    ['where it was noted', `bytes=0-${piece - 1}`, [`bytes */${size}`, `bytes ${piece}-${2 * piece - 1}/${size}`]],
    [
      'at the beginning',
      null,
      [`bytes */${size}`, `bytes 0-${piece - 1}/${size}`, `bytes ${piece}-${2 * piece - 1}/${size}`],
    ],
  ]
  for (const [what, range, expected] of answers)
    test(what, async () => {
      let told = range
      const { asked, context, origin } = await scripted(
        ({ headers }) => {
          const sent = /^bytes \d+-(\d+)\//.exec(headers['content-range'] ?? '')?.[1]
          if (sent !== undefined) told = `bytes=0-${sent}`
          return { status: 308, headers: told === null ? {} : { range: told } }
        },
        { 'a.mp4': file },
      )
      assert.equal((await upload.perform(input(), context({ saved: saved(origin) }))).type, 'done')
      assert.deepEqual(rangesOf(asked), expected)
    })

  for (const status of [400, 404, 410])
    test(`with another session, where the first has ended: ${status}`, async () => {
      const { script } = keeping((_, index) => (index === 0 ? { status } : undefined))
      const { asked, context, origin } = await scripted(script, { 'a.mp4': file })
      assert.equal((await upload.perform(input(), context({ saved: saved(origin) }))).type, 'done')
      assert.equal(asked[1]?.call, 'POST /api/upload/youtube/v3/videos')
    })
})

describe('errors at the start of an upload', () => {
  const put = (reply: Reply) => (asked: ScriptedCall) => (asked.call.startsWith('PUT') ? reply : undefined)
  const post = (reply: Reply) => (asked: ScriptedCall) => (asked.call.startsWith('POST') ? reply : undefined)
  const cases: readonly (readonly [what: string, odd: (asked: ScriptedCall) => Reply | undefined, expected: string])[] =
    [
      ['a wrong title', post(refusing(400, 'invalidTitle')), 'rejected content_rejected'],
      ['the project’s quota', post(refusing(403, 'quotaExceeded')), 'retry quota_exhausted'],
      ['a token that has ended', put(refusing(401, 'authError')), 'expired'],
      ['a broken YouTube', put({ status: 503 }), 'retry platform_unavailable'],
      ['a session that has expired', put({ status: 404 }), 'retry platform_unavailable'],
      ['a YouTube that accepts nothing', put({ status: 308 }), 'retry platform_unavailable'],
      [
        'a URL of another host',
        post({ headers: { location: 'https://evil.example/x' } }),
        'rejected platform_rejected',
      ],
      [
        'a like of Google’s address',
        post({ headers: { location: 'https://googleapis.com.evil.example/x' } }),
        'rejected platform_rejected',
      ],
      ['no address', post({}), 'rejected platform_rejected'],
    ]
  for (const [what, odd, expected] of cases)
    test(what, async () => {
      const { context } = await scripted(keeping(odd).script, { 'a.mp4': file })
      const outcome = await upload.perform(input(), context())
      assert.equal('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, expected)
    })
})

describe('an upload that is interrupted', () => {
  const breaking = (broken: number, reply: Reply) => {
    let puts = 0
    return keeping(({ call }) => {
      if (!call.startsWith('PUT')) return undefined
      puts += 1
      return puts === broken ? reply : undefined
    })
  }
  const cases: readonly (readonly [what: string, broken: number, reply: Reply, expected: string])[] = [
    ['is tried again', 1, { status: 503 }, 'retry'],
    ['goes on after a moment where it has come on, which is no attempt', 2, { status: 503 }, 'wait'],
    ['waits as long as YouTube wants fewer requests', 2, refusing(429, 'rateLimitExceeded'), 'retry'],
  ]
  for (const [what, broken, reply, expected] of cases)
    test(what, async () => {
      const { context } = await scripted(breaking(broken, reply).script, { 'a.mp4': file })
      assert.equal((await upload.perform(input(), context())).type, expected)
    })

  test('because of the file fails with that reason', async () => {
    const { script } = keeping()
    const { context } = await scripted(script, { 'a.mp4': file })
    const read = () => {
      throw new Error('The file is gone.')
    }
    await assert.rejects(upload.perform(input(), context({ read })), /The file is gone/)
  })
})

test('what is saved tells how much of the file was sent', async () => {
  const { script } = keeping()
  const { saved, context } = await scripted(script, { 'a.mp4': file })
  await upload.perform(input(), context())
  const shares = saved.map((one) => Number(upload.sentShare?.(input(), one)))
  assert.equal(shares[0], 0)
  assert.ok(shares.some((share) => share > 0 && share < 1))
})
