import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** For statements that differ between the two databases. */
export const isPostgres = (db: Pick<Kysely<Tables>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** The database's time in milliseconds, the same throughout a statement. The leases of all processes use it. */
export const databaseNow = (db: Pick<Kysely<Tables>, 'getExecutor'>): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

/** The database's time plus a number of milliseconds. */
export const inTime = (db: Pick<Kysely<Tables>, 'getExecutor'>, milliseconds: number): RawBuilder<number> =>
  sql<number>`${databaseNow(db)} + ${Math.ceil(milliseconds)}`
