import type { Database } from '../../../src/store/engine/database.ts'
import { type JobRow, listJobs, readJob } from '../../../src/store/jobs.ts'

/** Jobs of posts as they are stored. */
export const jobsOf = ({ read }: Database, postIds: readonly number[]): Promise<JobRow[]> => listJobs(read, postIds)

export async function allJobs({ read }: Database): Promise<JobRow[]> {
  const rows = await read.selectFrom('jobs').selectAll().execute()
  return rows.map(readJob)
}

/** Whether nothing is left to do, follow-ups included. */
export const isAtRest = ({ due_at }: JobRow): boolean => due_at === null

/** How many jobs a worker still has to look at. */
export async function countUnfinished({ read }: Database): Promise<number> {
  const { count } = await read
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The event with which a group of each status has ended. */
const endings: Readonly<Record<string, string>> = {
  successful: 'post.published',
  partial: 'post.partial',
  failed: 'post.failed',
}

/** Posts of which something else was told than what became of them; nobody has retried any. */
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
