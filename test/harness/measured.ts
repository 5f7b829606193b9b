import { sql } from 'kysely'
import { eventually } from './eventually.ts'
import { isAtRest, type Newcomer, type PublishingInstance } from './publishing.ts'

type Bench = Pick<PublishingInstance, 'rows'>

/** Publishes, and returns the finished job. */
export async function publish(bench: Pick<PublishingInstance, 'until'>, who: Newcomer, body: object = {}) {
  const { id, jobIds } = await who.post({ message: 'Read me.', ...body })
  const jobs = await Promise.all(jobIds.map((jobId) => bench.until('it is published', jobId, isAtRest)))
  const [job] = jobs
  if (!job?.platform_post_id) throw new Error(`The post was not published: ${job?.failed_reason}`)
  return { id, jobId: job.id, postId: job.platform_post_id, jobs }
}

/** The schedule and the values of a job's metrics. */
export const scheduleOf = ({ rows: { db } }: Bench, jobId: number) =>
  db.selectFrom('measured_posts').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow()

/** All stored metrics of a job's post, oldest first. */
export const readsOf = ({ rows: { db } }: Bench, jobId: number) =>
  db.selectFrom('metric_reads').selectAll().where('job_id', '=', jobId).orderBy('captured_at').execute()

/** Waits until the metrics of a job's post were read this number of times. */
export const untilRead = (bench: Bench, jobId: number, times: number) =>
  eventually(`the post is read ${times} times`, async () => {
    const reads = await readsOf(bench, jobId)
    return reads.length >= times && reads
  })

/** Moves the schedules of a profile's measured accounts and posts forward by this number of milliseconds. */
export async function pass({ rows }: Bench, profileId: string, milliseconds: number): Promise<void> {
  const by = Math.ceil(milliseconds)
  await rows.change((db) =>
    db
      .updateTable('metric_reads')
      .set({ captured_at: sql<number>`captured_at - ${by}` })
      .where('job_id', 'in', (e) => e.selectFrom('jobs').select('id').where('profile_id', '=', profileId))
      .execute(),
  )
  await rows.change((db) =>
    db
      .updateTable('measured_posts')
      .set({
        captured_at: sql<number>`captured_at - ${by}`,
        published_at: sql<number>`published_at - ${by}`,
        due_at: sql<number>`due_at - ${by}`,
        refreshed_at: sql<number>`refreshed_at - ${by}`,
      })
      .where('account_id', 'in', (e) =>
        e.selectFrom('measured_accounts').select('id').where('profile_id', '=', profileId),
      )
      .execute(),
  )
  await rows.change((db) =>
    db
      .updateTable('measured_accounts')
      .set({ due_at: sql<number>`due_at - ${by}`, audience_due_at: sql<number>`audience_due_at - ${by}` })
      .where('profile_id', '=', profileId)
      .execute(),
  )
}
