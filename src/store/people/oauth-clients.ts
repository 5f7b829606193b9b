import type { Selectable } from 'kysely'
import { z } from 'zod'
import { day } from '../../domain/time.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { storedJson } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'

/** A client that somebody authorized stays so long without a grant. */
const usedStays = 90 * day

const storedUris = storedJson(z.array(z.string()))

export type ClientRow = Omit<Selectable<Tables['oauth_clients']>, 'redirect_uris'> & {
  readonly redirect_uris: readonly string[]
}

export async function findClient(db: Reader, id: string): Promise<ClientRow | undefined> {
  const row = await db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, redirect_uris: storedUris.parse(row.redirect_uris) }
}

/** Adds a client. If there would be more than `most` that nobody has authorized, the oldest of them goes. */
export async function insertClient(
  tx: Transaction,
  { redirect_uris, ...row }: Omit<ClientRow, 'used_at'>,
  most: number,
): Promise<void> {
  const unused = tx.selectFrom('oauth_clients').where('used_at', 'is', null)
  const tooMany = unused
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(most - 1)
    .limit(most)
  await tx.deleteFrom('oauth_clients').where('id', 'in', tooMany).execute()
  await tx
    .insertInto('oauth_clients')
    .values({ ...row, redirect_uris: JSON.stringify(redirect_uris) })
    .execute()
}

export const touchClient = async (tx: Transaction, id: string, now: number): Promise<void> => {
  await tx.updateTable('oauth_clients').set({ used_at: now }).where('id', '=', id).execute()
}

/** Removes clients that nobody has authorized before that time, and those that nobody uses any more. */
export async function pruneClients(tx: Transaction, before: number, limit: number): Promise<number> {
  const old = tx
    .selectFrom('oauth_clients')
    .select('oauth_clients.id')
    .where((e) =>
      e.or([
        e.and([e('used_at', 'is', null), e('created_at', '<=', before)]),
        e.and([
          e('used_at', '<=', before - usedStays),
          e.not(
            e.exists(
              e
                .selectFrom('oauth_grants')
                .select('oauth_grants.id')
                .whereRef('oauth_grants.client_id', '=', 'oauth_clients.id'),
            ),
          ),
        ]),
      ]),
    )
    .limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('oauth_clients').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
