import { sql } from 'kysely'
import type { Reader, Transaction } from './database.ts'

/** Where sealed values stand. What is sealed opens in its own place alone, so these never change. */
export const accountPlace = (id: number): string => `accounts.credentials:${id}`
export const connectionPlace = (id: string): string => `connections.secret:${id}`
export const webhookPlace = (id: number): string => `webhooks.secret:${id}`
export const callbackPlace = (userId: number): string => `callback_secrets.secret:${userId}`
export const answerPlace = (userId: number, key: string): string => `idempotency.answer:${userId}:${key}`
export const checkPlace = 'instance.secret_check'

export interface SealedValue {
  readonly sealed: string
  readonly place: string
  /** Puts another in its stead; without effect where it has changed since. */
  readonly replace: (tx: Transaction, sealed: string) => Promise<void>
}

/** Values of one column that are not sealed with the newest key, `skip` of them left out; in a lasting order. */
type Outdated = (db: Reader, newest: string, page: { skip: number; limit: number }) => Promise<SealedValue[]>

const other = (column: string, newest: string) =>
  sql<boolean>`${sql.ref(column)} is not null and ${sql.ref(column)} not like ${`${newest}%`}`

/** Everything that is sealed in the database. The check value is the last: while it is old, the old key is needed. */
export const sealedColumns: Readonly<Record<string, Outdated>> = {
  accounts: async (db, newest, { skip, limit }) => {
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'credentials as sealed'])
      .where(other('credentials', newest))
      .orderBy('id')
      .offset(skip)
      .limit(limit)
      .execute()
    return rows.flatMap(({ id, sealed }) => {
      const replace = async (tx: Transaction, credentials: string) => {
        await tx
          .updateTable('accounts')
          .set({ credentials })
          .where('id', '=', id)
          .where('credentials', '=', sealed)
          .execute()
      }
      return sealed === null ? [] : [{ sealed, place: accountPlace(id), replace }]
    })
  },
  connections: async (db, newest, { skip, limit }) => {
    const rows = await db
      .selectFrom('connections')
      .select(['id', 'secret as sealed'])
      .where(other('secret', newest))
      .orderBy('id')
      .offset(skip)
      .limit(limit)
      .execute()
    return rows.flatMap(({ id, sealed }) => {
      const replace = async (tx: Transaction, secret: string) => {
        await tx.updateTable('connections').set({ secret }).where('id', '=', id).where('secret', '=', sealed).execute()
      }
      return sealed === null ? [] : [{ sealed, place: connectionPlace(id), replace }]
    })
  },
  webhooks: async (db, newest, { skip, limit }) => {
    const rows = await db
      .selectFrom('webhooks')
      .select(['id', 'secret as sealed'])
      .where(other('secret', newest))
      .orderBy('id')
      .offset(skip)
      .limit(limit)
      .execute()
    return rows.flatMap(({ id, sealed }) => {
      const replace = async (tx: Transaction, secret: string) => {
        await tx.updateTable('webhooks').set({ secret }).where('id', '=', id).where('secret', '=', sealed).execute()
      }
      return sealed === null ? [] : [{ sealed, place: webhookPlace(id), replace }]
    })
  },
  'callback secrets': async (db, newest, { skip, limit }) => {
    const rows = await db
      .selectFrom('callback_secrets')
      .select(['user_id', 'secret as sealed'])
      .where(other('secret', newest))
      .orderBy('user_id')
      .offset(skip)
      .limit(limit)
      .execute()
    return rows.map(({ user_id, sealed }) => ({
      sealed,
      place: callbackPlace(user_id),
      replace: async (tx, secret) => {
        await tx
          .updateTable('callback_secrets')
          .set({ secret })
          .where('user_id', '=', user_id)
          .where('secret', '=', sealed)
          .execute()
      },
    }))
  },
  'stored answers': async (db, newest, { skip, limit }) => {
    const rows = await db
      .selectFrom('idempotency')
      .select(['user_id', 'key', 'answer as sealed'])
      .where(other('answer', newest))
      .orderBy('user_id')
      .orderBy('key')
      .offset(skip)
      .limit(limit)
      .execute()
    return rows.flatMap(({ user_id, key, sealed }) => {
      const replace = async (tx: Transaction, answer: string) => {
        await tx
          .updateTable('idempotency')
          .set({ answer })
          .where('user_id', '=', user_id)
          .where('key', '=', key)
          .where('answer', '=', sealed)
          .execute()
      }
      return sealed === null ? [] : [{ sealed, place: answerPlace(user_id, key), replace }]
    })
  },
  'check value': async (db, newest, { skip, limit }) => {
    const rows = await db
      .selectFrom('instance')
      .select('secret_check as sealed')
      .where(other('secret_check', newest))
      .offset(skip)
      .limit(limit)
      .execute()
    return rows.map(({ sealed }) => ({
      sealed,
      place: checkPlace,
      replace: async (tx, secret_check) => {
        await tx.updateTable('instance').set({ secret_check }).where('secret_check', '=', sealed).execute()
      },
    }))
  },
}
