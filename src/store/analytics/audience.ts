import type { Reader, Transaction } from '../engine/database.ts'
import type { Lease } from '../engine/leases.ts'

export interface AudienceCount {
  readonly followers: number | null
  readonly captured_at: number
}

/** Sets when to read an account's audience next. */
export async function putOffAudience(tx: Transaction, { id }: Lease, dueAt: number): Promise<void> {
  await tx.updateTable('measured_accounts').set({ audience_due_at: dueAt }).where('id', '=', id).execute()
}

/** Stores the count of a day, and replaces an earlier one. */
export async function storeAudience(
  tx: Transaction,
  { id }: Lease,
  count: AudienceCount & { readonly day: number },
): Promise<void> {
  await tx
    .insertInto('audience_counts')
    .values({ account_id: id, ...count })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day']).doUpdateSet((e) => ({
        captured_at: e.ref('excluded.captured_at'),
        followers: e.ref('excluded.followers'),
      })),
    )
    .execute()
}

/** The latest counts of an account of a profile, oldest first. */
export async function listAudience(
  db: Reader,
  { profileId, lane }: { readonly profileId: string; readonly lane: string },
  limit: number,
): Promise<AudienceCount[]> {
  const rows = await db
    .selectFrom('audience_counts')
    .innerJoin('measured_accounts', 'measured_accounts.id', 'audience_counts.account_id')
    .select(['followers', 'captured_at'])
    .where('profile_id', '=', profileId)
    .where('lane', '=', lane)
    .orderBy('day', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}
