import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publishCommented } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { codesOf } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  test('the ID of a group is refused if the comment does not identify the platform, and nothing is sent', async () => {
    const post = await publishCommented(bench, ['facebook', 'threads'])
    const body = { post_id: post.postId, comment_id: '1', message: 'Hello.' }
    const reply = await post.who.ask('POST', '/comments/reply', { body })
    assert.deepEqual(codesOf(reply), { status: 400, code: 'validation_failed', details: ['not_resolved'] })
    assert.equal(reply.body.error.details[0].path, 'post_id')
    assert.equal((await post.who.published()).length, 1)
  })

  test('a story has no comments to reply to', async () => {
    const story = { message: ' ', platform_options: { instagram: { post_type: 'story' } } }
    const post = await publishCommented(bench, ['instagram'], story)
    const body = { post_id: post.postId, comment_id: '1', message: 'Hello.' }
    const reply = await post.who.ask('POST', '/comments/reply', { body })
    assert.deepEqual(codesOf(reply), { status: 400, code: 'validation_failed', details: ['unsupported'] })
  })

  test('a reply without a comment, a text or a post is refused', async () => {
    const { ask } = await bench.newcomer('x')
    const whole = { post_id: 1, comment_id: '1', message: 'Hello.' }
    for (const wrong of [{ comment_id: '' }, { message: '' }, { post_id: '1' }, { surprise: 1 }]) {
      const { status, body } = await ask('POST', '/comments/reply', { body: { ...whole, ...wrong } })
      assert.equal(status, 400, JSON.stringify([wrong, body]))
    }
  })
})
