import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { eventsOf, newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  test('all jobs of the post are cancelled, whichever of its IDs is used, and the post is not found again', async () => {
    const user = await newPublisher(instance)
    for (const which of [0, 1, 2]) {
      const { id, batchId, jobIds } = await schedulePost(user)
      const given = [id, ...jobIds][which]
      const { status, body } = await user.ask('DELETE', `/posts/${given}`)
      assert.equal(status, 200)
      assert.deepEqual(body.data, { id, batch_id: batchId, deleted: true, cancelled_job_ids: jobIds })
      for (const jobId of jobIds) assert.equal((await user.ask('GET', `/jobs/${jobId}`)).status, 404)
      assert.equal((await user.ask('DELETE', `/posts/${given}`)).status, 404)
      const rows = await withDatabase(instance.data, (db) =>
        db.selectFrom('jobs').select(['status', 'due_at']).where('post_id', '=', id).execute(),
      )
      for (const { status: now, due_at } of rows) assert.deepEqual([now, due_at], ['cancelled', null])
    }
  })

  test('an already cancelled job is not reported again, and one event says that the post is deleted, and by whom', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    await user.ask('POST', `/jobs/${jobIds[0]}/cancel`)
    const { cancelled_job_ids } = (await user.ask('DELETE', `/posts/${id}`)).body.data
    assert.deepEqual(cancelled_job_ids, [jobIds[1]])
    const events = await eventsOf(instance.data, user.id)
    assert.deepEqual(
      events.map(({ name }) => name),
      ['post.scheduled', 'post.cancelled'],
    )
    const { platform, status, deleted, cancelled_by, jobs } = events[1]?.data ?? {}
    assert.deepEqual([platform, status, deleted], ['multiple', 'cancelled', true])
    assert.deepEqual(cancelled_by, { type: 'key', id: user.keyId, name: 'test' })
    assert.deepEqual(
      jobs.map((job: { jobId: number; status: string }) => [job.jobId, job.status]),
      jobIds.map((jobId) => [jobId, 'cancelled']),
    )
  })
})
