import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { RoundResult } from '../kit/compare.ts'
import { type AcceptedRows, type Row, rowsFor } from './accepted-rows.ts'

/**
 * Writes the same rows as accepting posts, for a time in milliseconds, and does nothing else: prepared statements, one
 * transaction per post, with the same sync to disk.
 */
export function bareAccepts(
  file: string,
  rows: AcceptedRows,
  userIds: readonly number[],
  seconds: number,
): RoundResult {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('pragma foreign_keys = on; pragma synchronous = full; pragma cache_size = -16384')
  const insert = (table: string, row: Row) => {
    const names = Object.keys(row)
    const statement = database.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
    return (one: Row) => statement.run(...names.map((name) => one[name] ?? null))
  }
  const [job = {}] = rows.jobs
  const writers = { idempotency: insert('idempotency', rows.idempotency), post: insert('posts', rows.post) }
  const insertJob = insert('jobs', job)
  const takeIds = database.prepare('update publishing_ids set last = last + ? returning last')
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')

  const count = 1 + rows.jobs.length
  const begun = performance.now()
  let written = 0
  for (; performance.now() - begun < seconds * 1_000; written += 1) {
    begin.run()
    const last = Number(takeIds.get(count)?.last)
    const own = rowsFor(rows, {
      userId: userIds[written % userIds.length] ?? 0,
      unique: `batch_${randomBytes(12).toString('hex')}`,
      ids: Array.from({ length: count }, (_, at) => last - count + 1 + at),
    })
    writers.idempotency(own.idempotency)
    writers.post(own.post)
    for (const one of own.jobs) insertJob(one)
    commit.run()
  }
  const milliseconds = performance.now() - begun
  database.close()
  return { count: written, milliseconds }
}
