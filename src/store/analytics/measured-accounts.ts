import { type Selectable, sql } from 'kysely'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { databaseNow, inTime } from '../engine/kind.ts'
import { dueIds, endedLease, type Lease, lockLeased, release, takeRows } from '../engine/leases.ts'
import { listed, numberOf, textOf } from '../engine/listed.ts'
import type { Tables } from '../tables.ts'

type Row = Selectable<Tables['measured_accounts']>

/** An account whose followers and published posts a worker reads now. Times are the database's. */
export interface MeasuredAccount extends Row {
  readonly claimed_at: number
}

export type MeasuredKey = Pick<Row, 'profile_id' | 'platform' | 'lane'>

/** An account that is due after at most so many milliseconds. */
export type AccountDue = MeasuredKey & { readonly dueIn: number }

/** Makes accounts due, and locks them until the transaction ends. Returns the ID of each. */
export async function makeAccountsDue(tx: Transaction, accounts: readonly AccountDue[]): Promise<(one: Key) => number> {
  // Each once: a statement can't change a row twice. In order: every transaction locks them in the same order.
  const each = [...new Map(accounts.map((one) => [keyOf(one), one])).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { profile_id, platform, lane, dueIn }]) => ({ profile_id, platform, lane, dueIn: Math.ceil(dueIn) }))
  const rows = await putDue(tx, { rows: each })
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  return (one) => {
    const id = ids.get(keyOf(one))
    if (id === undefined) throw new Error(`The account of ${one.lane} was not found.`)
    return id
  }
}

const putDue = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) => {
  const due = sql<number>`${databaseNow(tx)} + ${numberOf('dueIn')}`
  return tx
    .insertInto('measured_accounts')
    .columns(['profile_id', 'platform', 'lane', 'due_at', 'audience_due_at'])
    .expression((e) =>
      e
        .selectFrom(listed(tx, value('rows')))
        .select([
          textOf('profile_id').as('profile_id'),
          textOf('platform').as('platform'),
          textOf('lane').as('lane'),
          due.as('due_at'),
          due.as('audience_due_at'),
        ])
        // Without a condition SQLite reads the conflict as part of a join.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'lane']).doUpdateSet({
        // After a failure the account rests, even if something is published in the meantime.
        due_at: sql`case when measured_accounts.due_at < excluded.due_at or measured_accounts.failures > 0
          then coalesce(measured_accounts.due_at, excluded.due_at) else excluded.due_at end`,
      }),
    )
    .returning(['id', 'profile_id', 'lane'])
    .compile()
})

type Key = Pick<Row, 'profile_id' | 'lane'>

const keyOf = ({ profile_id, lane }: Key): string => `${profile_id} ${lane}`

/**
 * The account is connected, for the first time or again, so its reads continue. A worker that has just found it to be
 * disconnected loses its lease.
 */
export async function wakeAccount(tx: Transaction, key: MeasuredKey, dueIn: number): Promise<void> {
  const idOf = await makeAccountsDue(tx, [{ ...key, dueIn }])
  await tx
    .updateTable('measured_accounts')
    .set({ ...endedLease('measured_accounts'), failures: 0, due_at: inTime(tx, dueIn) })
    .where('id', '=', idOf(key))
    .execute()
}

/** Leases accounts that are due. */
export const claimAccounts = async (
  tx: Transaction,
  { slots, lease }: { slots: number; lease: number },
): Promise<MeasuredAccount[]> => takeRows(tx, 'measured_accounts', await dueIds(tx, 'measured_accounts', slots), lease)

export interface PutBack {
  readonly failures: number
  /** How many milliseconds it rests, whatever is due; null: until it is connected again. */
  readonly restFor: number | null
}

/** Gives a leased account back. It is locked first, so that a post that is added at the same time is not missed. */
export async function putAccountBack(tx: Transaction, account: Lease, { failures, restFor }: PutBack): Promise<void> {
  const { now, audience_due_at } = await lockLeased(tx, 'measured_accounts', account)
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

/** For how many more milliseconds no calls may be made for an account, as the platform asked when something was published. */
export async function accountPausedFor(db: Reader, lane: string): Promise<number> {
  const row = await db
    .selectFrom('lanes')
    .select(sql<number>`paused_until - ${databaseNow(db)}`.as('wait'))
    .where('key', '=', lane)
    .executeTakeFirst()
  return Math.max(0, Number(row?.wait ?? 0))
}
