import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Outcome } from '../../../src/domain/outcome.ts'
import { bluesky } from '../../../src/platforms/bluesky/index.ts'
import { withBriefWait } from '../../harness/brief-wait.ts'
import { asking, comment, published, remove, simulated, told } from './simulated.ts'
import { collection } from './simulator/start.ts'

const { reply } = bluesky.live

describe('a reply', () => {
  const commented = async (name: string, message = `We do, ${name}.`) => {
    const { as, post } = await published(name)
    return { as, asked: asking(post, await comment(post.id, 'Ada', 'Do you ship?'), message) }
  }
  const repliesTo = async (id: string) =>
    (await simulated.sandbox.posts('bluesky')).filter((post) => post.reply_to === id)

  test('is found under its own key only', async () => {
    const { as, asked } = await commented('Replying')
    assert.equal((await reply.find(asked, as)).type, 'absent')
    const sent = await reply.send(asked, as)
    const found = await reply.find(asked, as)
    assert.ok(sent.type === 'done' && found.type === 'found')
    assert.deepEqual(found.published, sent.published)
    for (const other of [{ message: 'We do not.' }, { since: asked.since + 1 }, { commentId: asked.post.id }])
      assert.equal((await reply.find({ ...asked, ...other }, as)).type, 'absent')
  })

  test('that is sent twice exists once', async () => {
    const { as, asked } = await commented('Twice')
    const [one, other] = [await reply.send(asked, as), await reply.send(asked, as)]
    assert.ok(one.type === 'done')
    assert.deepEqual(other, one)
    assert.equal((await repliesTo(asked.commentId)).length, 1)
  })

  test('is part of its thread, with links, mentions and hashtags', async () => {
    const friend = await simulated.signIn('friend')
    const message = `@${friend.handle} @nobody.bsky.test see example.com #tag`
    const { as, asked } = await commented('Rich', message)
    const below = await comment(asked.commentId, 'Bruno', 'And to Poland?')
    const sent = await reply.send({ ...asked, commentId: below }, as)
    assert.ok(sent.type === 'done')
    const [, , repo = '', , rkey = ''] = (sent.published?.id ?? '').split('/')
    const { value } = (await simulated.call('com.atproto.repo.getRecord', { query: { repo, collection, rkey } })).body
    assert.equal(value.text, message)
    assert.deepEqual([value.reply.root.uri, value.reply.parent.uri], [asked.post.id, below])
    assert.deepEqual(
      value.facets.map(({ features: [one] }: { features: [{ $type: string }] }) => one.$type.split('#')[1]),
      ['mention', 'link', 'tag'],
    )
  })

  const lost = [
    ['timeout_after', 1],
    ['server_error_after', 1],
    ['malformed_json', 1],
    ['timeout_before', 0],
    ['reset', 0],
  ] as const
  for (const [kind, there] of lost)
    test(`whose response was lost (${kind}) exists ${there} times, and is found as often`, async () => {
      const { as, asked } = await commented(`Lost ${kind}`)
      await simulated.sandbox.control('POST', '/bluesky/faults', { operation: 'comment', kind, times: 1 })
      const sent = await reply
        .send(asked, withBriefWait(as))
        .catch((): Outcome => ({ type: 'unknown', message: 'thrown' }))
      assert.equal(sent.type, 'unknown')
      const visible = await repliesTo(asked.commentId)
      assert.equal(visible.length, there)
      const found = await reply.find(asked, as)
      assert.equal(found.type === 'found' ? found.published?.id : found.type, visible[0]?.id ?? 'absent')
    })

  for (const kind of ['timeout_after', 'server_error', 'malformed_json', 'reset', 'rate_limit'])
    test(`is certainly not sent if its parent could not be read (${kind})`, async () => {
      const { as, asked } = await commented(`Unsent ${kind}`)
      // A read that is reset is sent again once.
      const times = kind === 'reset' ? 2 : 1
      await simulated.sandbox.control('POST', '/bluesky/faults', { operation: 'metrics', kind, times })
      assert.equal((await reply.send(asked, withBriefWait(as))).type, 'retry')
      assert.deepEqual(await repliesTo(asked.commentId), [])
    })

  test('to a deleted comment, or under another post, is refused', async () => {
    const { as, asked } = await commented('Astray')
    const { asked: elsewhere } = await commented('Elsewhere')
    await remove(asked.commentId, 'Ada')
    for (const commentId of [asked.commentId, elsewhere.commentId, asked.post.id]) {
      assert.equal(told(await reply.send({ ...asked, commentId }, as)), 'rejected platform_rejected')
      assert.deepEqual(await repliesTo(commentId), [])
    }
  })
})
