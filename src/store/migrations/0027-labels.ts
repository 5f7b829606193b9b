import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Labels of posts and drafts, templates, and what finds posts with the same text. */
export const labels: Migration = async (db, kind) => {
  const id = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('labels')
    .addColumn('id', id, (column) =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folded_name', 'text', (column) => column.notNull())
    .addColumn('color', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('labels_by_name', ['user_id', 'folded_name'])
    .execute()
  for (const [what, type] of [
    ['post', 'bigint'],
    ['draft', 'text'],
  ] as const) {
    const table = `${what}_labels`
    await sql`create table ${sql.table(table)} (
      label_id bigint not null references labels (id),
      ${sql.id(`${what}_id`)} ${sql.raw(type)} not null references ${sql.table(`${what}s`)} (id),
      primary key (label_id, ${sql.id(`${what}_id`)}))`.execute(db)
    await db.schema.createIndex(`${table}_of_${what}`).on(table).column(`${what}_id`).execute()
  }
  await sql`alter table drafts add column template integer not null default 0`.execute(db)
  await sql`alter table jobs add column text_hash text`.execute(db)
  await sql`create index jobs_by_text on jobs (lane, text_hash, scheduled_for)`.execute(db)
}
