import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listOf, publishCommented, repliesOf } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { codesOf } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { tested } from '../../platforms/index.ts'
import { commentedPlatforms } from '../../platforms/needs.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  test('a text that the platform would not accept is refused before the platform is asked', async () => {
    for (const platform of commentedPlatforms) {
      const post = await publishCommented(bench, [platform])
      const comment_id = await post.comment(platform, 'Hi?')
      const send = (message: string) =>
        post.who.ask('POST', '/comments/reply', { body: { post_id: post.postId, comment_id, message } })
      const blank = codesOf(await send(' \n '))
      assert.deepEqual(
        [platform, blank],
        [platform, { status: 422, code: 'content_rejected', details: ['text_required'] }],
      )
      const { longestReply: longest = 0 } = tested[platform]
      // The API accepts no longer text.
      if (longest >= 10_000) continue
      const reply = await send('a'.repeat(longest + 1))
      const [detail] = reply.body.error.details
      assert.deepEqual([platform, reply.status, detail.code, detail.path], [platform, 422, 'text_too_long', 'message'])
      assert.deepEqual([detail.limit, detail.actual], [longest, longest + 1])
      assert.equal((await send('a'.repeat(longest))).status, 200)
    }
  })

  for (const platform of commentedPlatforms)
    test(`${platform}: a comment of the account itself is refused with a finding, no matter who wrote it`, async () => {
      const post = await publishCommented(bench, [platform], { comments_under_post: ['First.'] })
      const listed = async (): Promise<{ id: string; is_own: boolean }[]> => (await listOf(post)).body.data.comments
      const first = await eventually('the first comment is listed', async () =>
        (await listed()).find(({ is_own }) => is_own),
      )
      const send = (comment_id: unknown, message: string) =>
        post.who.ask('POST', '/comments/reply', { body: { post_id: post.postId, comment_id, message } })
      const answer = await send(await post.comment(platform, 'Hi?'), 'Hello.')
      for (const own of [first.id, answer.body.data.reply_id]) {
        const reply = await send(own, 'Me, too.')
        const { code, path } = reply.body.error.details[0]
        assert.deepEqual([reply.status, code, path], [422, 'own_comment', 'comment_id'], reply.text)
      }
      assert.deepEqual(await repliesOf(post, 'Me, too.'), [])
    })

  test('X answered a comment under the post of somebody else, because any ID is accepted there', async () => {
    const [post, other] = [await publishCommented(bench, ['x']), await publishCommented(bench, ['x'])]
    const elsewhere = await other.comment('x', `@${post.who.username} Hi?`)
    const send = (comment_id: string) =>
      post.who.ask('POST', '/comments/reply', { body: { post_id: post.postId, comment_id, message: 'Hello.' } })
    for (const id of [elsewhere, other.on('x').remoteId, '1', 'a/../b']) {
      const { status, body } = await send(id)
      assert.deepEqual([status, body.error.details[0].code], [422, 'other_post'], id)
    }
    assert.deepEqual(await repliesOf(post, 'Hello.'), [])
    assert.equal((await send(await post.comment('x', 'Hi?'))).status, 200)
  })

  test('an account that is not connected, or needs a new login, is reported, and nothing is sent', async () => {
    const post = await publishCommented(bench, ['threads'])
    const body = { post_id: post.postId, comment_id: await post.comment('threads', 'Hi?'), message: 'Hello.' }
    const send = () => post.who.ask('POST', '/comments/reply', { body })
    await bench.simulated.fault('threads', { operation: 'comment', kind: 'token_revoked' })
    await bench.simulated.fault('threads', { operation: 'create', kind: 'token_revoked' })
    await bench.simulated.fault('threads', { operation: 'upload', kind: 'token_revoked' })
    assert.deepEqual(
      [(await send()).body.error.code, (await send()).body.error.code],
      ['reconnect_required', 'reconnect_required'],
    )
    await bench.simulated.clear('threads')
    await post.who.ask('POST', '/disconnect', { body: { platform: 'threads' } })
    assert.deepEqual(codesOf(await send()), {
      status: 422,
      code: 'platform_not_connected',
      details: ['platform_not_connected'],
    })
    await bench.simulated.connect(post.who.ask, 'threads', post.who.name)
    assert.equal((await send()).status, 200)
    assert.equal((await repliesOf(post, 'Hello.')).length, 1)
  })
})
