import type { Reader, Transaction } from './engine/database.ts'

/** The only row of the table: this database belongs to a Polypost, and this secret seals it. */
export const findInstance = (db: Reader) => db.selectFrom('instance').selectAll().executeTakeFirst()

/** False if another process was first. */
export async function createInstance(
  tx: Transaction,
  row: { created_at: number; secret_check: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('instance')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
