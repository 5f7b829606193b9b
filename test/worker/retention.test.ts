import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { noMetrics } from '../../src/domain/metrics.ts'
import { day, hour } from '../../src/domain/time.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { pruneTables } from '../../src/worker/pruning/prune-tables.ts'
import { type AnalyticsRows, openAnalyticsRows } from '../harness/browsed.ts'
import { onEachDatabase } from '../harness/database.ts'
import type { Instance, User } from '../harness/instance.ts'
import { withoutPauses } from '../harness/pauses.ts'
import { createPost, jobIn, newPublisher, schedulePost, setJob, startAccepting } from '../harness/posts.ts'
import { insertAutoReply, insertComment, openInstanceData, openRows, type Rows } from '../harness/rows.ts'

const log = createLog({ level: 'error', pretty: false })

onEachDatabase((kind) => {
  let instance: Instance
  let rows: Rows
  let analytics: AnalyticsRows

  before(async () => {
    instance = await startAccepting(kind)
    rows = await openRows(instance.data)
    analytics = await openAnalyticsRows(instance.data)
  })
  after(async () => {
    await analytics.close()
    await rows.close()
    await instance.stop()
  })

  /** Deletes what is old, with these settings. */
  async function prune(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const { keepDays } = readConfig({ ...instance.data.env, ...settings })
    const database = openInstanceData(instance.data)
    try {
      await pruneTables({ database, clock: systemClock, log }, keepDays, withoutPauses)
    } finally {
      await database.close()
    }
  }

  const browse = async ({ ask }: User, query = '') => (await ask('GET', `/analytics/posts${query}`)).body.data
  const statusOf = async ({ ask }: User, way: string) => (await ask('GET', way)).status

  const viewed = (views: number) => ({ platforms: [{ name: 'x', metrics: { views } }] })

  test('posts are kept for ever without the setting, and with it until they have ended for that long', async () => {
    const user = await newPublisher(instance)
    const createdAt = Date.now() - 101 * day
    const [old, other] = await analytics.insert(user, [
      { ...viewed(5), createdAt },
      { ...viewed(9), createdAt, status: 'processing' },
    ])
    const [young] = await analytics.insert(user, [{ ...viewed(7), createdAt: Date.now() - 99 * day }])
    assert.ok(old && other && young)
    await prune()
    assert.equal((await browse(user)).total, 3)
    const snapshot = await browse(user, '?page=1&sort=views')

    await prune({ POLYPOST_KEEP_POSTS_DAYS: '100' })
    assert.equal(await statusOf(user, `/posts/${old.id}`), 404)
    assert.equal(await statusOf(user, `/jobs/${old.jobIds[0]}`), 404)
    const now = await browse(user, '?sort=views')
    assert.equal(now.total, 2)
    assert.deepEqual(
      now.groups.map(({ post_id }: { post_id: number }) => post_id),
      [other.id, young.id],
    )
    // A page of the moment before still has its total, and lacks only the group that is gone.
    const again = await browse(user, `?page=1&sort=views&snapshot_at=${snapshot.snapshot_at}`)
    assert.deepEqual([again.total, again.groups.length], [3, 2])
    for (const table of ['metric_reads', 'measured_posts'] as const)
      assert.deepEqual(await rows.db.selectFrom(table).select('job_id').where('job_id', 'in', old.jobIds).execute(), [])
  })

  test('a post whose job still has something to do is kept, however old it is', async () => {
    const user = await newPublisher(instance)
    const createdAt = Date.now() - 200 * day
    const [post] = await analytics.insert(user, [{ ...viewed(1), createdAt }])
    assert.ok(post)
    await setJob(instance.data, post.jobIds[0] ?? 0, { due_at: Date.now() + day })
    await prune({ POLYPOST_KEEP_POSTS_DAYS: '100' })
    assert.equal((await browse(user)).total, 1)
  })

  test('a deleted post is gone from the database after 30 days', async () => {
    const user = await newPublisher(instance)
    const [one, other] = [await schedulePost(user), await schedulePost(user)]
    for (const { id } of [one, other]) assert.equal((await user.ask('DELETE', `/posts/${id}`)).status, 200)
    await rows.change((db) =>
      db
        .updateTable('posts')
        .set({ deleted_at: Date.now() - 31 * day })
        .where('id', '=', one.id)
        .execute(),
    )
    await prune()
    const ids = [one.id, other.id]
    const left = await rows.db.selectFrom('posts').select('id').where('id', 'in', ids).execute()
    assert.deepEqual(
      left.map(({ id }) => id),
      [other.id],
    )
  })

  test('30 days after its end a job has no plan and no steps, reads the same as before, and can be tried again', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const ended = async (age: number, state: 'completed' | 'failed' | 'processing') => {
      const { jobIds } = await createPost(user, { platforms: ['x'] })
      const [id = 0] = jobIds
      const at = Date.now() - age
      await setJob(instance.data, id, { ...jobIn[state](), plan: '[]', created_at: at })
      await setJob(instance.data, id, { updated_at: at }, state === 'completed' ? 'successful' : state)
      await rows.change((db) =>
        db
          .insertInto('steps')
          .values([0, 1].map((position) => ({ job_id: id, position, status: 'done', tries: 1, started_at: at })))
          .execute(),
      )
      return id
    }
    const old = await ended(31 * day, 'completed')
    const failed = await ended(31 * day, 'failed')
    const kept = [await ended(29 * day, 'completed'), await ended(60 * day, 'processing')]
    const before = await user.ask('GET', `/jobs/${old}`)
    await prune()
    const steps = await rows.db
      .selectFrom('steps')
      .select('job_id')
      .distinct()
      .where('job_id', 'in', [old, failed, ...kept])
      .orderBy('job_id')
      .execute()
    assert.deepEqual(
      steps.map(({ job_id }) => job_id),
      kept.toSorted((one, other) => one - other),
    )
    assert.deepEqual((await user.ask('GET', `/jobs/${old}`)).body, before.body)
    assert.equal((await user.ask('POST', `/jobs/${failed}/retry`)).status, 200)
  })

  /** Replaces the metrics of a job by these: days ago, hour of that day (UTC), views. */
  async function setReads(jobId: number, reads: readonly (readonly [daysAgo: number, at: number, views: number])[]) {
    const today = Math.floor(Date.now() / day) * day
    const all = reads.map(([daysAgo, at, views]) => ({
      ...{ ...noMetrics, views, job_id: jobId, metric_window: 'lifetime' },
      captured_at: today - daysAgo * day + at * hour,
    }))
    await rows.change((db) => db.deleteFrom('metric_reads').where('job_id', '=', jobId).execute())
    await rows.change((db) => db.insertInto('metric_reads').values(all).execute())
    const captured_at = Math.max(...all.map((read) => read.captured_at))
    await rows.change((db) =>
      db.updateTable('measured_posts').set({ captured_at, thin_at: 0 }).where('job_id', '=', jobId).execute(),
    )
  }

  async function readsOf(jobId: number): Promise<(number | null)[]> {
    const found = await rows.db
      .selectFrom('metric_reads')
      .select('views')
      .where('job_id', '=', jobId)
      .orderBy('captured_at')
      .execute()
    return found.map(({ views }) => views)
  }

  test('after 8 days the last metrics of each day are kept, after 400 days the latest alone, and totals stay', async () => {
    const user = await newPublisher(instance)
    const [running, ended, refreshed] = await analytics.insert(user, [viewed(30), viewed(20), viewed(10)])
    assert.ok(running && ended && refreshed)
    const [job = 0, oldJob = 0, newJob = 0] = [running.jobIds[0], ended.jobIds[0], refreshed.jobIds[0]]
    await setReads(job, [
      [20, 1, 1],
      [20, 2, 2],
      [20, 23, 3],
      [19, 5, 4],
      [2, 1, 5],
      [2, 3, 6],
      [1, 0, 30],
    ])
    await setReads(oldJob, [
      [900, 1, 1],
      [900, 2, 2],
      [600, 1, 20],
    ])
    // The one of a year ago counted until a moment ago.
    await setReads(newJob, [
      [900, 1, 1],
      [600, 2, 2],
      [0, 0, 10],
    ])
    const before = await browse(user, '?sort=views')
    await prune()
    assert.deepEqual(await readsOf(job), [3, 4, 5, 6, 30])
    assert.deepEqual(await readsOf(oldJob), [20])
    assert.deepEqual(await readsOf(newJob), [2, 10])
    const { groups, total } = await browse(user, '?sort=views')
    assert.equal(total, 3)
    assert.deepEqual(
      groups.map(({ post_id, views }: { post_id: number; views: number }) => [post_id, views]),
      before.groups.map(({ post_id, views }: { post_id: number; views: number }) => [post_id, views]),
    )
    const { thin_at } = await rows.db
      .selectFrom('measured_posts')
      .select('thin_at')
      .where('job_id', '=', oldJob)
      .executeTakeFirstOrThrow()
    assert.equal(thin_at, null)
  })

  test('replies and auto-replies are kept for 400 days, and longer while they are open', async () => {
    const user = await newPublisher(instance)
    const [post] = await analytics.insert(user, [viewed(1)])
    assert.ok(post)
    const [jobId = 0] = post.jobIds
    const add = (age: number, status: string) =>
      insertAutoReply(instance.data, { profileId: user.profileId, jobId, status, created_at: Date.now() - age })
    const gone = await add(401 * day, 'posted')
    const kept = [await add(401 * day, 'queued'), await add(399 * day, 'declined')]
    await prune()
    const left = await rows.db
      .selectFrom('auto_replies')
      .select('id')
      .where('id', 'in', [gone, ...kept])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      left.map(({ id }) => id),
      kept,
    )
  })

  test('comments stay in the inbox for their days, counted from when they were found', async () => {
    const user = await newPublisher(instance)
    const { jobIds } = await schedulePost(user)
    const comment = (daysAgo: number) =>
      insertComment(instance.data, {
        userId: user.id,
        profileId: user.profileId,
        jobId: jobIds[0] ?? 0,
        posted_at: 0,
        found_at: Date.now() - daysAgo * day,
      })
    const [old, young] = [await comment(101), await comment(99)]
    await prune()
    assert.equal(await statusOf(user, `/inbox/${old}`), 200)
    await prune({ POLYPOST_KEEP_COMMENTS_DAYS: '100' })
    assert.deepEqual([await statusOf(user, `/inbox/${old}`), await statusOf(user, `/inbox/${young}`)], [404, 200])
  })
})
