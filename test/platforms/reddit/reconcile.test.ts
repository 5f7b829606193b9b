import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { reddit } from '../../../src/platforms/reddit/index.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import { now, scripted } from './scripted.ts'

const { post, postImage, comment } = reddit.live.actions

const wanted = {
  subreddit: 'Test',
  title: 'A title',
  text: 'Words  with\nspaces ',
  url: null,
  flairId: null,
  flairText: null,
  nsfw: false,
  spoiler: false,
  plannedAt: now,
} as const satisfies Json

const minute = 60_000
const at = (milliseconds: number): number => Math.floor(milliseconds / 1_000)

const listed = (more: object = {}) => ({
  id: '16xb01r',
  name: 't3_16xb01r',
  subreddit: 'test',
  title: 'A title',
  selftext: 'Words with spaces',
  is_self: true,
  url: 'https://www.reddit.com/r/test/comments/16xb01r/a_title/',
  permalink: '/r/test/comments/16xb01r/a_title/',
  created_utc: at(now + 5_000),
  ...more,
})

interface Asked {
  readonly action?: Action
  readonly input?: Json
}

/** The result for an account that lists these. */
async function presence(pages: readonly (readonly object[])[], { action = post, input = wanted }: Asked = {}) {
  const server = await scripted(({ query }) => {
    const page = Number(query.after ?? 0)
    const children = (pages[page] ?? []).map((data) => ({ kind: 't3', data }))
    return {
      body: { kind: 'Listing', data: { children, after: page + 1 < pages.length ? String(page + 1) : null } },
    }
  })
  const { doubt } = action
  assert.ok(doubt)
  const results = { post: { id: '16xb01r' }, 'comment-1': { id: 'd161' }, 'comment-2': null }
  return {
    found: await doubt.reconcile(input, server.context({ results })),
    asked: server.asked,
    origin: server.origin,
  }
}

test('a text is found among the account’s posts, even if Reddit changes spaces and names', async () => {
  const { found, asked, origin } = await presence([[listed({ id: '1', title: 'Another' }), listed()]])
  assert.deepEqual(found, {
    type: 'found',
    result: { id: '16xb01r' },
    published: { id: '16xb01r', url: `${origin}/web/r/test/comments/16xb01r/a_title/` },
  })
  assert.equal(asked[0]?.call, 'GET /api/user/ada/submitted')
  assert.deepEqual(asked[0]?.query, { sort: 'new', limit: '100', raw_json: '1' })
})

describe('another post is not mistaken for it', () => {
  const others = [
    ['with another title', { title: 'Other' }],
    ['with other words', { selftext: 'Words' }],
    ['of another community', { subreddit: 'testing' }],
    ['that is a link', { is_self: false }],
    ['that is older', { created_utc: at(now - 2 * minute) }],
  ] as const
  for (const [what, more] of others)
    test(what, async () => assert.equal((await presence([[listed(more)]])).found.type, 'absent'))
})

describe('a link', () => {
  const input = { ...wanted, text: '', url: 'https://example.com' }
  const link = { is_self: false, selftext: '', url: 'https://example.com/' }

  test('is found by its target', async () =>
    assert.equal((await presence([[listed(link)]], { input })).found.type, 'found'))

  for (const [what, more] of [
    ['another link', { ...link, url: 'https://example.com/other' }],
    ['a text', {}],
  ] as const)
    test(`is not ${what}`, async () => assert.equal((await presence([[listed(more)]], { input })).found.type, 'absent'))
})

describe('an image', () => {
  const image = { is_self: false, url: 'https://i.redd.it/abc.png' }

  test('is found by its title, because Reddit changes its address', async () =>
    assert.equal((await presence([[listed(image)]], { action: postImage })).found.type, 'found'))

  test('is not a text', async () =>
    assert.equal((await presence([[listed()]], { action: postImage })).found.type, 'absent'))

  test('has a longer settle time than a text', () => {
    const [image = 0, text = 0] = [postImage, post].map(({ doubt }) => doubt?.settleTime)
    assert.ok(image >= 600_000 && text < image)
  })
})

describe('a comment', () => {
  const input = { text: 'Again.', before: ['comment-1', 'comment-2'], plannedAt: now }
  const said = (more: object = {}) =>
    listed({
      id: 'd162',
      parent_id: 't3_16xb01r',
      body: 'Again.',
      permalink: '/r/test/comments/16xb01r/a/d162/',
      ...more,
    })
  const look = async (...all: readonly object[]) => presence([all], { action: comment, input })

  test('is found among the account’s own', async () => {
    const { found, asked } = await look(said())
    assert.ok(found.type === 'found')
    assert.equal(found.published?.id, 'd162')
    assert.equal(asked[0]?.call, 'GET /api/user/ada/comments')
  })

  for (const [what, more] of [
    ['the same words of the comment before it', { id: 'd161' }],
    ['the same words under another post', { parent_id: 't3_other' }],
    ['the same words in answer to a comment', { parent_id: 't1_d161' }],
    ['other words', { body: 'Again!' }],
    ['an older one', { created_utc: at(now - 2 * minute) }],
  ] as const)
    test(`is not ${what}`, async () => assert.equal((await look(said(more))).found.type, 'absent'))
})

describe('a long list', () => {
  const many = (time: number) => Array.from({ length: 3 }, () => listed({ title: 'Other', created_utc: at(time) }))

  test('is read until the post is found', async () => {
    const { found, asked } = await presence([many(now + minute), [listed()]])
    assert.deepEqual([found.type, asked.length], ['found', 2])
  })

  test('is read until it is older than the post', async () => {
    const { found, asked } = await presence([many(now - 2 * minute), [listed()]])
    assert.deepEqual([found.type, asked.length], ['absent', 1])
  })

  test('that is too long answers cannot_tell', async () => {
    const { found, asked } = await presence(Array.from({ length: 9 }, () => many(now + minute)))
    assert.deepEqual([found.type, asked.length], ['cannot_tell', 3])
  })
})

test('a list that Reddit does not show answers cannot_tell', async () => {
  const server = await scripted(() => ({ status: 404, body: { message: 'Not Found', error: 404 } }))
  assert.equal((await post.doubt?.reconcile(wanted, server.context()))?.type, 'cannot_tell')
})

test('a person is sent to the list of the account’s posts', () => {
  const author = { hosts: reddit.live.hosts, account: { remoteId: '4cixf', username: 'ada' } }
  assert.deepEqual(post.doubt?.lookAt(wanted, author), ['https://www.reddit.com/user/ada/submitted/'])
})
