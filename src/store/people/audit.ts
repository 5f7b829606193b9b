import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import type { AuditAction, AuditChange, AuditTarget } from '../../domain/audit.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { storedJson, storedWord } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'

const target = z.object({ type: storedWord<AuditTarget['type']>(), id: z.string(), name: z.string().nullable() })

const change = z.object({
  field: storedWord<AuditChange['field']>(),
  from: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  to: z.union([z.string(), z.number(), z.boolean()]).nullable(),
})

// One entry that cannot be read never hides the others.
const stored = z.object({
  action: storedWord<AuditAction>(),
  target: storedJson(target).nullable().catch(null),
  change: storedJson(z.array(change).readonly()).nullable().catch(null),
})

export type AuditRow = Omit<Selectable<Tables['audit']>, keyof z.output<typeof stored>> & z.output<typeof stored>

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
export async function listAudit(
  db: Reader,
  userId: number,
  { before, actions, personId, limit }: AuditPage,
): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? 0))
    .$if(actions !== undefined, (rows) => rows.where('action', 'in', actions ?? []))
    .$if(personId !== undefined, (rows) => rows.where('by_type', '=', 'person').where('by_id', '=', personId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, ...stored.parse(row) }))
}

/** Whether this stands in the list already, since this time. */
export async function isNoted(
  db: Reader,
  { user_id, action, by_type, by_id }: Pick<Insertable<Tables['audit']>, 'user_id' | 'action' | 'by_type' | 'by_id'>,
  since: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('audit')
    .select('id')
    .where('user_id', '=', user_id)
    .where('created_at', '>', since)
    .where('action', '=', action)
    .where('by_type', '=', by_type ?? null)
    .where('by_id', '=', by_id ?? null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
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
