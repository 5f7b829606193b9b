import { sql } from 'kysely'
import type { Claim } from '../due-jobs.ts'
import type { Database, Reader } from './database.ts'
import { databaseNow } from './kind.ts'
import { inOrder, listed, numberOf } from './listed.ts'

/** Tables whose rows are taken when they are due. */
type Due = 'jobs' | 'deliveries' | 'replies' | 'measured_accounts' | 'watched_posts'

/** In how many milliseconds the next row is due; null where none waits. Those that are due already do not count. */
export async function nextDueIn(db: Reader, table: Due): Promise<number | null> {
  const now = databaseNow(db)
  const { rows } = await sql<{ wait: number }>`
    select due_at - ${now} as wait from ${sql.table(table)} where due_at > ${now} order by due_at limit 1`.execute(db)
  const [row] = rows
  return row === undefined ? null : Number(row.wait)
}

/** Lengthens the leases of rows that a worker holds; answers the IDs of those that are still held. */
export async function renewHeld(
  db: Database,
  table: 'measured_accounts' | 'watched_posts',
  claims: readonly Claim[],
  lease: number,
): Promise<number[]> {
  if (claims.length === 0) return []
  const kept = await db.single((writer) =>
    writer
      .updateTable(table)
      .from(listed(db.kysely, inOrder(claims)))
      .set({ held_until: sql<number>`${databaseNow(db.kysely)} + ${lease}` })
      .where(`${table}.id`, '=', numberOf('id'))
      .where(`${table}.fence`, '=', numberOf('fence'))
      .returning(`${table}.id`)
      .execute(),
  )
  return kept.map(({ id }) => id)
}
