import pg from 'pg'

/** What a job queue is asked to do: so many jobs that do nothing, in threes, as a post to three platforms has them. */
export interface Task {
  readonly jobs: number
  /** Jobs that are worked on at once. */
  readonly slots: number
  /** Where the users of the queue keep what is theirs; also where a queue on PostgreSQL keeps its jobs. */
  readonly databaseUrl: string
  readonly redisPort: number
  /** Whether each job's state is noted in a row of the user's own, as whoever shows it to people has to. */
  readonly notes: boolean
}

export interface Notebook {
  readonly note: (job: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** A row for each job, of which the work writes that it is done. */
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
