import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reddit } from '../../../src/platforms/reddit/index.ts'
import type { Reply } from '../../harness/scripted.ts'
import { scripted } from './scripted.ts'

const { upload } = reddit.live.actions
const input = { media: { file: 'a.png', facts: { size: 3 } }, mimeType: 'image/png', asJpeg: false }
const bytes = Buffer.from('img')
const jpeg = Buffer.from('made')

const fields = [
  { name: 'acl', value: 'private' },
  { name: 'key', value: 'rte_images/8xjg' },
  { name: 'policy', value: 'p' },
]
const xml = (code: string, message: string) => `<Error><Code>${code}</Code><Message>${message}</Message></Error>`

/** A Reddit that returns an upload lease, whose storage responds with this. */
async function place(stored: Reply, lease: Reply | null = null) {
  const server = await scripted(
    ({ path }, _, origin) => {
      if (path !== '/api/api/media/asset.json') return stored
      return lease ?? { body: { args: { action: `${origin.replace('http:', '')}/bucket`, fields } } }
    },
    { 'a.png': bytes },
  )
  return { ...server, context: server.context({ jpegOf: async () => jpeg }) }
}

const created: Reply = { status: 201, body: '<PostResponse></PostResponse>' }

test('an image is uploaded to the address from Reddit, after all fields of its form', async () => {
  const { asked, context, origin } = await place(created)
  const outcome = await upload.perform(input, context)
  assert.deepEqual(outcome, { type: 'done', result: { url: `${origin}/bucket/rte_images/8xjg` } })
  const [lease, sent] = asked
  assert.deepEqual(Object.fromEntries(new URLSearchParams(`${lease?.body}`)), {
    filepath: 'image.png',
    mimetype: 'image/png',
  })
  assert.equal(sent?.call, 'POST /bucket')
  assert.equal(sent?.headers.authorization, undefined)
  assert.equal(sent?.headers['content-length'], String(sent?.body.length))
  const names = [...`${sent?.body}`.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)
  assert.deepEqual(names, ['acl', 'key', 'policy', 'file'])
  assert.match(`${sent?.body}`, /content-type: image\/png\r\n\r\nimg\r\n--/)
})

test('an image type that Reddit does not accept is sent as a JPEG', async () => {
  const { asked, context } = await place(created)
  const outcome = await upload.perform({ ...input, mimeType: 'image/jpeg', asJpeg: true }, context)
  assert.equal(outcome.type, 'done')
  assert.match(`${asked[1]?.body}`, /filename="image\.jpeg"\r\ncontent-type: image\/jpeg\r\n\r\nmade\r\n--/)
})

describe('each response of the storage has its outcome', () => {
  const cases: readonly (readonly [what: string, stored: Reply, expected: string])[] = [
    ['too large', { status: 400, body: xml('EntityTooLarge', 'Too large.') }, 'rejected media_rejected'],
    [
      'a form that has ended',
      { status: 403, body: xml('AccessDenied', 'Policy expired.') },
      'retry platform_unavailable',
    ],
    ['busy', { status: 503, body: xml('SlowDown', 'Slow down.') }, 'retry platform_unavailable'],
  ]
  for (const [what, stored, expected] of cases)
    test(`${what}: ${expected}`, async () => {
      const { context } = await place(stored)
      const outcome = await upload.perform(input, context)
      assert.equal('error' in outcome && `${outcome.type} ${outcome.error}`, expected)
    })
})

test('an image type without a lease from Reddit is refused', async () => {
  const { context } = await place(created, { status: 400, body: { message: 'Bad Request', error: 400 } })
  const outcome = await upload.perform(input, context)
  assert.equal(outcome.type === 'rejected' && outcome.error, 'media_rejected')
})
