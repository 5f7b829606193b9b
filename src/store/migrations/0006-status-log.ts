import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()

/** The tables whose status is logged, as SQL. */
interface LoggedTable {
  readonly kind: 'job' | 'post'
  readonly table: string
  /** The columns from which the status is computed. */
  readonly columns: string
  readonly postId: string
  readonly jobId: string
  readonly status: (row: 'new' | 'old', now: string) => string
}

const loggedRows: readonly LoggedTable[] = [
  {
    kind: 'job',
    table: 'jobs',
    columns: 'status',
    postId: 'new.post_id',
    jobId: 'new.id',
    status: (row) => `${row}.status`,
  },
  {
    kind: 'post',
    table: 'posts',
    columns: 'status, scheduled_at',
    postId: 'new.id',
    jobId: 'null',
    // The status as the API shows it: `scheduled` is not stored.
    status: (row, now) =>
      `case when ${row}.status = 'queued' and ${row}.scheduled_at > ${now} then 'scheduled' else ${row}.status end`,
  },
]

/** A log of all changes of status. Triggers of the database write it, so no change is missing. */
export const statusLog: Migration = async (db, kind) => {
  const id = kind === 'sqlite' ? 'integer' : 'bigint'
  const numbered = (column: Column): Column =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity()

  await db.schema
    .createTable('status_log')
    .addColumn('id', id, numbered)
    .addColumn('position', 'bigint')
    .addColumn('user_id', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('post_id', 'bigint', required)
    .addColumn('job_id', 'bigint')
    .addColumn('status', 'text', required)
    .addColumn('at', 'bigint', required)
    .execute()
  await sql`create index status_log_new on status_log (id) where position is null`.execute(db)
  await sql`create unique index status_log_order on status_log (position) where position is not null`.execute(db)
  await sql`create index status_log_of_user on status_log (user_id, position) where position is not null`.execute(db)

  await db.schema.createTable('status_log_position').addColumn('last', 'bigint', required).execute()
  await sql`insert into status_log_position (last) values (0)`.execute(db)

  const statements = loggedRows.flatMap(kind === 'sqlite' ? sqliteTriggers : postgresTriggers)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const insertion = ({ kind, postId, jobId, status }: LoggedTable, now: string): string =>
  `insert into status_log (user_id, kind, post_id, job_id, status, at)
   values (new.user_id, '${kind}', ${postId}, ${jobId}, ${status('new', now)}, ${now})`

const sqliteNow = `cast(unixepoch('subsec') * 1000 as integer)`

function sqliteTriggers(logged: LoggedTable): string[] {
  const { table, columns, status } = logged
  const body = `begin ${insertion(logged, sqliteNow)}; end`
  return [
    `create trigger ${table}_added after insert on ${table} ${body}`,
    `create trigger ${table}_changed after update of ${columns} on ${table}
     when ${status('new', sqliteNow)} <> ${status('old', sqliteNow)} ${body}`,
  ]
}

const postgresNow = '(extract(epoch from statement_timestamp()) * 1000)::bigint'

function postgresTriggers(logged: LoggedTable): string[] {
  const { kind, table, columns, status } = logged
  const call = `execute function log_${kind}_status()`
  return [
    `create function log_${kind}_status() returns trigger language plpgsql as
     $$ begin ${insertion(logged, postgresNow)}; return null; end $$`,
    `create trigger ${table}_added after insert on ${table} for each row ${call}`,
    `create trigger ${table}_changed after update of ${columns} on ${table} for each row
     when (${status('new', postgresNow)} <> ${status('old', postgresNow)}) ${call}`,
  ]
}
