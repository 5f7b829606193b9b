import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import {
  eventsOf,
  jobIn,
  newPublisher,
  readJob,
  readPost,
  schedulePost,
  setJob,
  startAccepting,
} from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  for (const previous of ['queued', 'retrying'] as const)
    test(`a ${previous} job is cancelled for good, and the other jobs stay as they are`, async () => {
      const user = await newPublisher(instance, { platforms: ['x', 'bluesky', 'threads'] })
      const { batchId, jobIds } = await schedulePost(user, { platforms: ['twitter', 'bluesky', 'threads'] })
      const [onX = 0, onBluesky = 0, onThreads = 0] = jobIds
      if (previous === 'retrying') await setJob(instance.data, onX, jobIn.retrying(), 'processing')
      await setJob(instance.data, onBluesky, jobIn.completed(), 'processing')
      const { status, body } = await user.ask('POST', `/jobs/${onX}/cancel`)
      assert.equal(status, 200)
      assert.deepEqual(body.data, {
        job_id: onX,
        batch_id: batchId,
        platform: 'twitter',
        previous_status: previous,
        status: 'cancelled',
        completed_job_ids_preserved: [onBluesky],
      })
      const job = await readJob(user, onX)
      assert.equal(job.status, 'cancelled')
      assert.notEqual(job.finished_at, null)
      const others = await Promise.all([onBluesky, onThreads].map((id) => readJob(user, id)))
      assert.deepEqual(
        others.map((other) => other.status),
        ['completed', 'queued'],
      )
      const [row] = await withDatabase(instance.data, (db) =>
        db.selectFrom('jobs').select('due_at').where('id', '=', onX).execute(),
      )
      assert.equal(row?.due_at, null)
    })

  for (const [other, status, event] of [
    [jobIn.completed(), 'successful', 'post.published'],
    [jobIn.failed(), 'failed', 'post.failed'],
  ] as const)
    test(`when this ends the group, it is ${status}, and an event reports it`, async () => {
      const user = await newPublisher(instance)
      const { id, jobIds } = await schedulePost(user)
      await setJob(instance.data, jobIds[0] ?? 0, other, 'processing')
      await user.ask('POST', `/jobs/${jobIds[1]}/cancel`)
      assert.equal((await readPost(user, id)).status, status)
      const [last] = (await eventsOf(instance.data, user.id)).slice(-1)
      assert.deepEqual([last?.name, last?.postId, last?.data.platform], [event, id, 'x'])
    })

  test('a group whose jobs are all cancelled is cancelled, and one event says so', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    for (const jobId of jobIds) await user.ask('POST', `/jobs/${jobId}/cancel`)
    assert.equal((await readPost(user, id)).status, 'cancelled')
    const events = await eventsOf(instance.data, user.id)
    assert.deepEqual(
      events.map(({ name }) => name),
      ['post.scheduled', 'post.cancelled'],
    )
    const { deleted, cancelled_by } = events[1]?.data ?? {}
    assert.deepEqual([deleted, cancelled_by.id], [false, user.keyId])
  })
})
