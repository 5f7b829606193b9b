import { type Selectable, sql } from 'kysely'
import { folded } from '../../domain/folded.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { isPostgres } from '../engine/kind.ts'
import { listed, textOf, textsIn } from '../engine/listed.ts'
import type { Tables } from '../tables.ts'

export type LabelRow = Selectable<Tables['labels']>

/** In the order of their names. */
export const listLabels = (db: Reader, userId: number): Promise<LabelRow[]> =>
  db.selectFrom('labels').selectAll().where('user_id', '=', userId).orderBy(nameOrder(db)).execute()

export const findLabel = (db: Reader, userId: number, id: number): Promise<LabelRow | undefined> =>
  db.selectFrom('labels').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

/** The databases sort letters alike only by their bytes. */
const nameOrder = (db: Reader) => (isPostgres(db) ? sql`labels.folded_name collate "C"` : sql`labels.folded_name`)

/** The names of all labels of a post or a draft, as JSON: a column of a query for posts or drafts. */
export const labelNames = (db: Reader, of: 'post' | 'draft') => {
  const names = isPostgres(db)
    ? sql`coalesce(json_agg(labels.name order by ${nameOrder(db)}), '[]')::text`
    : sql`json_group_array(labels.name order by ${nameOrder(db)})`
  return sql<string>`(select ${names} from ${sql.table(`${of}_labels`)} join labels on labels.id = label_id
    where ${sql.id(`${of}_id`)} = ${sql.ref(`${of}s.id`)})`.as('labels')
}

/** The IDs of the user's posts or drafts with a label. */
export const labelled = (userId: number, of: 'post' | 'draft', name: string) =>
  sql`(select ${sql.id(`${of}_id`)} from ${sql.table(`${of}_labels`)} join labels on labels.id = label_id
    where labels.user_id = ${userId} and labels.folded_name = ${folded(name)})`

/** The ID of the new label; undefined if the user has one with this name. */
export async function insertLabel(
  tx: Transaction,
  { userId, name, color, now }: { userId: number; name: string; color: string | null; now: number },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('labels')
    .values({ user_id: userId, name, folded_name: folded(name), color, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** False if another label of the user has this name. */
export async function changeLabel(
  tx: Transaction,
  { id, user_id }: LabelRow,
  { name, color }: { readonly name: string; readonly color: string | null },
): Promise<boolean> {
  const folded_name = folded(name)
  const other = await tx
    .selectFrom('labels')
    .select('id')
    .where('user_id', '=', user_id)
    .where('folded_name', '=', folded_name)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) return false
  await tx.updateTable('labels').set({ name, folded_name, color }).where('id', '=', id).execute()
  return true
}

export async function deleteLabel(tx: Transaction, id: number): Promise<void> {
  for (const table of ['post_labels', 'draft_labels'] as const)
    await tx.deleteFrom(table).where('label_id', '=', id).execute()
  await tx.deleteFrom('labels').where('id', '=', id).execute()
}

export async function countLabels(db: Reader, userId: number): Promise<number> {
  const { labels } = await db
    .selectFrom('labels')
    .select((e) => e.fn.countAll<number>().as('labels'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(labels)
}

/** Replaces the labels of a post or a draft. A label that the user does not have is made. */
export async function setLabels(
  tx: Transaction,
  owner: { readonly of: 'post'; readonly id: number } | { readonly of: 'draft'; readonly id: string },
  { userId, now, names }: { readonly userId: number; readonly now: number; readonly names: readonly string[] },
): Promise<void> {
  const [table, column] = [sql.table(`${owner.of}_labels`), sql.id(`${owner.of}_id`)]
  await sql`delete from ${table} where ${column} = ${owner.id}`.execute(tx)
  if (names.length === 0) return
  const rows = names.map((name) => ({ name, folded: folded(name) }))
  await sql`insert into labels (user_id, name, folded_name, created_at)
    select ${sql.lit(userId)}, ${textOf('name')}, ${textOf('folded')}, ${sql.lit(now)} from ${listed(tx, rows)} where true
    on conflict do nothing`.execute(tx)
  const found = textsIn(
    tx,
    rows.map((row) => row.folded),
  )
  await sql`insert into ${table} (label_id, ${column})
    select id, ${sql.lit(owner.id)} from labels where user_id = ${userId} and folded_name in ${found}`.execute(tx)
}
