import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { containers, jpeg } from '../../../src/platforms/threads/prepare.ts'
import type { Reply, Script, ScriptedCall } from '../../harness/scripted.ts'
import { now, refusal, scripted } from './scripted.ts'

const formOf = ({ body }: ScriptedCall) => Object.fromEntries(new URLSearchParams(body.toString()))

/** Creates containers 101, 102, …; `status` returns the status of each. */
const making =
  (status: (id: string) => string): Script =>
  ({ call, path }, index) => {
    if (call === 'POST /graph/v1.0/me/threads') return { body: { id: String(101 + index) } }
    const id = path.split('/').at(-1) ?? ''
    const [state, error_message] = status(id).split(' ')
    return { body: { id, status: state, ...(error_message && { error_message }) } }
  }

const text = { type: 'TEXT', text: 'Hi' }
const image = {
  type: 'IMAGE',
  text: 'Look',
  place: { url: 'https://media.example/a.png?a=1&b=2' },
  altText: 'a cat',
  isItem: false,
}

describe('a container is created from the content of the post', () => {
  const items = {
    containers: [
      { id: '7', at: now },
      { id: '8', at: now },
    ],
  }
  const cases: readonly (readonly [what: string, draft: Json, form: object])[] = [
    ['text', text, { media_type: 'TEXT', text: 'Hi' }],
    [
      'an image, whose address may have any signs',
      image,
      { media_type: 'IMAGE', text: 'Look', image_url: 'https://media.example/a.png?a=1&b=2', alt_text: 'a cat' },
    ],
    [
      'a video without text',
      { ...image, type: 'VIDEO', text: '', altText: '' },
      { media_type: 'VIDEO', video_url: 'https://media.example/a.png?a=1&b=2' },
    ],
    [
      'an item that was converted',
      { ...image, text: '', altText: '', place: { step: 'jpeg-1' }, isItem: true },
      { media_type: 'IMAGE', image_url: 'https://media.example/made.jpg', is_carousel_item: 'true' },
    ],
    [
      'a carousel',
      { type: 'CAROUSEL', text: 'Two', items: 'items' },
      { media_type: 'CAROUSEL', text: 'Two', children: '7,8' },
    ],
  ]
  for (const [what, draft, form] of cases)
    test(what, async () => {
      const { asked, context } = await scripted(making(() => 'FINISHED'))
      const results = { items, 'jpeg-1': { url: 'https://media.example/made.jpg' } }
      const outcome = await containers.perform({ drafts: [draft] }, context({ results }))
      const [made] = asked
      assert.ok(made)
      assert.deepEqual(formOf(made), form)
      assert.equal(made.headers.authorization, 'Bearer token')
      assert.deepEqual(outcome, { type: 'done', result: { containers: [{ id: '101', at: now }] } })
    })
})

test('a created container is stored at once, and not created again after a crash', async () => {
  const first = await scripted(making(() => 'IN_PROGRESS'))
  assert.deepEqual(await containers.perform({ drafts: [text, text] }, first.context()), { type: 'wait', pause: 5_000 })
  const slot = (id: string) => ({ made: { id, at: now }, tries: 1, isReady: false })
  const untouched = { made: null, tries: 0, isReady: false }
  assert.deepEqual(first.saved, [
    [slot('101'), untouched],
    [slot('101'), slot('102')],
  ])
  const second = await scripted(making(() => 'FINISHED'))
  const outcome = await containers.perform({ drafts: [text, text] }, second.context({ saved: first.saved[0] ?? null }))
  assert.deepEqual(
    second.asked.map(({ call }) => call),
    ['POST /graph/v1.0/me/threads', 'GET /graph/v1.0/101', 'GET /graph/v1.0/101'],
  )
  assert.equal(outcome.type, 'done')
})

test('a ready container is not checked again', async () => {
  const ready = { made: { id: '55', at: now }, tries: 1, isReady: true }
  const { asked, context } = await scripted(making(() => 'FINISHED'))
  await containers.perform(
    { drafts: [text, text] },
    context({ saved: [ready, { ...ready, made: { id: '56', at: now }, isReady: false }] }),
  )
  assert.deepEqual(
    asked.map(({ call }) => call),
    ['GET /graph/v1.0/56'],
  )
})

describe('a container that fails at Threads', () => {
  /** In how many seconds it is looked at, or made again, next. */
  const cases: readonly (readonly [status: string, tries: number, expected: string, next: number])[] = [
    ['ERROR FAILED_DOWNLOADING_VIDEO', 1, 'made again', 15],
    ['ERROR FAILED_DOWNLOADING_VIDEO', 4, 'made again', 480],
    ['ERROR FAILED_DOWNLOADING_VIDEO', 5, 'rejected', 0],
    ['ERROR UNKNOWN', 2, 'made again', 60],
    ['ERROR', 1, 'made again', 15],
    ['EXPIRED', 1, 'made again', 15],
    ['ERROR FAILED_PROCESSING_VIDEO', 1, 'rejected', 0],
    ['ERROR INVALID_DURATION', 1, 'rejected', 0],
    ['A_STATE_OF_TOMORROW', 1, 'waited for', 5],
  ]
  for (const [status, tries, expected, next] of cases)
    test(`${status}, at try ${tries}, is ${expected}`, async () => {
      const made = { made: { id: '55', at: now }, tries, isReady: false }
      const { saved, context } = await scripted(making(() => status))
      const outcome = await containers.perform({ drafts: [text] }, context({ saved: [made] }))
      if (expected === 'rejected') {
        assert.ok(outcome.type === 'rejected' && outcome.error === 'media_rejected')
        assert.deepEqual(saved, [])
      } else {
        assert.deepEqual(outcome, { type: 'wait', pause: next * 1_000 })
        assert.deepEqual(saved, expected === 'made again' ? [[{ ...made, made: null }]] : [])
      }
    })
})

describe('each response of Threads to a container has its outcome', () => {
  const cases: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['an item that is not found yet', refusal(100, 4_279_004), 'retry platform_unavailable'],
    ['the post that is answered is not found yet', refusal(24, 4_279_009), 'retry platform_unavailable'],
    [
      'a file that was not fetched',
      refusal(9_004, 2_207_052, 'The media could not be fetched from this URI'),
      'retry media_rejected',
    ],
    ['too many links', refusal(100, undefined, 'THREADS_API__LINK_LIMIT_EXCEEDED'), 'rejected content_rejected'],
    [
      'too long a text',
      refusal(100, undefined, 'Param text must be at most 500 characters long.'),
      'rejected content_rejected',
    ],
    ['an image of another format', refusal(36_001, 2_207_005), 'rejected media_rejected'],
    ['a restricted account', refusal(4, 2_207_051), 'rejected platform_rejected'],
    ['a limit', refusal(17), 'retry rate_limited'],
    ['a server that fails', { status: 500, body: '' }, 'retry platform_unavailable'],
    ['a token that has ended', refusal(190, 463), 'expired'],
  ]
  for (const [what, reply, expected] of cases)
    test(what, async () => {
      const { context } = await scripted(() => reply)
      const outcome = await containers.perform({ drafts: [text] }, context())
      assert.equal('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, expected)
    })
})

test('an image type that Threads does not accept becomes a JPEG on the media host', async () => {
  const made: unknown[] = []
  const { context } = await scripted(() => ({}))
  const step = {
    ...context(),
    jpegOf: async (media: { file: string }, limits: { maxBytes: number }) => {
      made.push([media.file, limits.maxBytes])
      return Buffer.from('jpeg')
    },
    hostImage: async (bytes: Uint8Array) => `https://media.example/${Buffer.from(bytes).toString()}`,
  }
  const outcome = await jpeg.perform({ media: { file: 'a.webp', facts: { size: 1_000 } } }, step)
  assert.deepEqual(made, [['a.webp', 8 * 1_024 * 1_024]])
  assert.deepEqual(outcome, { type: 'done', result: { url: 'https://media.example/jpeg' } })
})
