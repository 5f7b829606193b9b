import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publishCommented, repliesOf, resolved } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { codesOf } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { commentedPlatforms } from '../../platforms/needs.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { scale: 60 })
  })
  after(() => bench.stop())

  test('an invalid comment ID never reaches another URL of the platform', async () => {
    for (const platform of commentedPlatforms) {
      const post = await publishCommented(bench, [platform])
      for (const comment_id of ['me/feed?x=', '../me/feed#', `${post.on(platform).remoteId}/../me`, '..']) {
        const body = { post_id: post.postId, comment_id, message: 'Hello.' }
        const reply = await post.who.ask('POST', '/comments/reply', { body })
        // X is asked for the comment first.
        const refused = platform === 'x' ? [422, 'content_rejected'] : [502, 'platform_error']
        assert.deepEqual([reply.status, codesOf(reply).code], refused, `${platform}: ${reply.text}`)
      }
      assert.equal((await post.who.published()).length, 1)
    }
  })

  test('a platform’s retry time is passed on', async () => {
    const post = await publishCommented(bench, ['x'])
    const body = {
      post_id: post.postId,
      comment_id: await post.comment('x', 'Hi?'),
      message: 'Hello. [[sandbox:rate_limit]]',
    }
    const { body: answer } = await post.who.ask('POST', '/comments/reply', { body })
    const [detail] = answer.error.details
    assert.deepEqual([detail.platform, detail.code], ['x', 'rate_limited'])
    assert.ok(Date.parse(detail.retry_at) > Date.now() - 60_000)
  })

  for (const platform of ['facebook', 'threads'] as const)
    test(`${platform}: a reply that can’t be checked for a while is still found later, and not sent twice`, async () => {
      const post = await publishCommented(bench, [platform])
      const message = `Late by ${post.who.name}. [[sandbox:timeout_after]]`
      const body = { post_id: post.postId, comment_id: await post.comment(platform, 'Hi?'), message }
      await bench.simulated.fault(platform, { operation: 'read', kind: 'server_error', times: 3 })
      assert.equal((await post.who.ask('POST', '/comments/reply', { body })).status, 502)
      await resolved(bench, message)
      const again = await post.who.ask('POST', '/comments/reply', { body })
      assert.equal(again.status, 200, again.text)
      assert.equal((await repliesOf(post, message)).length, 1)
    })
})
