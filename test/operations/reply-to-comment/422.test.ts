import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commentedPlatforms, publishCommented, repliesOf } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { codesOf } from '../../harness/posts.ts'
import { type Publishing, startPublishing } from '../../harness/publishing.ts'

/** One more than the platform accepts. */
const tooLong = { facebook: 8_001, instagram: 301, threads: 501, youtube: 10_001, x: 281, bluesky: 301 } as const

onEachDatabase((kind) => {
  let bench: Publishing
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
      if (tooLong[platform] > 10_000) continue
      const reply = await send('a'.repeat(tooLong[platform]))
      const [detail] = reply.body.error.details
      assert.deepEqual([platform, reply.status, detail.code, detail.path], [platform, 422, 'text_too_long', 'message'])
      assert.deepEqual([detail.limit, detail.actual], [tooLong[platform] - 1, tooLong[platform]])
      assert.equal((await send('a'.repeat(tooLong[platform] - 1))).status, 200)
    }
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
