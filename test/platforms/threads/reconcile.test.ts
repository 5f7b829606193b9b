import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { comment } from '../../../src/platforms/threads/comment.ts'
import { post } from '../../../src/platforms/threads/post.ts'
import type { Reply } from '../../harness/scripted.ts'
import { now, refusal, scripted } from './scripted.ts'

const second = 1_000
/** In Meta's format. */
const at = (after: number) => new Date(now + after).toISOString().replace(/\.\d+Z$/, '+0000')
const listed = (changes: object = {}) => ({
  id: '301',
  text: 'Good morning',
  timestamp: at(second),
  media_type: 'TEXT_POST',
  permalink: 'https://www.threads.com/@ada/post/DCkkKl_OGb1',
  ...changes,
})

const textPost = { draft: { type: 'TEXT', text: 'Good morning' } }
const imagePost = {
  draft: { type: 'IMAGE', text: '', place: { url: 'https://media.example/a.png' }, altText: '', isItem: false },
}
const reply = { text: 'First!', after: ['post'] }
const results = { container: { containers: [{ id: '101', at: now }] }, post: { id: '300' } }
const kept: Json = { container: { id: '101', at: now }, made: 1, misses: 0, restricted: false, post: null }

async function ask(
  status: string,
  list: readonly object[] | Reply,
  { of = post, input = textPost, saved = null }: { of?: typeof post; input?: Json; saved?: Json } = {},
) {
  const { asked, context } = await scripted(({ path }) => {
    if (path.endsWith('/101')) return status === 'gone' ? refusal(24, 4_279_009) : { body: { id: '101', status } }
    return Array.isArray(list) ? { body: { data: list } } : (list as Reply)
  })
  const presence = await of.doubt?.reconcile(input, context({ results, saved }))
  const told = presence?.type === 'found' ? `found ${presence.published?.id}` : presence?.type
  return { asked, told }
}

describe('a container that is not published proves that there is no post', () => {
  for (const status of ['FINISHED', 'IN_PROGRESS', 'EXPIRED', 'ERROR'])
    test(status, async () => {
      const { asked, told } = await ask(status, [listed()])
      assert.equal(told, 'absent')
      assert.equal(asked.length, 1, 'no list is asked, whatever it has')
    })

  test('a container of a comment that was never created', async () => {
    const { asked, told } = await ask('FINISHED', [], { of: comment, input: reply })
    assert.deepEqual([told, asked.length], ['absent', 0])
  })

  test('a container that Threads does not find proves nothing', async () => {
    assert.equal((await ask('gone', [])).told, 'retry')
  })
})

describe('a published post is recognized among the account’s posts', () => {
  const cases: readonly (readonly [what: string, posts: readonly object[], expected: string])[] = [
    ['the same text', [listed()], 'found 301'],
    ['among others', [listed({ id: '302', text: 'Good night' }), listed()], 'found 301'],
    ['with other spaces', [listed({ text: 'Good  morning\n' })], 'found 301'],
    ['another text', [listed({ text: 'Good mornings' })], 'cannot_tell'],
    ['an older one with that text', [listed({ timestamp: at(-120 * second) })], 'cannot_tell'],
    ['one by a clock that is a little behind', [listed({ timestamp: at(-30 * second) })], 'found 301'],
    ['the text with an image', [listed({ media_type: 'IMAGE' })], 'cannot_tell'],
    ['nothing yet', [], 'cannot_tell'],
  ]
  for (const [what, posts, expected] of cases)
    test(what, async () => {
      const { asked, told } = await ask('PUBLISHED', posts)
      assert.equal(told, expected)
      assert.equal(asked[1]?.path, '/graph/v1.0/me/threads')
      assert.equal(asked[1]?.query.since, String((now - 60 * second) / second))
    })

  test('an image without text, by its kind', async () => {
    const image = listed({ media_type: 'IMAGE', text: undefined })
    assert.equal((await ask('PUBLISHED', [listed(), { ...image, id: '303' }], { input: imagePost })).told, 'found 303')
  })

  test('a comment, among the replies and by its parent', async () => {
    const answers = [
      listed({ id: '304', text: 'First!', replied_to: { id: '299' } }),
      listed({ id: '305', text: 'First!', replied_to: { id: '300' } }),
    ]
    const { asked, told } = await ask('PUBLISHED', answers, { of: comment, input: reply, saved: kept })
    assert.equal(told, 'found 305')
    assert.equal(asked[1]?.path, '/graph/v1.0/me/replies')
  })
})

test('lists are read further, through empty pages too, as long as the cursor changes', async () => {
  const pages: readonly object[] = [
    { data: [], paging: { cursors: { after: 'a' } } },
    { data: [listed({ text: 'Else' })], paging: { cursors: { after: 'b' } } },
    { data: [listed()] },
  ]
  const { asked, context } = await scripted(({ path }, index) =>
    path.endsWith('/101') ? { body: { id: '101', status: 'PUBLISHED' } } : { body: pages[index - 1] },
  )
  const presence = await post.doubt?.reconcile(textPost, context({ results }))
  assert.equal(presence?.type, 'found')
  assert.deepEqual(
    asked.slice(1).map(({ query }) => query.after),
    [undefined, 'a', 'b'],
  )
  const same = await scripted(({ path }) =>
    path.endsWith('/101')
      ? { body: { id: '101', status: 'PUBLISHED' } }
      : { body: { data: [], paging: { cursors: { after: 'a' } } } },
  )
  assert.equal((await post.doubt?.reconcile(textPost, same.context({ results })))?.type, 'cannot_tell')
  assert.equal(same.asked.length, 3)
})

describe('a list that Threads does not return proves nothing', () => {
  const cases: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['a limit', refusal(4), 'retry'],
    ['a server that fails', { status: 503, body: '' }, 'retry'],
    ['a permission that is missing', refusal(10), 'cannot_tell'],
    ['a token that has ended', refusal(190), 'expired'],
  ]
  for (const [what, list, expected] of cases)
    test(what, async () => assert.equal((await ask('PUBLISHED', list)).told, expected))
})

test('a person is sent to the account’s posts and replies', () => {
  const hosts = { graph: '', auth: '', web: 'https://www.threads.com' }
  const author = (username: string | null) => ({ hosts, account: { remoteId: '1', username } })
  assert.deepEqual(post.doubt?.lookAt(textPost, author('ada')), [
    'https://www.threads.com/@ada',
    'https://www.threads.com/@ada/replies',
  ])
  assert.deepEqual(comment.doubt?.lookAt(reply, author(null)), ['https://www.threads.com'])
})
