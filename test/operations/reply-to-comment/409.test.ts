import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publishCommented, repliesOf, resolved } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { codesOf, jobIn, newPublisher, schedulePost, setJob } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'

const inDoubt = { status: 409, code: 'outcome_unknown', details: ['outcome_unknown'] }

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  test('an unpublished post accepts no replies', async () => {
    const user = await newPublisher(bench.instance)
    const { jobIds } = await schedulePost(user)
    const [jobId = 0] = jobIds
    for (const state of ['failed', 'outcomeUnknown'] as const) {
      await setJob(bench.instance.data, jobId, jobIn[state]())
      const body = { post_id: jobId, comment_id: '1', message: 'Hello.' }
      const reply = await user.ask('POST', '/comments/reply', { body })
      assert.deepEqual(codesOf(reply), { status: 409, code: 'not_published', details: ['not_published'] })
    }
  })

  test('while the result of a reply is unknown, equal replies and those with the same text wait; others do not', async () => {
    const post = await publishCommented(bench, ['facebook'])
    const [one, other] = [await post.comment('facebook', 'One?'), await post.comment('facebook', 'Other?')]
    const reply = (comment_id: string, message: string) =>
      post.who.ask('POST', '/comments/reply', { body: { post_id: post.postId, comment_id, message } })
    await bench.simulated.fault('facebook', { operation: 'comment', kind: 'timeout_after' })
    // The result can't be checked, so the reply stays in doubt as long as the test needs.
    await bench.simulated.fault('facebook', { operation: 'read', kind: 'server_error', times: 1_000 })
    assert.deepEqual(codesOf(await reply(one, 'Yes.')), { ...inDoubt, status: 502 })
    assert.deepEqual(codesOf(await reply(one, 'Yes.')), inDoubt)
    assert.deepEqual(codesOf(await reply(other, 'Yes.')), inDoubt)
    assert.equal((await reply(other, 'No.')).status, 200)
    await bench.simulated.clear('facebook')
    await resolved(bench, 'Yes.')
    const [first, second] = [await reply(one, 'Yes.'), await reply(other, 'Yes.')]
    assert.deepEqual([first.status, second.status], [200, 200])
    const visible = await repliesOf(post, 'Yes.')
    assert.deepEqual(
      visible.map(({ id, reply_to }) => [id, reply_to]).toSorted(),
      [
        [first.body.data.reply_id, one],
        [second.body.data.reply_id, other],
      ].toSorted(),
    )
  })

  test('a reply whose result can never be determined is not sent again', async () => {
    const post = await publishCommented(bench, ['threads'])
    const body = { post_id: post.postId, comment_id: await post.comment('threads', 'Hi?'), message: 'Hello.' }
    await bench.simulated.fault('threads', { operation: 'comment', kind: 'server_error', times: 100 })
    await bench.simulated.fault('threads', { operation: 'read', kind: 'server_error', times: 1_000 })
    assert.equal((await post.who.ask('POST', '/comments/reply', { body })).status, 502)
    const dayAgo = Date.now() - 25 * 60 * 60_000
    await eventually('it is given up', async () => {
      await bench.rows.change((db) =>
        db.updateTable('replies').set({ doubt_since: dayAgo }).where('comment_id', '=', body.comment_id).execute(),
      )
      const rows = await bench.rows.db
        .selectFrom('replies')
        .select('status')
        .where('comment_id', '=', body.comment_id)
        .execute()
      return rows[0]?.status === 'unknown'
    })
    await bench.simulated.clear('threads')
    const reply = await post.who.ask('POST', '/comments/reply', { body })
    assert.deepEqual(codesOf(reply), inDoubt)
    assert.match(reply.body.error.message, /with another text/)
    assert.deepEqual(await repliesOf(post, 'Hello.'), [])
  })
})
