import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * A key belongs to the person who made it. A key whose maker left before this stays, as a service key: a program may depend on
 * it, and nobody would learn why it stopped.
 */
export const personalKeys: Migration = async (db, kind) => {
  await db.schema.alterTable('api_keys').addColumn('person_id', 'bigint').execute()
  const maker = (field: string) =>
    kind === 'sqlite'
      ? sql`json_extract(created_by, ${sql.lit(`$.${field}`)})`
      : sql`cast(created_by as jsonb) ->> ${sql.lit(field)}`
  await sql`
    update api_keys set person_id = memberships.person_id from memberships
    where memberships.user_id = api_keys.user_id and created_by is not null and grant_id is null
      and ${maker('type')} = 'person' and memberships.person_id = cast(${maker('id')} as bigint)`.execute(db)
}
