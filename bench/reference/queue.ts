import pg from 'pg'

/** The task of a job queue: this number of empty jobs, in groups of three, like a post to three platforms. */
export interface Task {
  readonly jobs: number
  /** Number of jobs at once. */
  readonly slots: number
  /** The database of the queue's users, and of the jobs of a queue on PostgreSQL. */
  readonly databaseUrl: string
  readonly redisPort: number
  /** Whether each job's state is also stored in a row of the user, as every service that shows it must do. */
  readonly notes: boolean
}

export interface Notebook {
  readonly note: (job: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** One row per job, which the job marks as done. */
export async function openNotebook({ databaseUrl, jobs, slots, notes }: Task): Promise<Notebook> {
  if (!notes) return { note: async () => {}, close: async () => {} }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: slots })
  await pool.query('drop table if exists notes')
  await pool.query(`
    create table notes as select number as job, 'queued' as status, now() as at from generate_series(1, ${jobs}) number;
    alter table notes add primary key (job)`)
  const text = "update notes set status = 'done', at = now() where job = $1"
  return {
    note: async (job) => {
      await pool.query({ name: 'note', text, values: [job] })
    },
    close: () => pool.end(),
  }
}

/** Counts jobs until all are done. */
export function countdown(jobs: number): { readonly done: () => void; readonly all: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = jobs
  return {
    done: () => {
      left -= 1
      if (left === 0) resolve()
    },
    all: promise,
  }
}

export const taskOf = (text: string | undefined): Task => JSON.parse(text ?? '{}')
