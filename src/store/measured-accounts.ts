import { type Selectable, sql } from 'kysely'
import type { Reader, Transaction } from './engine/database.ts'
import { databaseNow, inTime } from './engine/kind.ts'
import { dueIds, endedLease, type Held, lockHeld, release, takeRows } from './engine/leases.ts'
import type { Tables } from './tables.ts'

type Row = Selectable<Tables['measured_accounts']>

/** An account whose followers and published posts a worker is to read now; by the database's time. */
export interface MeasuredAccount extends Row {
  readonly claimed_at: number
}

export type MeasuredKey = Pick<Row, 'profile_id' | 'platform' | 'lane'>

/** Has an account looked at in so many milliseconds at the latest; gives its ID, and locks it until the transaction ends. */
export async function lookAtAccount(tx: Transaction, key: MeasuredKey, dueIn: number): Promise<number> {
  const due = inTime(tx, dueIn)
  const { id } = await tx
    .insertInto('measured_accounts')
    .values({ ...key, due_at: due, audience_due_at: due })
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'lane']).doUpdateSet({
        // A platform that wants to be left alone is, whatever is published meanwhile.
        due_at: sql`case when measured_accounts.due_at < excluded.due_at or measured_accounts.failures > 0
          then coalesce(measured_accounts.due_at, excluded.due_at) else excluded.due_at end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The account is connected, for the first time or again: what waited for it goes on. Whoever has just found it not to be
 * connected is too late with that.
 */
export async function wakeAccount(tx: Transaction, key: MeasuredKey, dueIn: number): Promise<void> {
  const id = await lookAtAccount(tx, key, dueIn)
  await tx
    .updateTable('measured_accounts')
    .set({ ...endedLease('measured_accounts'), failures: 0, due_at: inTime(tx, dueIn) })
    .where('id', '=', id)
    .execute()
}

/** Takes accounts of which something is due. */
export const claimAccounts = async (
  tx: Transaction,
  { slots, lease }: { slots: number; lease: number },
): Promise<MeasuredAccount[]> => takeRows(tx, 'measured_accounts', await dueIds(tx, 'measured_accounts', slots), lease)

export interface PutBack {
  readonly failures: number
  /** In how many milliseconds it may be looked at again, whatever is due of it; null: when it is connected again. */
  readonly restFor: number | null
}

/** Gives a held account back. It is locked first: whoever has a post of it read sees this, or is seen by it. */
export async function putAccountBack(tx: Transaction, account: Held, { failures, restFor }: PutBack): Promise<void> {
  const { now, audience_due_at } = await lockHeld(tx, 'measured_accounts', account)
  const { due } = await tx
    .selectFrom('measured_posts')
    .select((e) => e.fn.min('due_at').as('due'))
    .where('account_id', '=', account.id)
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const next = Math.min(audience_due_at, due ?? audience_due_at)
  const dueAt = restFor === null ? null : Math.max(next, now + Math.ceil(restFor))
  await release(tx, 'measured_accounts', account, dueAt, { failures })
}

/** For how many more milliseconds the platform wants an account to be left alone, as it told when something was published. */
export async function lanePausedFor(db: Reader, lane: string): Promise<number> {
  const row = await db
    .selectFrom('lanes')
    .select(sql<number>`paused_until - ${databaseNow(db)}`.as('wait'))
    .where('key', '=', lane)
    .executeTakeFirst()
  return Math.max(0, Number(row?.wait ?? 0))
}
