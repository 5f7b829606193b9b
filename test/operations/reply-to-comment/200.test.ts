import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listOf, publishCommented, repliesOf } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { codesOf } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { commentedPlatforms } from '../../platforms/needs.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  for (const platform of commentedPlatforms)
    test(`${platform}: a reply is posted once, exactly as sent, and a repeat gets the first response`, async () => {
      const post = await publishCommented(bench, [platform])
      const commentId = await post.comment(platform, 'Do you ship?')
      const message = 'We do —  within three days. <b>Sure</b> & safe!'
      const { jobId, remoteId } = post.on(platform)
      const body = { post_id: jobId, comment_id: commentId, message }
      const first = await post.who.ask('POST', '/comments/reply', { body })
      assert.equal(first.status, 200, first.text)
      const { reply_id: replyId, ...data } = first.body.data
      assert.deepEqual(data, { ...body, platform, remote_post_id: remoteId })
      const visible = await repliesOf(post, message)
      assert.deepEqual(
        visible.map(({ id, reply_to }) => [id, reply_to]),
        [[replyId, commentId]],
      )
      const again = await post.who.ask('POST', '/comments/reply', { body: { ...body, post_id: post.postId } })
      assert.deepEqual([again.status, again.body], [200, first.body])
      assert.equal((await repliesOf(post, message)).length, 1)
      // The list of Bluesky lags behind its posts.
      const listed = await eventually('the list shows the reply', async () =>
        (await listOf(post)).body.data.comments.find(({ id }: { id: string }) => id === replyId),
      )
      assert.deepEqual(
        [listed.message, listed.parent_id, listed.is_own, listed.can_reply],
        [message, commentId, true, false],
      )
    })

  test('a reply to a reply is placed where the platform puts it', async () => {
    for (const platform of commentedPlatforms) {
      const post = await publishCommented(bench, [platform])
      const top = await post.comment(platform, 'Do you ship?')
      // On X, only mentioned accounts may reply.
      const deeper = await post.comment(platform, `@${post.who.username} To where?`, top)
      const body = { post_id: post.on(platform).jobId, comment_id: deeper, message: 'Everywhere.' }
      const { status, text } = await post.who.ask('POST', '/comments/reply', { body })
      assert.equal(status, 200, text)
      assert.equal((await repliesOf(post, 'Everywhere.')).length, 1, platform)
    }
  })

  test('with an idempotency key, a repeat gets the first response, and another user’s key is separate', async () => {
    const replied = async () => {
      const post = await publishCommented(bench, ['threads'])
      const body = { post_id: post.postId, comment_id: await post.comment('threads', 'Hi.'), message: 'Hello.' }
      const send = () => post.who.ask('POST', '/comments/reply', { body, headers: { 'idempotency-key': 'once' } })
      const [first, again] = [await send(), await send()]
      assert.deepEqual([first.status, again.status, again.headers.get('idempotent-replayed')], [200, 200, 'true'])
      assert.deepEqual(again.body, first.body)
      assert.equal((await repliesOf(post, 'Hello.')).length, 1)
      return first.body.data.reply_id
    }
    assert.notEqual(await replied(), await replied())
  })

  test('equal concurrent replies are sent once; the same text to several comments is several replies', async () => {
    const post = await publishCommented(bench, ['facebook'])
    const comments = await Promise.all(['One?', 'Two?', 'Three?'].map((message) => post.comment('facebook', message)))
    const reply = (comment_id: string, message: string) =>
      post.who.ask('POST', '/comments/reply', { body: { post_id: post.postId, comment_id, message } })
    const [first = ''] = comments
    const equal = await Promise.all(Array.from({ length: 6 }, () => reply(first, 'Only once.')))
    const sent = equal.filter(({ status }) => status === 200)
    assert.ok(sent.length > 0)
    for (const one of equal)
      if (one.status !== 200) assert.deepEqual([one.status, codesOf(one).code], [409, 'outcome_unknown'])
    assert.equal((await repliesOf(post, 'Only once.')).length, 1)
    const alike = await Promise.all(comments.map((id) => reply(id, 'Yes.')))
    assert.deepEqual(
      alike.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.deepEqual((await repliesOf(post, 'Yes.')).map(({ reply_to }) => reply_to).toSorted(), comments.toSorted())
    assert.equal(new Set(alike.map(({ body }) => body.data.reply_id)).size, 3)
  })

  test('with the ID of a group, the comment decides the platform', async () => {
    const post = await publishCommented(bench, ['x', 'facebook', 'threads'])
    for (const platform of ['facebook', 'threads', 'x'] as const) {
      const comment_id = await post.comment(platform, `On ${platform}?`)
      const body = { post_id: post.postId, comment_id, message: `On ${platform}.` }
      const reply = await post.who.ask('POST', '/comments/reply', { body })
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual([reply.body.data.platform, reply.body.data.post_id], [platform, post.on(platform).jobId])
    }
  })
})
