import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Reader, Transaction } from './database.ts'

/** The places of sealed values. A sealed value opens only in its own place, so these never change. */
export const accountPlace = (id: number): string => `accounts.credentials:${id}`
export const connectionPlace = (id: string): string => `connections.secret:${id}`
export const webhookPlace = (id: number): string => `webhooks.secret:${id}`
export const appPlace = (name: string): string => `apps.client_secret:${name}`
export const callbackPlace = (userId: number): string => `callback_secrets.secret:${userId}`
export const answerPlace = (userId: number, key: string): string => `idempotency.answer:${userId}:${key}`
export const totpPlace = (personId: number): string => `people.totp_secret:${personId}`
export const checkPlace = 'instance.secret_check'

export interface SealedValue {
  readonly sealed: string
  readonly place: string
  /** Replaces the value, unless it has changed since it was read. */
  readonly replace: (tx: Transaction, sealed: string) => Promise<void>
}

/** Values of one column that are not sealed with the newest key, without the first `skip`, in a stable order. */
type Outdated = (db: Reader, newest: string, page: { skip: number; limit: number }) => Promise<SealedValue[]>

interface Sealed {
  readonly table: keyof Tables
  readonly column: string
  /** The columns that identify a row; none for a table of one row. */
  readonly key: readonly string[]
  readonly place: (...key: readonly (string | number)[]) => string
}

const outdatedIn =
  ({ table, column, key, place }: Sealed): Outdated =>
  async (db, newest, { skip, limit }) => {
    const value = sql.ref(column)
    const order = key.length === 0 ? sql`` : sql`order by ${sql.join(key.map((name) => sql.ref(name)))}`
    const { rows } = await sql<Record<string, string | number> & { sealed: string }>`
      select ${sql.join([...key.map((name) => sql.ref(name)), sql`${value} as sealed`])}
        from ${sql.table(table)}
       where ${value} is not null and ${value} not like ${`${newest}%`}
       ${order} limit ${limit} offset ${skip}`.execute(db)
    return rows.map((row) => {
      const values = key.map((name) => row[name] ?? '')
      const same = [...key.map((name, at) => sql`${sql.ref(name)} = ${values[at]}`), sql`${value} = ${row.sealed}`]
      return {
        sealed: row.sealed,
        place: place(...values),
        replace: async (tx, sealed) => {
          await sql`update ${sql.table(table)} set ${value} = ${sealed} where ${sql.join(same, sql` and `)}`.execute(tx)
        },
      }
    })
  }

/** All sealed columns of the database. The check value is the last: while it is sealed with the old key, that key is needed. */
export const sealedColumns: Readonly<Record<string, Outdated>> = {
  accounts: outdatedIn({
    table: 'accounts',
    column: 'credentials',
    key: ['id'],
    place: (id) => accountPlace(Number(id)),
  }),
  connections: outdatedIn({
    table: 'connections',
    column: 'secret',
    key: ['id'],
    place: (id) => connectionPlace(String(id)),
  }),
  webhooks: outdatedIn({ table: 'webhooks', column: 'secret', key: ['id'], place: (id) => webhookPlace(Number(id)) }),
  'earlier webhook secrets': outdatedIn({
    table: 'webhooks',
    column: 'previous',
    key: ['id'],
    place: (id) => webhookPlace(Number(id)),
  }),
  apps: outdatedIn({ table: 'apps', column: 'client_secret', key: ['name'], place: (name) => appPlace(String(name)) }),
  'callback secrets': outdatedIn({
    table: 'callback_secrets',
    column: 'secret',
    key: ['user_id'],
    place: (id) => callbackPlace(Number(id)),
  }),
  'earlier callback secrets': outdatedIn({
    table: 'callback_secrets',
    column: 'previous',
    key: ['user_id'],
    place: (id) => callbackPlace(Number(id)),
  }),
  'secrets of authenticator apps': outdatedIn({
    table: 'people',
    column: 'totp_secret',
    key: ['id'],
    place: (id) => totpPlace(Number(id)),
  }),
  'stored answers': outdatedIn({
    table: 'idempotency',
    column: 'answer',
    key: ['user_id', 'key'],
    place: (id, key) => answerPlace(Number(id), String(key)),
  }),
  'check value': outdatedIn({ table: 'instance', column: 'secret_check', key: [], place: () => checkPlace }),
}
