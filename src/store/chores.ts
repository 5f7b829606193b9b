import { type Selectable, sql } from 'kysely'
import type { Transaction } from './engine/database.ts'
import { databaseNow, inTime } from './engine/kind.ts'
import { dueIds, type Lease, release, takeRows } from './engine/leases.ts'
import type { Tables } from './tables.ts'

/** Regular work that one process at a time does for all. */
export type ChoreRow = Selectable<Tables['chores']>

/** Makes sure that chores exist. Those in `now` are due at once. */
export async function keepChores(
  tx: Transaction,
  ids: readonly number[],
  { now }: { readonly now: readonly number[] },
): Promise<void> {
  const due = databaseNow(tx)
  await tx
    .insertInto('chores')
    .values(ids.map((id) => ({ id, due_at: due })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((e) => ({
        due_at: e
          .case()
          .when('chores.id', 'in', now.length > 0 ? now : [0])
          .then(sql<number>`case when chores.due_at < excluded.due_at then chores.due_at else excluded.due_at end`)
          .else(e.ref('chores.due_at'))
          .end(),
      })),
    )
    .execute()
}

export const claimChores = async (
  tx: Transaction,
  { slots, lease }: { readonly slots: number; readonly lease: number },
): Promise<ChoreRow[]> => takeRows(tx, 'chores', await dueIds(tx, 'chores', slots), lease)

/** Gives a chore back; it is due again in so many milliseconds. */
export const putChoreBack = (tx: Transaction, chore: Lease, every: number): Promise<void> =>
  release(tx, 'chores', chore, inTime(tx, every))
