import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobFormat } from '../../src/domain/job-format.ts'
import { hour, minute, second } from '../../src/domain/time.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { inDays, readJob } from '../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../harness/publishing.ts'

/** PostgreSQL gives up a statement that waits for longer. */
const longerThanALock = 5 * second
/** Several polls of a worker. */
const aWhile = 2 * second

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  test('what is overdue by more than a day is not published: it fails, and a retry publishes it; a pause is not lateness', async () => {
    const late = await bench.newcomer('bluesky')
    const paused = await bench.newcomer('bluesky')
    const missed = await late.post({ message: 'Yesterday’s news.', scheduled_at: inDays(30) })
    const waiting = await paused.post({ message: 'Asked to wait.', scheduled_at: inDays(30) })
    const [[missedId = 0], [waitingId = 0]] = [missed.jobIds, waiting.jobIds]
    const yesterday = Date.now() - 25 * hour
    // The platform asked for a long pause, which has just ended.
    for (const [id, due_at] of [
      [waitingId, Date.now()],
      [missedId, yesterday],
    ] as const)
      await bench.rows.change((db) =>
        db.updateTable('jobs').set({ scheduled_for: yesterday, due_at }).where('id', '=', id).execute(),
      )
    await bench.until('it is too late', missedId, ({ status }) => status === 'failed')
    await bench.until('the other is published', waitingId, ({ status }) => status === 'completed')
    const read = await readJob(late, missedId)
    assert.equal(read.error, 'schedule_missed')
    assert.match(read.failedReason, /too late .*Retry the job/)
    assert.deepEqual(await late.published(), [])
    assert.deepEqual(
      (await late.events()).map(({ name }) => name).filter((name) => name !== 'post.delayed'),
      ['post.scheduled', 'post.job_failed', 'post.failed'],
    )

    assert.equal((await late.ask('POST', `/jobs/${missedId}/retry`)).status, 200)
    await bench.until('it is published', missedId, ({ status }) => status === 'completed')
    assert.equal((await late.published()).length, 1)
  })

  /** On SQLite, no row alone can be locked. */
  const whileLocked = (jobId: number, work: () => Promise<void>): Promise<void> =>
    kind === 'sqlite'
      ? work()
      : bench.rows.db.transaction().execute(async (tx) => {
          await tx.selectFrom('jobs').select('id').where('id', '=', jobId).forUpdate().execute()
          await work()
        })

  test('a running service holds a database that has forgotten its last writes, and says so; what it may have published is not sent again', async () => {
    const person = await bench.newcomer('x')
    const first = await person.post({ message: 'Before the loss.' })
    const [firstId = 0] = first.jobIds
    await bench.until('it is published', firstId, ({ status }) => status === 'completed')
    const ready = async () => (await fetch(`${bench.instance.base}/readyz`)).json()
    assert.equal(JSON.stringify(await ready()).includes('held'), false)

    const due = await person.post({ message: 'Due in that time.', scheduled_at: inDays(30) })
    const [dueId = 0] = due.jobIds
    await bench.rows.change((db) =>
      db
        .updateTable('jobs')
        // No worker of this version takes it.
        .set({ due_at: Date.now() - minute, needs: jobFormat + 1 })
        .where('id', '=', dueId)
        .execute(),
    )
    await whileLocked(dueId, async () => {
      // A standby that is a minute behind takes over.
      await bench.rows.change((db) =>
        db
          .updateTable('instance')
          .set((e) => ({ alive_at: e('alive_at', '-', minute) }))
          .execute(),
      )
      await eventually('it is held', async () => JSON.stringify(await ready()).includes('lacks the last writes'))
      if (kind === 'postgres') await sleep(longerThanALock)
    })
    await bench.until('its platform will be asked', dueId, ({ lost_since }) => lost_since !== null)
    const next = await person.post({ message: 'After the loss.' })
    const reply = await person.ask('POST', '/comments/reply', {
      body: { post_id: firstId, comment_id: '1', message: 'Thanks.' },
    })
    assert.deepEqual([reply.status, reply.body.error.code], [503, 'unavailable'])
    await sleep(aWhile)
    assert.equal((await readJob(person, next.jobIds[0] ?? 0)).status, 'queued')
    assert.equal((await person.published()).length, 1)
  })
})
