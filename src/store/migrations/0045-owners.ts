import { sql } from 'kysely'
import type { Migration } from './migration.ts'
import { deliveriesOfEndpoints, jobsOfLanes, wakingOnPostgres, wakingOnSqlite } from './waking.ts'

/**
 * Workers take the owners of due work: endpoints for deliveries, lanes for jobs. So a backlog of one owner is never read to find
 * the work of another.
 *
 * The triggers come before the rows are filled: `create trigger` keeps other writers out until the end of the migration, and
 * what they add in between would be missed.
 */
export const owners: Migration = async (db, kind) => {
  const numbered =
    kind === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  // See engine/quiet.ts.
  const time = kind === 'sqlite' ? 'due_at' : '(due_at + 0)'
  const waking = kind === 'sqlite' ? wakingOnSqlite : wakingOnPostgres
  const statements = [
    `create table endpoints (
       id ${numbered}, lane text not null unique, user_id bigint not null, due_at bigint,
       held_until bigint not null default 0, fence integer not null default 0, room integer not null default 1,
       silences integer not null default 0, paused_until bigint not null default 0, cancel_before bigint)`,
    'alter table lanes add column due_at bigint',
    ...waking(jobsOfLanes),
    ...waking(deliveriesOfEndpoints),
    `insert into endpoints (lane, user_id, due_at)
     select lane, min(user_id), min(due_at) from deliveries where due_at is not null group by lane`,
    `create index jobs_of_lane on jobs (lane, ${time}, id) where due_at is not null`,
    `update lanes set due_at = (select min(${time}) from jobs where jobs.lane = lanes.key and due_at is not null)`,
    'create index endpoints_due on endpoints (due_at, id) where due_at is not null',
    'create index lanes_due on lanes (due_at, key) where due_at is not null',
    ...(kind === 'postgres' ? onPostgres : []),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Claims and renewals change no index, so the next version of a row may stay on its page. Without statistics of the times,
 * PostgreSQL does not take the few rows that are due at night for what is due at noon.
 */
const onPostgres = ['endpoints', 'lanes'].flatMap((table) => [
  `alter table ${table} set (fillfactor = 50)`,
  `alter table ${table} alter column due_at set statistics 0`,
])
