import { z } from 'zod'
import type { Reader, Transaction } from '../engine/database.ts'
import { storedJson } from '../engine/stored.ts'
import { effectiveTime } from './post-list.ts'

/** When a profile posts: times of the week on the clocks of one zone. */
export interface PostingPlan {
  readonly timezone: string
  readonly slots: readonly WeekTime[]
}

export interface WeekTime {
  /** 1 is Monday. */
  readonly weekday: number
  /** `HH:mm` */
  readonly time: string
}

const storedTimes = storedJson(z.array(z.object({ weekday: z.number(), time: z.string() })))

export async function findPlan(db: Reader, profileId: string): Promise<PostingPlan | undefined> {
  const row = await db.selectFrom('slots').selectAll().where('profile_id', '=', profileId).executeTakeFirst()
  return row && { timezone: row.timezone, slots: storedTimes.parse(row.times) }
}

export async function replacePlan(
  tx: Transaction,
  profileId: string,
  { timezone, slots }: PostingPlan,
  now: number,
): Promise<void> {
  const row = { timezone, times: JSON.stringify(slots), updated_at: now }
  await tx
    .insertInto('slots')
    .values({ profile_id: profileId, ...row })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(row))
    .execute()
}

export const deletePlan = async (tx: Transaction, profileId: string): Promise<void> => {
  await tx.deleteFrom('slots').where('profile_id', '=', profileId).execute()
}

/** The times between these two, inclusive and in the future, for which other posts of the profile are scheduled. */
export async function takenTimes(
  db: Reader,
  profileId: string,
  { from, to, exceptPost }: { from: number; to: number; exceptPost: number | null },
): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('scheduled_at')
    .where('profile_id', '=', profileId)
    // In the future, the effective time is the scheduled one; it has an index.
    .where(effectiveTime, '>=', from)
    .where(effectiveTime, '<=', to)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'cancelled')
    .where('id', '<>', exceptPost ?? 0)
    .execute()
  return rows.flatMap(({ scheduled_at }) => scheduled_at ?? [])
}
