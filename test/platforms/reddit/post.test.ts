import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { reddit } from '../../../src/platforms/reddit/index.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import type { Script } from '../../harness/scripted.ts'
import { now, scripted } from './scripted.ts'

const { post, postImage, comment } = reddit.live.actions
const image = 'https://storage.test/rte_images/abc'
const results = { upload: { url: image }, post: { id: '16xb01r' }, 'comment-1': { id: 'd161' } }

const input = {
  subreddit: 'test',
  title: 'A title',
  text: 'Words & more',
  url: null,
  flairId: null,
  flairText: null,
  nsfw: false,
  spoiler: true,
  plannedAt: now,
} as const satisfies Json

async function perform(script: Script, { action = post, given = input }: { action?: Action; given?: Json } = {}) {
  const server = await scripted(script)
  const outcome = await action.perform(given, server.context({ results }))
  const form = Object.fromEntries(new URLSearchParams(`${server.asked[0]?.body}`))
  return { outcome, form, asked: server.asked }
}

const taken = (data: object) => ({ body: { json: { errors: [], data } } })
const url = 'https://www.reddit.com/r/test/comments/16xb01r/a_title/'

describe('a post', () => {
  test('of text returns its address', async () => {
    const { outcome, form, asked } = await perform(() => taken({ url, id: '16xb01r', name: 't3_16xb01r' }))
    assert.deepEqual(outcome, { type: 'done', result: { id: '16xb01r' }, published: { id: '16xb01r', url } })
    assert.deepEqual(form, {
      api_type: 'json',
      sr: 'test',
      kind: 'self',
      title: 'A title',
      text: 'Words & more',
      nsfw: 'false',
      spoiler: 'true',
      sendreplies: 'true',
      resubmit: 'true',
      validate_on_submit: 'true',
    })
    assert.deepEqual([asked[0]?.call, asked[0]?.headers.authorization], ['POST /api/api/submit', 'Bearer token'])
  })

  test('with a link, and a flair', async () => {
    const given = { ...input, text: '', url: 'https://example.com/?a=1&b=2', flairId: 'f', flairText: 'News' }
    const { form } = await perform(() => taken({ url, id: '16xb01r' }), { given })
    assert.deepEqual(
      [form.kind, form.url, form.flair_id, form.flair_text, 'text' in form],
      ['link', given.url, 'f', 'News', false],
    )
  })

  test('with an image is in doubt until Reddit lists it', async () => {
    const answer = taken({
      user_submitted_page: 'https://www.reddit.com/user/ada/submitted/',
      websocket_url: 'wss://a',
    })
    const { outcome, form } = await perform(() => answer, { action: postImage })
    assert.equal(outcome.type, 'unknown')
    assert.deepEqual([form.kind, form.url], ['image', image])
  })

  test('that is refused with status 200 is refused', async () => {
    const errors = [['SUBREDDIT_NOEXIST', 'Hmm, that community doesn’t exist.', 'sr']]
    for (const action of [post, postImage])
      assert.equal((await perform(() => ({ body: { json: { errors } } }), { action })).outcome.type, 'rejected')
  })

  for (const answer of [{ body: '<html>' }, { body: { jquery: [], success: true } }])
    test(`whose response is ${JSON.stringify(answer.body)} is not reported as refused`, async () => {
      // The caller treats any thrown error as an unknown result.
      await assert.rejects(perform(() => answer))
    })
})

describe('a comment', () => {
  const given = { text: 'Under it', before: [], plannedAt: now }
  const data = {
    id: 'd162',
    parent_id: 't3_16xb01r',
    body: 'Under it',
    created_utc: now / 1_000,
    permalink: '/r/test/comments/16xb01r/a_title/d162/',
  }

  test('is directly under the post', async () => {
    const { outcome, form, asked } = await perform(() => taken({ things: [{ kind: 't1', data }] }), {
      action: comment,
      given,
    })
    assert.ok(outcome.type === 'done')
    assert.deepEqual(outcome.result, { id: 'd162' })
    assert.match(outcome.published?.url ?? '', /\/web\/r\/test\/comments\/16xb01r\/a_title\/d162\/$/)
    assert.deepEqual(form, { api_type: 'json', thing_id: 't3_16xb01r', text: 'Under it' })
    assert.equal(asked[0]?.call, 'POST /api/api/comment')
  })

  test('without an ID in the response is in doubt', async () => {
    const { outcome } = await perform(() => taken({ things: [] }), { action: comment, given })
    assert.equal(outcome.type, 'unknown')
  })
})

test('every request has our user agent with the operator', async () => {
  const { asked } = await perform(() => taken({ url, id: '16xb01r' }))
  assert.equal(asked[0]?.headers['user-agent'], 'server:polypost-app:v1 (by /u/ada_runs)')
  const server = await scripted(() => taken({ url, id: '16xb01r' }))
  await post.perform(input, server.context({ settings: {} }))
  assert.equal(server.asked[0]?.headers['user-agent'], 'server:polypost-app:v1')
})

test('nothing is ever submitted a second time', () => {
  for (const action of [post, postImage]) assert.equal(action.doubt?.repeatable(input), false)
  assert.equal(comment.doubt?.repeatable({ text: 'a', before: [], plannedAt: now }), false)
})
