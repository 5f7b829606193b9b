import type { Insertable, Selectable } from 'kysely'
import type { AuditAction } from '../domain/audit.ts'
import type { Reader, Transaction } from './engine/database.ts'
import type { Tables } from './tables.ts'

export type AuditRow = Selectable<Tables['audit']>

export const insertAudit = async (tx: Transaction, row: Insertable<Tables['audit']>): Promise<void> => {
  await tx.insertInto('audit').values(row).execute()
}

interface AuditPage {
  readonly before: number | undefined
  readonly actions: readonly AuditAction[] | undefined
  /** Who did it. */
  readonly personId: number | undefined
  readonly limit: number
}

/** Newest first. */
export const listAudit = (
  db: Reader,
  userId: number,
  { before, actions, personId, limit }: AuditPage,
): Promise<AuditRow[]> =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? 0))
    .$if(actions !== undefined, (rows) => rows.where('action', 'in', actions ?? []))
    .$if(personId !== undefined, (rows) => rows.where('by_type', '=', 'person').where('by_id', '=', personId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

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
