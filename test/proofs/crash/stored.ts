import type { Database } from '../../../src/store/engine/database.ts'
import { type JobRow, listJobs, readJob } from '../../../src/store/jobs/jobs.ts'

/** Stored jobs of posts. */
export const jobsOf = ({ read }: Database, postIds: readonly number[]): Promise<JobRow[]> => listJobs(read, postIds)

export async function allJobs({ read }: Database): Promise<JobRow[]> {
  const rows = await read.selectFrom('jobs').selectAll().execute()
  return rows.map(readJob)
}

/** Whether nothing is left to do, including follow-ups. */
export const isAtRest = ({ due_at }: JobRow): boolean => due_at === null

/** The number of jobs that a worker still has to handle. */
export async function countUnfinished({ read }: Database): Promise<number> {
  const { count } = await read
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The event that ends a group of each status. */
const endings: Readonly<Record<string, string>> = {
  successful: 'post.published',
  partial: 'post.partial',
  failed: 'post.failed',
}

/** Posts whose events do not match their result; none of them was retried. */
export async function wronglyTold({ read }: Database): Promise<string[]> {
  const posts = await read.selectFrom('posts').select(['id', 'status', 'deleted_at']).execute()
  const jobs = await read.selectFrom('jobs').select('post_id').where('status', '=', 'failed').execute()
  const events = await read.selectFrom('events').select(['post_id', 'name']).execute()
  const failedOf = Map.groupBy(jobs, ({ post_id }) => post_id)
  const eventsOf = Map.groupBy(events, ({ post_id }) => post_id)
  return posts.flatMap(({ id, status }) => {
    const names = (eventsOf.get(id) ?? []).map(({ name }) => name)
    const ending = endings[status]
    const told = names.filter((name) => Object.values(endings).includes(name))
    const expected = ending === undefined ? [] : [ending]
    const failures = names.filter((name) => name === 'post.job_failed').length
    const isRight = told.join() === expected.join() && failures === (failedOf.get(id) ?? []).length
    return isRight ? [] : [`post ${id} is ${status}, and its events are ${names.join(', ')}`]
  })
}
