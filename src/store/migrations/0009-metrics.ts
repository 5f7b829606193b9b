import { type ColumnDefinitionBuilder, sql } from 'kysely'
import { metricNames } from '../../domain/metrics.ts'
import { databaseNow } from '../engine/kind.ts'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()
const zero = (column: Column): Column => column.notNull().defaultTo(0)

/** Metrics of published posts and accounts, and when to read them next. */
export const metrics: Migration = async (db, kind) => {
  const numbered = (column: Column): Column =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity()

  // Work is found and claimed per account: its posts are read together, and a pause applies to the whole account.
  await db.schema
    .createTable('measured_accounts')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', numbered)
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id'))
    .addColumn('platform', 'text', required)
    .addColumn('lane', 'text', required)
    .addColumn('due_at', 'bigint')
    .addColumn('held_until', 'bigint', zero)
    .addColumn('fence', 'integer', zero)
    .addColumn('failures', 'integer', zero)
    .addColumn('audience_due_at', 'bigint', required)
    .addUniqueConstraint('measured_accounts_key', ['profile_id', 'lane'])
    .execute()
  await sql`create index measured_accounts_due on measured_accounts (due_at) where due_at is not null`.execute(db)

  await db.schema
    .createTable('measured_posts')
    .addColumn('job_id', 'bigint', (column) => column.primaryKey().references('jobs.id'))
    .addColumn('post_id', 'bigint', required)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('measured_accounts.id'))
    .addColumn('published_at', 'bigint', required)
    .addColumn('due_at', 'bigint')
    .addColumn('absences', 'integer', zero)
    .addColumn('captured_at', 'bigint')
    .addColumn('refreshed_at', 'bigint', zero)
    .execute()
  await db.schema.createIndex('measured_posts_of_post').on('measured_posts').column('post_id').execute()
  await db.schema
    .createIndex('measured_posts_of_account')
    .on('measured_posts')
    .columns(['account_id', 'published_at'])
    .execute()
  await sql`create index measured_posts_due on measured_posts (account_id, due_at) where due_at is not null`.execute(db)

  let reads = db.schema
    .createTable('metric_reads')
    .addColumn('job_id', 'bigint', (column) => column.notNull().references('jobs.id'))
    .addColumn('captured_at', 'bigint', required)
  for (const name of metricNames) reads = reads.addColumn(name, 'bigint')
  await reads
    .addColumn('metric_window', 'text', required)
    .addPrimaryKeyConstraint('metric_reads_key', ['job_id', 'captured_at'])
    .execute()

  await db.schema
    .createTable('audience_counts')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('measured_accounts.id'))
    .addColumn('day', 'bigint', required)
    .addColumn('captured_at', 'bigint', required)
    .addColumn('followers', 'bigint')
    .addPrimaryKeyConstraint('audience_counts_key', ['account_id', 'day'])
    .execute()

  // From now on, earlier accounts and posts are read too.
  const now = databaseNow(db)
  await sql`
    insert into measured_accounts (profile_id, platform, lane, due_at, audience_due_at)
    select profile_id, platform, environment || ':' || platform || ':' || remote_id, ${now}, ${now} from accounts
    union
    select profile_id, platform, lane, ${now}, ${now} from jobs where status = 'completed'`.execute(db)
  await sql`
    insert into measured_posts (job_id, post_id, account_id, published_at, due_at)
    select jobs.id, jobs.post_id, measured_accounts.id, coalesce(jobs.finished_at, jobs.updated_at),
      case when jobs.platform_post_id is null then null else ${now} end
    from jobs
    join measured_accounts on measured_accounts.profile_id = jobs.profile_id and measured_accounts.lane = jobs.lane
    where jobs.status = 'completed'`.execute(db)
}
