import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { pinterest } from '../../../src/platforms/pinterest/index.ts'
import { now, scripted } from './scripted.ts'

const { post } = pinterest.live.actions

const wanted = {
  boardId: '549',
  title: 'A title',
  description: 'Words  with\nspaces ',
  link: 'https://example.com',
  altText: null,
  shown: {
    type: 'picture',
    picture: { media: { file: 'a', facts: { size: 1 } }, mimeType: 'image/png', asJpeg: false },
  },
  plannedAt: now,
} as const satisfies Json

const minute = 60_000
const at = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19)

const listed = (more: object = {}) => ({
  id: '813',
  created_at: at(now + 5_000),
  title: 'A title',
  description: 'Words with spaces',
  link: 'https://example.com/',
  media: { media_type: 'image' },
  ...more,
})

/** The result for a board that lists these. */
async function presence(pages: readonly (readonly object[])[], input: Json = wanted) {
  const server = await scripted(({ query }) => {
    const page = Number(query.bookmark ?? 0)
    return { body: { items: pages[page] ?? [], bookmark: page + 1 < pages.length ? String(page + 1) : null } }
  })
  const { doubt } = post
  assert.ok(doubt)
  return { found: await doubt.reconcile(input, server.context()), asked: server.asked }
}

test('a Pin is found by its text, even if Pinterest changes spaces and links', async () => {
  const { found, asked } = await presence([[listed({ id: '1', title: 'Another' }), listed()]])
  assert.ok(found.type === 'found')
  assert.deepEqual(found.published, { id: '813', url: 'https://www.pinterest.com/pin/813/' })
  assert.deepEqual(found.result, { id: '813', isVideo: false, coverless: false })
  assert.deepEqual([asked[0]?.call, asked[0]?.headers.authorization], ['GET /api/v5/boards/549/pins', 'Bearer token'])
})

describe('another Pin is not mistaken for it', () => {
  const others = [
    ['with another title', { title: 'Other' }],
    ['without a title', { title: null }],
    ['with other words', { description: 'Words' }],
    ['that leads elsewhere', { link: 'https://example.com/other' }],
    ['that leads nowhere', { link: null }],
    ['of a video', { media: { media_type: 'video' } }],
    ['that is older', { created_at: at(now - 2 * minute) }],
  ] as const
  for (const [what, more] of others)
    test(what, async () => assert.equal((await presence([[listed(more)]])).found.type, 'absent'))
})

test('a time without a zone is UTC', async () => {
  const zoned = new Date(now + 3_600_000).toISOString().replace('Z', '+02:00')
  assert.equal((await presence([[listed({ created_at: zoned })]])).found.type, 'absent')
  assert.equal((await presence([[listed({ created_at: `${at(now)}Z` })]])).found.type, 'found')
})

describe('a long board', () => {
  const many = (time: number) => Array.from({ length: 2 }, () => listed({ title: 'Other', created_at: at(time) }))

  test('is read until the Pin is found', async () => {
    const { found, asked } = await presence([many(now + minute), many(now + minute), [listed()]])
    assert.deepEqual([found.type, asked.length], ['found', 3])
  })

  test('that is newest first is read until it is older than the post', async () => {
    const { found, asked } = await presence([many(now + minute), many(now - 2 * minute), many(now - 3 * minute)])
    assert.deepEqual([found.type, asked.length], ['absent', 2])
  })

  test('in any other order is read to the end', async () => {
    const pages = [many(now - 9 * minute), many(now - 8 * minute), [listed()]]
    assert.equal((await presence(pages)).found.type, 'found')
  })

  test('that is too long answers cannot_tell', async () => {
    const { found, asked } = await presence(Array.from({ length: 9 }, () => many(now + minute)))
    assert.deepEqual([found.type, asked.length], ['cannot_tell', 5])
  })
})

test('a board that Pinterest does not show answers cannot_tell', async () => {
  const server = await scripted(() => ({ status: 404, body: { code: 404, message: 'Board not found.' } }))
  assert.equal((await post.doubt?.reconcile(wanted, server.context()))?.type, 'cannot_tell')
})

test('a Pin is never sent a second time', () => assert.equal(post.doubt?.repeatable(wanted), false))
