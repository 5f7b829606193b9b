import type { Selectable } from 'kysely'
import type { Reader, Transaction } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

export type AppRow = Selectable<Tables['apps']>

export const listApps = (db: Reader): Promise<AppRow[]> => db.selectFrom('apps').selectAll().execute()

export const findApp = (db: Reader, name: string): Promise<AppRow | undefined> =>
  db.selectFrom('apps').selectAll().where('name', '=', name).executeTakeFirst()

export async function putApp(tx: Transaction, { name, ...values }: AppRow): Promise<void> {
  await tx
    .insertInto('apps')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Returns false if none was stored. */
export async function deleteApp(tx: Transaction, name: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('apps').where('name', '=', name).returning('name').executeTakeFirst()
  return deleted !== undefined
}
