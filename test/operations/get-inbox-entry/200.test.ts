import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listOf, publishCommented } from '../../harness/commented.ts'
import { newCommentedJob } from '../../harness/commented-job.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type InboxInstance, inboxOf, startInboxed } from '../../harness/inboxed.ts'

onEachDatabase((kind) => {
  let stage: InboxInstance
  before(async () => {
    stage = await startInboxed(kind)
  })
  after(() => stage.bench.stop())

  test('a reply that was sent shows at once, and once it was read, it is in the thread and not shown twice', async () => {
    const post = await publishCommented(stage.bench, ['facebook'])
    const comment_id = await post.comment('facebook', 'Do you ship?')
    await stage.look(post.on('facebook').jobId)
    const [{ id }] = await inboxOf(post.who)
    const body = { post_id: post.on('facebook').jobId, comment_id, message: 'We do.' }
    const sent = await post.who.ask('POST', '/comments/reply', { body })
    assert.equal(sent.status, 200, sent.text)
    const read = async () => (await post.who.ask('GET', `/inbox/${id}`)).body.data
    const { entry, thread } = await read()
    const { reply_id } = sent.body.data
    assert.deepEqual(
      entry.own_replies.map((own: typeof body & { status: string; reply_id: string }) => [
        own.message,
        own.status,
        own.reply_id,
      ]),
      [['We do.', 'posted', reply_id]],
    )
    assert.equal(thread.length, 1)
    await listOf(post)
    const after = await read()
    assert.deepEqual(after.entry.replies, [])
    assert.equal(after.entry.own_replies.length, 1)
    assert.deepEqual(
      after.thread.map((one: { entry_id: number | null; comment: { id: string } }) => [one.entry_id, one.comment.id]),
      [
        [id, comment_id],
        [null, reply_id],
      ],
    )
  })

  test('a thread begins with its first comment, whichever of its comments is asked for; a circle of parents ends', async () => {
    const user = await newCommentedJob(stage.bench.instance)
    const posted_at = Date.now()
    const top = await user.comment({ comment_id: 'a', posted_at })
    const middle = await user.comment({ comment_id: 'b', parent_id: 'a', posted_at: posted_at + 1 })
    const last = await user.comment({ comment_id: 'c', parent_id: 'b', posted_at: posted_at + 2 })
    await user.comment({ comment_id: 'other' })
    for (const id of [top, middle, last]) {
      const { thread } = (await user.ask('GET', `/inbox/${id}`)).body.data
      assert.deepEqual(
        thread.map(({ entry_id }: { entry_id: number }) => entry_id),
        [top, middle, last],
      )
    }
    const circle = await user.comment({ comment_id: 'd', parent_id: 'e' })
    await user.comment({ comment_id: 'e', parent_id: 'd' })
    assert.equal((await user.ask('GET', `/inbox/${circle}`)).body.data.thread.length, 2)
  })
})
