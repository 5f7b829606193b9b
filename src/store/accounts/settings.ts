import { z } from 'zod'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'

const stored = z.object({
  profile_id: z.string(),
  auto_reply_enabled: z.literal([0, 1]).transform((flag) => flag === 1),
  auto_reply_mode: z.enum(['automatic', 'review']),
  brand: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  prefilled_at: z.number().nullable(),
  updated_at: z.number(),
})

/** A profile's settings, as they were last saved. */
export type StoredSettings = z.output<typeof stored>

export async function findSettings(db: Reader, profileId: string): Promise<StoredSettings | undefined> {
  const [row] = await settingsOf(db, { profileId })
  return row && stored.parse(row)
}

const settingsOf = fixed((db: Reader, value: ValueOf<{ profileId: string }>) =>
  db.selectFrom('profile_settings').selectAll().where('profile_id', '=', value('profileId')).compile(),
)

export async function saveSettings(tx: Transaction, settings: StoredSettings): Promise<void> {
  const { profile_id, ...rest } = settings
  const columns = {
    ...rest,
    auto_reply_enabled: rest.auto_reply_enabled ? 1 : 0,
    brand: JSON.stringify(rest.brand),
  } as const
  await tx
    .insertInto('profile_settings')
    .values({ profile_id, ...columns })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(columns))
    .execute()
}

/** In profiles of a user. */
const mostNames = 50

/** The names of the businesses of a user’s profiles. */
export async function listBusinessNames(db: Reader, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('profile_settings')
    .innerJoin('profiles', 'profiles.id', 'profile_settings.profile_id')
    .selectAll('profile_settings')
    .where('profiles.user_id', '=', userId)
    .where('profiles.deleted_at', 'is', null)
    .limit(mostNames)
    .execute()
  return rows.flatMap((row) => stored.parse(row).brand.business_name ?? [])
}
