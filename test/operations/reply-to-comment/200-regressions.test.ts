import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publishCommented, repliesOf } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  test('a repeat by the ID of a group asked the platforms before it returned the stored answer', async () => {
    const post = await publishCommented(bench, ['facebook', 'threads'])
    const comment_id = await post.comment('facebook', 'Do you ship?')
    const send = () =>
      post.who.ask('POST', '/comments/reply', { body: { post_id: post.postId, comment_id, message: 'We do.' } })
    const first = await send()
    assert.equal(first.status, 200, first.text)
    const asked = async () =>
      (await bench.simulated.requests('facebook')).length + (await bench.simulated.requests('threads')).length
    const before = await asked()
    // Nothing of it is needed for the answer.
    for (const platform of ['facebook', 'threads'])
      assert.equal((await post.who.ask('POST', '/disconnect', { body: { platform } })).status, 200)
    const [left, again] = [await asked(), await send()]
    assert.deepEqual([again.status, again.body], [200, first.body])
    assert.equal(await asked(), left)
    assert.ok(left >= before)
  })

  test('an account that moved to another profile could be read but did not answer', async () => {
    const post = await publishCommented(bench, ['facebook'])
    const comment_id = await post.comment('facebook', 'Do you ship?')
    const { who } = post
    const profile = (await who.ask('POST', '/profiles', { body: { name: 'New' } })).body.data.profile_id
    await who.ask('POST', '/disconnect', { body: { platform: 'facebook' } })
    await bench.simulated.connect(who.ask, 'facebook', who.name, profile)
    const body = { post_id: post.postId, comment_id, message: 'We do.' }
    const reply = await who.ask('POST', '/comments/reply', { body })
    assert.equal(reply.status, 200, reply.text)
    assert.equal((await repliesOf(post, 'We do.')).length, 1)
  })

  test('a comment that the inbox knows is answered without another look at the platform', async () => {
    const post = await publishCommented(bench, ['threads', 'facebook'])
    const comment_id = await post.comment('threads', 'Do you ship?')
    assert.equal((await post.who.ask('GET', `/comments?post_id=${post.postId}`)).status, 200)
    const reads = async () =>
      (await bench.simulated.requests('threads')).filter(({ path }) => path.includes('conversation')).length
    const before = await reads()
    const body = { post_id: post.postId, comment_id, message: 'We do.' }
    assert.equal((await post.who.ask('POST', '/comments/reply', { body })).status, 200)
    assert.equal(await reads(), before)
  })
})
