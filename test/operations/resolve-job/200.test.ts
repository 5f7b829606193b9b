import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { eventsOf, jobIn, newPublisher, readPost, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

const url = 'https://x.com/ana/status/1'

onEachInstance(startAccepting, (instance) => {
  async function inDoubt(body: object = {}) {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user, body)
    const [doubtful = 0, other = 0] = jobIds
    const plan = JSON.stringify([
      { name: 'upload', action: 'upload', input: {} },
      { name: 'post', action: 'post', input: {} },
    ])
    await setJob(instance.data, doubtful, { ...jobIn.outcomeUnknown(), plan }, 'processing')
    await setJob(instance.data, other, jobIn.completed())
    const step = { job_id: doubtful, tries: 1, started_at: 1 }
    await withDatabase(instance.data, (db) =>
      db
        .insertInto('steps')
        .values([
          { ...step, position: 0, status: 'done', result: '{"id":7}', finished_at: 2 },
          { ...step, position: 1, status: 'begun', doubt_since: 3 },
        ])
        .execute(),
    )
    return { user, id, doubtful }
  }

  test('published: the job is completed with the URL and its ID, the group ends, and events report it', async () => {
    const { user, id, doubtful } = await inDoubt()
    const { status, body } = await user.ask('POST', `/jobs/${doubtful}/resolve`, { body: { published: true, url } })
    assert.equal(status, 200)
    const { job, warnings } = body.data
    assert.deepEqual(
      [job.status, job.platform_post_url, job.platform_post_id, job.action_required],
      ['completed', url, '1', null],
    )
    assert.notEqual(job.finished_at, null)
    assert.deepEqual(warnings, [])
    const post = await readPost(user, id)
    assert.equal(post.status, 'successful')
    assert.notEqual(post.posted_at, null)
    const [last] = (await eventsOf(instance.data, user.id)).slice(-1)
    assert.equal(last?.name, 'post.published')
    const told = last?.data.jobs.find(({ jobId }: { jobId: number }) => jobId === doubtful)
    assert.deepEqual([told.status, told.platform_post_url], ['completed', url])
  })

  test('published: the metrics of the post are due for a read at once', async () => {
    const { user, doubtful } = await inDoubt()
    await user.ask('POST', `/jobs/${doubtful}/resolve`, { body: { published: true, url } })
    const { due_at, published_at } = await withDatabase(instance.data, (db) =>
      db.selectFrom('measured_posts').selectAll().where('job_id', '=', doubtful).executeTakeFirstOrThrow(),
    )
    assert.equal(due_at, published_at)
  })

  test('published: comments that were never sent are reported', async () => {
    const { user, doubtful } = await inDoubt({ comments_under_post: ['One more thing.'] })
    const { body } = await user.ask('POST', `/jobs/${doubtful}/resolve`, { body: { published: true, url } })
    assert.deepEqual(
      body.data.warnings.map(({ code }: { code: string }) => code),
      ['comment_failed'],
    )
  })

  test('not published: the job is queued again, due at once, and its earlier results stay', async () => {
    const { user, id, doubtful } = await inDoubt()
    const { body } = await user.ask('POST', `/jobs/${doubtful}/resolve`, { body: { published: false } })
    const { job } = body.data
    assert.deepEqual([job.status, job.attemptsMade, job.action_required], ['queued', 0, null])
    const { row, steps } = await withDatabase(instance.data, async (db) => ({
      row: await db.selectFrom('jobs').selectAll().where('id', '=', doubtful).executeTakeFirstOrThrow(),
      steps: await db.selectFrom('steps').selectAll().where('job_id', '=', doubtful).orderBy('position').execute(),
    }))
    assert.notEqual(row.plan, null)
    assert.ok(Math.abs(Number(row.due_at) - Date.now()) < 60_000)
    assert.deepEqual(
      steps.map(({ status, doubt_since, result }) => [status, doubt_since, result]),
      [
        ['done', null, '{"id":7}'],
        ['open', null, null],
      ],
    )
    const post = await readPost(user, id)
    assert.deepEqual([post.status, post.editable], ['processing', false])
    assert.equal((await user.ask('POST', `/jobs/${doubtful}/cancel`)).status, 200)
  })
})
