import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Reader } from './database.ts'
import type { Tables } from './tables.ts'

const stored = z.object({
  environment: z.enum(['live', 'sandbox']),
  status: z.enum(['connected', 'needs_reconnect']),
  missing_permissions: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
})

/** A platform account that is connected in a profile. */
export type AccountRow = Omit<Selectable<Tables['accounts']>, keyof z.output<typeof stored>> & z.output<typeof stored>

const read = (row: Selectable<Tables['accounts']>): AccountRow => ({ ...row, ...stored.parse(row) })

/** The accounts of all of a user's profiles. */
export async function listAccounts(db: Reader, userId: number): Promise<AccountRow[]> {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.id', 'accounts.profile_id')
    .selectAll('accounts')
    .where('profiles.user_id', '=', userId)
    .where('profiles.deleted_at', 'is', null)
    .orderBy('accounts.id')
    .execute()
  return rows.map(read)
}

export async function listProfileAccounts(db: Reader, profileId: string): Promise<AccountRow[]> {
  const rows = await db.selectFrom('accounts').selectAll().where('profile_id', '=', profileId).orderBy('id').execute()
  return rows.map(read)
}
