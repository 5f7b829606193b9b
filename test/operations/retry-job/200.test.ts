import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { jobIn, newPublisher, readJob, readPost, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  test('a failed job is queued again, due at once, as if it had never started', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    const [failed = 0, other = 0] = jobIds
    const plan = JSON.stringify([{ name: 'post', action: 'post', input: {} }])
    await setJob(instance.data, failed, { ...jobIn.failed(), attempts: 5, plan }, 'partial')
    await setJob(instance.data, other, jobIn.completed())
    await withDatabase(instance.data, (db) =>
      db
        .insertInto('steps')
        .values({ job_id: failed, position: 0, status: 'failed', tries: 5, started_at: 1 })
        .execute(),
    )
    const { status, body } = await user.ask('POST', `/jobs/${failed}/retry`)
    assert.equal(status, 200)
    const { job } = body.data
    assert.deepEqual(
      [job.status, job.attemptsMade, job.failedReason, job.error, job.started_at, job.finished_at],
      ['queued', 0, null, null, null, null],
    )
    assert.deepEqual(job, await readJob(user, failed))
    const { row, steps } = await withDatabase(instance.data, async (db) => ({
      row: await db.selectFrom('jobs').selectAll().where('id', '=', failed).executeTakeFirstOrThrow(),
      steps: await db.selectFrom('steps').selectAll().where('job_id', '=', failed).execute(),
    }))
    assert.deepEqual([row.plan, steps], [null, []])
    assert.ok(Math.abs(Number(row.due_at) - Date.now()) < 60_000)
    assert.equal(row.due_at, row.scheduled_for)
    assert.equal((await readJob(user, other)).status, 'completed')
    assert.equal((await readPost(user, id)).status, 'processing')
  })

  test('a job whose account is disconnected can be retried: the retry reports it', async () => {
    const user = await newPublisher(instance)
    const { jobIds } = await schedulePost(user)
    await setJob(instance.data, jobIds[0] ?? 0, jobIn.failed())
    await withDatabase(instance.data, (db) =>
      db.deleteFrom('accounts').where('profile_id', '=', user.profileId).execute(),
    )
    assert.equal((await user.ask('POST', `/jobs/${jobIds[0]}/retry`)).status, 200)
  })
})
