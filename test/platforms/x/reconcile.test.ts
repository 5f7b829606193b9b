import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { comment } from '../../../src/platforms/x/comment.ts'
import { post } from '../../../src/platforms/x/post.ts'
import { saysTheSame } from '../../../src/platforms/x/same-text.ts'
import type { Reply } from '../../harness/scripted.ts'
import { now, scripted } from './scripted.ts'

const second = 1_000
const at = (after: number) => new Date(now + after).toISOString()
const input = (changes: Record<string, Json> = {}) => ({
  text: 'Good morning',
  uploads: [],
  plannedAt: now,
  ...changes,
})
const reply = { text: 'First!', after: ['comment-1', 'post'], plannedAt: now }
const listed = (changes: object = {}) => ({ id: '21', text: 'Good morning', created_at: at(second), ...changes })
const page = (posts: readonly object[], next?: string): Reply => ({
  body: { data: posts, meta: { result_count: posts.length, next_token: next } },
})
const nothing: Reply = { body: { meta: { result_count: 0 } } }
const upload = { 'upload-1': { id: '188', checkAfterSeconds: null } }
const thread = { post: { id: '20' }, 'comment-1': null }
const answersTo = (id: string) => ({ referenced_tweets: [{ type: 'replied_to', id }] })

const found = (id: string) => `found ${id}`
const { doubt } = post
const { doubt: commentDoubt } = comment
assert.ok(doubt && commentDoubt)

async function asked(
  answer: Reply,
  step: Json = input(),
  of = doubt,
  results: Readonly<Record<string, Json>> = upload,
) {
  const { context } = await scripted(() => answer)
  const presence = (await of?.reconcile(step, context({ results }))) ?? assert.fail()
  return presence.type === 'found' ? found(presence.published?.id ?? '') : presence.type
}

describe('a post in doubt is recognized among the account’s posts', () => {
  const own = { attachments: { media_keys: ['13_188'] } }
  const picture = input({ uploads: ['upload-1'] })
  const cases: readonly (readonly [what: string, posts: readonly object[], step: Json, expected: string])[] = [
    ['the same text', [listed()], input(), found('21')],
    ['among others', [listed({ id: '22', text: 'Good night' }), listed()], input(), found('21')],
    ['another text', [listed({ text: 'Good mornings' })], input(), 'absent'],
    ['an answer with that text', [listed(answersTo('7'))], input(), 'absent'],
    ['an older one that X lists nevertheless', [listed({ created_at: at(-120 * second) })], input(), 'absent'],
    ['one by a clock that is a little behind', [listed({ created_at: at(-30 * second) })], input(), found('21')],
    ['the text with media that was not sent', [listed(own)], input(), 'absent'],
    ['the media that was uploaded', [listed({ ...own, text: 'Good morning https://t.co/m' })], picture, found('21')],
    ['the text with other media', [listed({ attachments: { media_keys: ['13_199'] } })], picture, 'absent'],
    ['the text without the media', [listed()], picture, 'absent'],
  ]
  for (const [what, posts, step, expected] of cases)
    test(what, async () => {
      assert.equal(await asked(page(posts), step), expected)
    })

  test('nothing at all', async () => {
    assert.equal(await asked(nothing), 'absent')
  })
})

describe('a comment in doubt is recognized by its parent', () => {
  const first = { text: 'First!' }
  const cases: readonly (readonly [what: string, posts: readonly object[], expected: string])[] = [
    ['old names', [listed({ ...first, ...answersTo('20') })], found('21')],
    ['new names', [listed({ ...first, referenced_posts: [{ type: 'replied_to', id: '20' }] })], found('21')],
    ['with a name before it', [listed({ text: '@ada First!', ...answersTo('20') })], found('21')],
    ['an answer to another post', [listed({ ...first, ...answersTo('19') })], 'absent'],
    ['a quote', [listed({ ...first, referenced_tweets: [{ type: 'quoted', id: '20' }] })], 'absent'],
    ['no answer', [listed(first)], 'absent'],
  ]
  for (const [what, posts, expected] of cases)
    test(what, async () => {
      assert.equal(await asked(page(posts), reply, commentDoubt, thread), expected)
    })
})

describe('X is asked with the configured field names', () => {
  const cases = [
    ['tweet', { 'tweet.fields': 'created_at,entities,attachments,referenced_tweets' }],
    ['post', { 'post.fields': 'created_at,entities,attachments', expansions: 'referenced_posts' }],
  ] as const
  for (const [names, expected] of cases)
    test(names, async () => {
      const { asked, context } = await scripted(() => nothing)
      await doubt.reconcile(input(), context({ settings: { field_names: names } }))
      assert.equal(asked[0]?.path, '/x/api/2/users/11/tweets')
      assert.deepEqual(asked[0]?.query, {
        max_results: '100',
        start_time: at(-60 * second),
        ...expected,
      })
    })
})

test('further pages are read, up to a limit', async () => {
  const pages = [page([listed({ text: 'a' })], 'n1'), page([listed({ text: 'b' })], 'n2'), page([listed({ id: '23' })])]
  const few = await scripted((_, index) => pages[index] ?? nothing)
  const presence = await doubt.reconcile(input(), few.context())
  assert.equal(presence.type, 'found')
  assert.deepEqual(
    few.asked.map(({ query }) => query.pagination_token),
    [undefined, 'n1', 'n2'],
  )

  const many = await scripted(() => page([listed({ text: 'a' })], 'more'))
  assert.equal((await doubt.reconcile(input(), many.context())).type, 'cannot_tell')
  assert.equal(many.asked.length, 5)
})

describe('if X does not show the posts, none counts as absent', () => {
  const cases: readonly (readonly [what: string, answer: Reply, expected: string])[] = [
    ['refused', { status: 403, body: { detail: 'No' } }, 'cannot_tell'],
    ['nothing but errors', { body: { errors: [{ detail: 'Could not find user' }] } }, 'cannot_tell'],
    ['broken', { status: 503, body: '' }, 'retry'],
    ['too many requests', { status: 429, body: {} }, 'retry'],
    ['a token that has ended', { status: 401, body: {} }, 'expired'],
  ]
  for (const [what, answer, expected] of cases)
    test(what, async () => {
      assert.equal(await asked(answer), expected)
    })

  test('a response that can’t be read', async () => {
    await assert.rejects(asked({ body: '<html>' }))
    await assert.rejects(asked({ body: { data: [{ id: '1' }] } }))
  })
})

describe('a text is recognized after X has changed it', () => {
  const link = (short: string, whole: string) => ({ short: `https://t.co/${short}`, whole })
  type Case = readonly [what: string, sent: string, text: string, same: boolean, ...links: ReturnType<typeof link>[]]
  const cases: readonly Case[] = [
    ['as it is', 'Hello', 'Hello', true],
    ['longer', 'Hello', 'Hello you', false],
    ['shorter', 'Hello you', 'Hello', false],
    ['another case', 'Hello', 'hello', false],
    ['signs of HTML', 'a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d', true],
    ['what looks like such a sign', '&lt; &amp;amp;', '&amp;lt; &amp;amp;amp;', true],
    ['spaces at the ends', '  Hello \n', 'Hello', true],
    ['composed letters', 'Cafe\u0301', 'Caf\u00e9', true],
    [
      'a link',
      'See https://a.example/b?c=1&d=2 now',
      'See https://t.co/x now',
      true,
      link('x', 'https://a.example/b?c=1&d=2'),
    ],
    ['another link', 'See https://a.example/1', 'See https://t.co/x', false, link('x', 'https://a.example/2')],
    ['a longer link', 'See https://a.example/12', 'See https://t.co/x', false, link('x', 'https://a.example/1')],
    ['a link without its scheme', 'See a.example.', 'See https://t.co/x.', true, link('x', 'http://a.example')],
    [
      'a link with a last slash',
      'See https://A.example/ now',
      'See https://t.co/x now',
      true,
      link('x', 'https://a.example'),
    ],
    ['a slash that X has added', 'See https://a.example', 'See https://t.co/x', true, link('x', 'https://a.example/')],
    [
      'two links',
      'a.example, b.example',
      'https://t.co/x, https://t.co/y',
      true,
      link('x', 'http://a.example'),
      link('y', 'http://b.example'),
    ],
    [
      'two links in the other order',
      'b.example, a.example',
      'https://t.co/x, https://t.co/y',
      false,
      link('x', 'http://a.example'),
      link('y', 'http://b.example'),
    ],
    ['a short link that a person wrote', 'See https://t.co/x', 'See https://t.co/y', true, link('y', 'https://t.co/x')],
    ['a short link that X does not explain', 'See https://t.co/x', 'See https://t.co/x', true],
    ['an emoji', '👩‍👩‍👧 yes', '👩‍👩‍👧 yes', true],
  ]
  for (const [what, sent, text, same, ...links] of cases)
    test(what, () => {
      assert.equal(saysTheSame(sent, { text, links, replyTo: null }), same)
    })
})

test('only what X refuses as a duplicate may be sent again', () => {
  assert.equal(doubt.repeatable(input()), true)
  assert.equal(doubt.repeatable(input({ uploads: ['upload-1'] })), false)
  assert.equal(doubt.repeatable(input({ text: ' ', uploads: ['upload-1'] })), false)
  assert.equal(commentDoubt.repeatable(reply), true)
})
