import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { jobOf } from '../kit/groups.ts'
import type { InstanceData } from '../kit/instance-data.ts'

export interface KeyReader {
  /** Reads groups, their jobs and metrics by key, and does nothing else. */
  readonly read: (ids: readonly number[]) => Promise<number>
  readonly close: () => Promise<void>
}

const posts = 'select * from posts where id in'
const jobs = 'select * from jobs where id in'
const reads = 'select * from metric_reads where job_id in'

export async function openKeyReader(data: InstanceData, groups: number): Promise<KeyReader> {
  return data.kind === 'sqlite' ? onSqlite(data, groups) : onPostgres(data, groups)
}

function onSqlite({ at }: InstanceData, groups: number): KeyReader {
  const database = new DatabaseSync(at, { readOnly: true })
  database.exec('pragma cache_size = -16384')
  const signs = `(${Array(groups).fill('?').join(', ')})`
  const statements = [posts, jobs, reads].map((text) => database.prepare(`${text} ${signs}`))
  return {
    read: async (ids) => {
      const keys = [ids, ids.map(jobOf), ids.map(jobOf)]
      return statements.reduce((rows, statement, at) => rows + statement.all(...(keys[at] ?? [])).length, 0)
    },
    close: async () => database.close(),
  }
}

async function onPostgres({ at }: InstanceData, groups: number): Promise<KeyReader> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  const signs = `(${Array.from({ length: groups }, (_, at) => `$${at + 1}`).join(', ')})`
  const rows = async (name: string, text: string, values: readonly number[]) =>
    (await client.query({ name, text: `${text} ${signs}`, values: [...values] })).rows.length
  return {
    read: async (ids) =>
      (await rows('posts', posts, ids)) +
      (await rows('jobs', jobs, ids.map(jobOf))) +
      (await rows('reads', reads, ids.map(jobOf))),
    close: () => client.end(),
  }
}
