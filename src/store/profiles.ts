import { type CompiledQuery, type Selectable, sql } from 'kysely'
import { endAutoReplies } from './auto-replies.ts'
import { forgetComments } from './comments.ts'
import { deleteDraftsOf } from './drafts.ts'
import type { Reader, Transaction } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { isPostgres } from './engine/kind.ts'
import { deletePlan } from './slots.ts'
import type { Tables } from './tables.ts'

export type ProfileRow = Selectable<Tables['profiles']>

const live = (db: Reader, userId: number) =>
  db.selectFrom('profiles').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null)

/** The user's profiles, oldest first. */
export const listProfiles = fixed(
  (db: Reader, value: ValueOf<{ userId: number }>): CompiledQuery<ProfileRow> =>
    live(db, value('userId')).orderBy('created_at').orderBy('id').compile(),
)

export const findProfile = (db: Reader, userId: number, id: string): Promise<ProfileRow | undefined> =>
  live(db, userId).where('id', '=', id).executeTakeFirst()

/** Names are unique per user. Case and Unicode composition make no difference. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase()

export const insertProfile = async (
  tx: Transaction,
  row: { id: string; user_id: number; name: string; now: number },
): Promise<void> => {
  const { now, ...rest } = row
  await tx
    .insertInto('profiles')
    .values({ ...rest, folded_name: foldName(row.name), created_at: now, updated_at: now, deleted_at: null })
    .execute()
}

export const renameProfile = async (tx: Transaction, id: string, name: string, now: number): Promise<void> => {
  await tx
    .updateTable('profiles')
    .set({ name, folded_name: foldName(name), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Waits for the statements that accept posts, which are no serializable transactions, and holds up the next ones. For a
 * transaction that depends on the posts of a profile: call it first, because what the transaction sees is fixed after it.
 */
export async function awaitAcceptedPosts(tx: Transaction): Promise<void> {
  if (isPostgres(tx)) await sql`lock table profiles in exclusive mode`.execute(tx)
}

/** The profile disappears from every list, and its accounts and drafts are deleted. Its row stays, because the history refers to it. */
export const deleteProfile = async (tx: Transaction, id: string, now: number): Promise<void> => {
  await tx.deleteFrom('accounts').where('profile_id', '=', id).execute()
  await forgetComments(tx, id)
  await endAutoReplies(tx, id)
  await deleteDraftsOf(tx, id)
  await deletePlan(tx, id)
  await tx.updateTable('profiles').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute()
}
