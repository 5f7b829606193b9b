import type { Insertable, Selectable } from 'kysely'
import type { Reader, Transaction } from './engine/database.ts'
import type { Tables } from './tables.ts'

export type AuditRow = Selectable<Tables['audit']>

export const insertAudit = async (tx: Transaction, row: Insertable<Tables['audit']>): Promise<void> => {
  await tx.insertInto('audit').values(row).execute()
}

/** Newest first. */
export const listAudit = (
  db: Reader,
  userId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> => {
  const rows = db.selectFrom('audit').selectAll().where('user_id', '=', userId)
  return (before === null ? rows : rows.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
}

/** Whether the person with this email address has signed in from this address before. */
export async function knowsAddress(db: Reader, email: string, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('audit')
    .innerJoin('people', 'people.id', 'audit.by_id')
    .select('audit.id')
    .where('people.email', '=', email)
    .where('audit.action', '=', 'session.started')
    .where('audit.by_type', '=', 'person')
    .where('audit.address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes the oldest entries before this time; returns how many. */
export async function pruneAudit(tx: Transaction, before: number, limit: number): Promise<number> {
  const old = tx.selectFrom('audit').select('id').where('created_at', '<', before).orderBy('created_at').limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('audit').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
