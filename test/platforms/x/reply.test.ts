import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Outcome } from '../../../src/domain/outcome.ts'
import { x } from '../../../src/platforms/x/index.ts'
import { withBriefWait } from '../../harness/brief-wait.ts'
import { asking, publishedBy, startX } from './simulated.ts'

const { reply } = x.live
const simulated = await startX({ scale: 1 })
const published = publishedBy(simulated)

describe('a reply', () => {
  const commented = async (name: string) => {
    const { as, post } = await published(name)
    return { as, asked: asking(post, await simulated.comment(post.id, 'ada', 'Do you ship?'), `We do, ${name}.`) }
  }

  test('is found again under its parent, and not under another one', async () => {
    const { as, asked } = await commented('replying')
    assert.equal((await reply.find(asked, as)).type, 'absent')
    const sent = await reply.send(asked, as)
    const found = await reply.find(asked, as)
    assert.ok(sent.type === 'done' && found.type === 'found')
    assert.deepEqual(found.published, sent.published)
    assert.equal((await reply.find({ ...asked, message: 'We do not.' }, as)).type, 'absent')
    assert.equal((await reply.find({ ...asked, commentId: asked.post.id }, as)).type, 'absent')
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
      const { as, asked } = await commented(`lost ${kind}`)
      await simulated.fault({ operation: 'comment', kind })
      const sent = await reply
        .send(asked, withBriefWait(as))
        .catch((): Outcome => ({ type: 'unknown', message: 'thrown' }))
      assert.equal(sent.type, 'unknown')
      const visible = await simulated.repliesTo(asked.commentId)
      assert.equal(visible.length, there)
      const found = await reply.find(asked, as)
      assert.equal(found.type === 'found' ? found.published?.id : found.type, visible[0]?.id ?? 'absent')
    })

  test('that X accepts from no app is refused for good, with the reason', async () => {
    const { as, asked } = await commented('not summoned')
    await simulated.settings({ replies: 'mentioned' })
    const sent = await reply.send(asked, as)
    await simulated.settings({ replies: 'engaged' })
    assert.ok(sent.type === 'rejected' && sent.error === 'platform_rejected')
    assert.match(sent.message, /mentioned or quoted the account/)
    assert.deepEqual(await simulated.repliesTo(asked.commentId), [])
  })
})
