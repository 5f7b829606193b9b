import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Unreadable } from '../../../src/platforms/shared/call.ts'
import { post } from '../../../src/platforms/youtube/post.ts'
import type { Reply, ScriptedCall } from '../../harness/scripted.ts'
import { now, piece, refusing, scripted } from './scripted.ts'

const file = Buffer.alloc(piece + 10, 7)
const size = file.length
const input = {
  media: { file: 'a.mp4', facts: { size } },
  mimeType: 'video/mp4',
  title: 'A film',
  postType: 'regular',
  plannedAt: now,
}
const complete = (status = 201): Reply => ({
  status,
  body: { kind: 'youtube#video', id: 'abcdefghijk', status: { uploadStatus: 'uploaded', privacyStatus: 'public' } },
})
const open = (stored: number): Reply => ({
  status: 308,
  headers: stored === 0 ? {} : { range: `bytes=0-${stored - 1}` },
})
const done = {
  result: { id: 'abcdefghijk', privacyStatus: 'public' },
  published: { id: 'abcdefghijk', url: 'https://www.youtube.com/watch?v=abcdefghijk' },
}

const start = async (script: (asked: ScriptedCall, index: number) => Reply, saved: string | null = null) => {
  const { asked, context, origin, saved: kept } = await scripted(script, { 'a.mp4': file })
  const results = { upload: { session: `${origin}/api/upload?upload_id=S`, offset: piece } }
  return { asked, kept, context: () => context({ results, saved }) }
}
const rangesOf = (asked: readonly ScriptedCall[]) => asked.map(({ headers }) => headers['content-range'])
const { doubt } = post
assert.ok(doubt)

test('the last chunk creates the video', async () => {
  const { asked, kept, context } = await start(() => complete())
  assert.deepEqual(await post.perform(input, context()), { type: 'done', ...done })
  assert.deepEqual(rangesOf(asked), [`bytes ${piece}-${size - 1}/${size}`])
  assert.ok(asked[0]?.body.equals(file.subarray(piece)))
  assert.equal(kept.length, 1)
})

test('a Short has its own kind of address', async () => {
  const { context } = await start(() => complete(200))
  const outcome = await post.perform({ ...input, postType: 'shorts' }, context())
  assert.equal(outcome.type === 'done' && outcome.published?.url, 'https://www.youtube.com/shorts/abcdefghijk')
})

test('a second attempt asks first, and sends only what is missing', async () => {
  const { asked, context } = await start((_, index) => (index === 0 ? open(piece + 4) : complete()), 'begun')
  assert.equal((await post.perform(input, context())).type, 'done')
  assert.deepEqual(rangesOf(asked), [`bytes */${size}`, `bytes ${piece + 4}-${size - 1}/${size}`])

  const there = await start(() => complete(200), 'begun')
  assert.deepEqual(await post.perform(input, there.context()), { type: 'done', ...done })
  assert.equal(there.asked.length, 1)
})

describe('each response to the last chunk has its outcome', () => {
  const cases: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['it has not taken all of it', open(piece), 'retry platform_unavailable'],
    ['it does not know the upload any more', { status: 404 }, 'rejected platform_unavailable'],
    ['it is broken', { status: 503 }, 'unknown'],
    ['a rate limit', refusing(429, 'rateLimitExceeded'), 'retry rate_limited'],
    ['the token has ended', refusing(401, 'authError'), 'expired'],
    ['it refuses the file', refusing(400, 'mediaBodyRequired'), 'rejected media_rejected'],
  ]
  for (const [what, reply, expected] of cases)
    test(what, async () => {
      const { context } = await start(() => reply)
      const outcome = await post.perform(input, context())
      assert.equal('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, expected)
    })

  test('a body that is not JSON', async () => {
    const { context } = await start(() => ({ status: 201, body: '{"id":' }))
    await assert.rejects(post.perform(input, context()), Unreadable)
  })
})

describe('a post in doubt is resolved by the session', () => {
  const cases: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['it is complete', complete(200), 'found'],
    ['it is not', open(piece), 'absent'],
    ['YouTube is broken', { status: 500 }, 'retry'],
    ['YouTube refuses the question', refusing(403, 'forbidden'), 'cannot_tell'],
    ['the token has ended', refusing(401, 'authError'), 'expired'],
  ]
  for (const [what, reply, expected] of cases)
    test(what, async () => {
      const { context } = await start(() => reply)
      const presence = await doubt.reconcile(input, context())
      assert.equal(presence.type, expected)
      if (presence.type === 'found') assert.deepEqual(presence, { type: 'found', ...done })
    })

  test('and it may be sent to again', () => assert.equal(doubt.repeatable(input), true))
})

describe('if the session no longer exists, the channel’s uploads are searched', () => {
  const uploads = { contentDetails: { relatedPlaylists: { uploads: 'UUx' } } }
  const entry = (title: string, after: number) => ({
    id: 'UE1',
    snippet: { title, resourceId: { kind: 'youtube#video', videoId: 'abcdefghijk' } },
    contentDetails: { videoPublishedAt: new Date(now + after).toISOString() },
  })
  const script =
    (channels: readonly object[], items: readonly object[]) =>
    ({ path }: ScriptedCall): Reply => {
      if (path.endsWith('/channels')) return { body: { items: channels } }
      return path.endsWith('/playlistItems') ? { body: { items } } : { status: 404 }
    }
  const cases: readonly (readonly [
    what: string,
    channels: readonly object[],
    items: readonly object[],
    expected: string,
  ])[] = [
    ['it is there', [{ id: 'UCx', ...uploads }], [entry('A film', 1_000)], 'found'],
    ['among others', [{ id: 'UCx', ...uploads }], [entry('Another', 2_000), entry('A film', 1_000)], 'found'],
    ['by a clock that is a little behind', [{ id: 'UCx', ...uploads }], [entry('A film', -30_000)], 'found'],
    ['an older one of that title', [{ id: 'UCx', ...uploads }], [entry('A film', -120_000)], 'cannot_tell'],
    ['another title', [{ id: 'UCx', ...uploads }], [entry('A filn', 1_000)], 'cannot_tell'],
    ['nothing', [{ id: 'UCx', ...uploads }], [], 'cannot_tell'],
    ['no list', [{ id: 'UCx' }], [], 'cannot_tell'],
    ['no channel', [], [], 'cannot_tell'],
  ]

  test('a private video was never found, as it has no videoPublishedAt: the time of its entry counts instead', async () => {
    for (const [after, expected] of [
      [1_000, 'found'],
      [-120_000, 'cannot_tell'],
    ] as const) {
      const { snippet, ...rest } = entry('A film', after)
      const publishedAt = new Date(now + after).toISOString()
      const item = { ...rest, snippet: { ...snippet, publishedAt }, contentDetails: { videoId: 'abcdefghijk' } }
      const { context } = await start(script([{ id: 'UCx', ...uploads }], [item]))
      assert.equal((await doubt.reconcile(input, context())).type, expected)
    }
  })

  for (const [what, channels, items, expected] of cases)
    test(what, async () => {
      const { context } = await start(script(channels, items))
      const presence = await doubt.reconcile(input, context())
      assert.equal(presence.type, expected)
      if (presence.type === 'found') assert.equal(presence.published?.id, 'abcdefghijk')
    })
})
