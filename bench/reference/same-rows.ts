import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A job that waits in the tables of Polypost. */
export interface WaitingJob {
  readonly id: number
}

export interface Task {
  /** How many jobs run at once. */
  readonly slots: number
  readonly databaseUrl: string
  readonly redisPort: number
}

/** Publishes a job without a call, and leaves the same rows as Polypost does. */
export interface Publisher {
  readonly publish: (job: WaitingJob) => Promise<void>
  readonly close: () => Promise<void>
}

/** The step is stored as begun before its call, as it must be if no post may appear twice. */
const announce = `
  with job as (
    update jobs set status = 'processing', fence = fence + 1, attempts = attempts + 1, plan = $3, started_at = $2, updated_at = $2
    where id = $1 returning id, post_id),
  post as (
    update posts set status = 'processing', updated_at = $2 from job where posts.id = job.post_id)
  insert into steps (job_id, position, status, tries, started_at) select id, 0, 'begun', 1, $2 from job`

const settle = `
  with step as (
    update steps set status = 'done', finished_at = $2 where job_id = $1 and position = 0),
  job as (
    update jobs set status = 'completed', due_at = null, platform_post_id = 'nothing', finished_at = $2, updated_at = $2
    where id = $1 returning *),
  post as (
    update posts set status = 'successful', posted_at = $2, updated_at = $2
    from job where posts.id = job.post_id returning posts.*),
  event as (
    insert into events (id, user_id, name, post_id, data, created_at)
    select $3, post.user_id, 'post.published', post.id, jsonb_build_object('post_id', post.id, 'batch_id', batch_id,
      'profile_id', post.profile_id, 'platform', named, 'scheduled_at', scheduled_at, 'status', 'completed', 'jobs',
      jsonb_build_array(jsonb_build_object('platform', named, 'jobId', job.id, 'status', 'completed',
        'platform_post_id', 'nothing', 'platform_post_url', null, 'error', null)))::text, $2
    from job, post),
  watched as (
    insert into watched_posts (id, lane, published_at, active_at, due_at) select id, lane, $2, $2, $2 + 300000 from job)
  insert into measured_posts (job_id, post_id, account_id, published_at, due_at, thin_at)
    select job.id, post_id, account.id, $2, $2 + 300000, $2 + 691200000
    from job join measured_accounts as account on account.profile_id = job.profile_id and account.lane = job.lane`

const plan = JSON.stringify([{ name: 'post', action: 'post', input: null }])

export function openPublisher({ databaseUrl, slots }: Task): Publisher {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: slots })
  pool.on('error', () => {})
  return {
    publish: async ({ id }) => {
      await pool.query({ name: 'announce', text: announce, values: [id, Date.now(), plan] })
      await pool.query({ name: 'settle', text: settle, values: [id, Date.now(), randomUUID()] })
    },
    close: () => pool.end(),
  }
}

/** A queue library, as the measurement uses it. */
export interface Queue {
  /** Adds jobs, while none runs. */
  readonly add: (jobs: readonly WaitingJob[]) => Promise<void>
  /** Runs all that were added. */
  readonly run: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Answers the process that started this one: a list of jobs is added, a number of them is run and timed. */
export function serve(queue: Queue): void {
  process.on('message', async (asked: readonly WaitingJob[] | number) => {
    const begun = performance.now()
    if (typeof asked === 'number') await queue.run(asked)
    else await queue.add(asked)
    process.send?.(performance.now() - begun)
  })
  process.on('disconnect', () => void queue.close().finally(() => process.exit()))
}

/** Resolves after `done` was called so many times. */
export function countdown(count: number): { readonly done: () => void; readonly all: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  return {
    done: () => {
      left -= 1
      if (left === 0) resolve()
    },
    all: promise,
  }
}

/** A job that fails would be counted as done. */
export function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}

export const taskOf = (text: string | undefined): Task => JSON.parse(text ?? '{}')
