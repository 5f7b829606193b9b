import { type ColumnDefinitionBuilder, sql } from 'kysely'
import { folded } from '../../domain/folded.ts'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()

const draftsAtOnce = 500

/**
 * Drafts are searched and have a planned day, profiles have a picture and a colour, files have a small picture, people
 * have preferences, and days have names.
 */
export const scopes: Migration = async (db, kind) => {
  for (const column of ['search text', 'planned_at bigint', 'planned_timezone text'])
    await sql`alter table drafts add column ${sql.raw(column)}`.execute(db)
  await sql`create index drafts_planned on drafts (user_id, planned_at)
    where submission is null and planned_at is not null`.execute(db)
  await sql`alter table profiles add column picture text`.execute(db)
  await sql`alter table profiles add column color integer`.execute(db)
  await sql`create index profiles_pictured on profiles (picture) where picture is not null`.execute(db)
  const byName = sql.raw(kind === 'sqlite' ? 'folded_name' : 'folded_name collate "C"')
  await sql`create index profiles_in_order on profiles (user_id, ${byName}, id) where deleted_at is null`.execute(db)
  await sql`alter table media add column small text`.execute(db)
  await sql`create index media_by_small on media (small) where small is not null`.execute(db)
  await sql`create index media_without_small on media (created_at) where small is null and listed = 1`.execute(db)
  await sql`alter table people add column preferences text`.execute(db)
  await db.schema
    .createTable('dates')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    // Without a reference: the last release deletes profiles, and does not know this table.
    .addColumn('profile_id', 'text')
    .addColumn('name', 'text', required)
    .addColumn('first_day', 'text', required)
    .addColumn('last_day', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('created_by', 'text')
    .execute()
  await sql`create index dates_of_user on dates (user_id, first_day, id)`.execute(db)
  await fillSearch(db)
  for (const statement of kind === 'sqlite' ? onSqlite : onPostgres) await sql.raw(statement).execute(db)
}

/** Submitted drafts are not searched. */
async function fillSearch(db: Parameters<Migration>[0]): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('drafts')
      .select(['id', 'message'])
      .where('submission', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(draftsAtOnce)
      .execute()
    for (const { id, message } of rows)
      await db
        .updateTable('drafts')
        .set({ search: folded(message) })
        .where('id', '=', id)
        .execute()
    const last = rows.at(-1)
    if (!last || rows.length < draftsAtOnce) return
    after = last.id
  }
}

/** The last release changes the text without the column. Then the text itself is searched. */
const edited = 'new.message <> old.message and new.search = old.search'

const onSqlite = [
  `create trigger drafts_forget_search after update of message on drafts when ${edited}
   begin update drafts set search = null where id = new.id; end`,
]
const onPostgres = [
  `create function forget_draft_search() returns trigger language plpgsql as $$ begin
     new.search := null;
     return new;
   end $$`,
  `create trigger drafts_forget_search before update of message on drafts for each row
   when (${edited}) execute function forget_draft_search()`,
]
