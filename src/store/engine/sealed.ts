import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Reader, Transaction } from './database.ts'

/** What sealed values are bound to. A sealed value opens only with its own binding, so these never change. */
export const accountBinding = (id: number): string => `accounts.credentials:${id}`
export const connectionBinding = (id: string): string => `connections.secret:${id}`
export const webhookBinding = (id: number): string => `webhooks.secret:${id}`
export const appBinding = (name: string): string => `apps.client_secret:${name}`
export const callbackBinding = (userId: number): string => `callback_secrets.secret:${userId}`
export const answerBinding = (userId: number, key: string): string => `idempotency.answer:${userId}:${key}`
export const totpBinding = (personId: number): string => `people.totp_secret:${personId}`
export const checkBinding = 'instance.secret_check'

export interface SealedValue {
  readonly sealed: string
  readonly binding: string
  /** Replaces the value, unless it has changed since it was read. */
  readonly replace: (tx: Transaction, sealed: string) => Promise<void>
}

/** Values of one column that are not sealed with the newest key, without the first `skip`, in a stable order. */
type FindOutdated = (db: Reader, newest: string, page: { skip: number; limit: number }) => Promise<SealedValue[]>

interface SealedColumn {
  readonly table: keyof Tables
  readonly column: string
  /** The columns that identify a row; none for a table of one row. */
  readonly key: readonly string[]
  readonly binding: (...key: readonly (string | number)[]) => string
}

const outdatedIn =
  ({ table, column, key, binding }: SealedColumn): FindOutdated =>
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
        binding: binding(...values),
        replace: async (tx, sealed) => {
          await sql`update ${sql.table(table)} set ${value} = ${sealed} where ${sql.join(same, sql` and `)}`.execute(tx)
        },
      }
    })
  }

/** All sealed columns of the database. The check value is the last: while it is sealed with the old key, that key is needed. */
export const sealedColumns: Readonly<Record<string, FindOutdated>> = {
  accounts: outdatedIn({
    table: 'accounts',
    column: 'credentials',
    key: ['id'],
    binding: (id) => accountBinding(Number(id)),
  }),
  connections: outdatedIn({
    table: 'connections',
    column: 'secret',
    key: ['id'],
    binding: (id) => connectionBinding(String(id)),
  }),
  webhooks: outdatedIn({
    table: 'webhooks',
    column: 'secret',
    key: ['id'],
    binding: (id) => webhookBinding(Number(id)),
  }),
  'earlier webhook secrets': outdatedIn({
    table: 'webhooks',
    column: 'previous',
    key: ['id'],
    binding: (id) => webhookBinding(Number(id)),
  }),
  apps: outdatedIn({
    table: 'apps',
    column: 'client_secret',
    key: ['name'],
    binding: (name) => appBinding(String(name)),
  }),
  'callback secrets': outdatedIn({
    table: 'callback_secrets',
    column: 'secret',
    key: ['user_id'],
    binding: (id) => callbackBinding(Number(id)),
  }),
  'earlier callback secrets': outdatedIn({
    table: 'callback_secrets',
    column: 'previous',
    key: ['user_id'],
    binding: (id) => callbackBinding(Number(id)),
  }),
  'secrets of authenticator apps': outdatedIn({
    table: 'people',
    column: 'totp_secret',
    key: ['id'],
    binding: (id) => totpBinding(Number(id)),
  }),
  'stored answers': outdatedIn({
    table: 'idempotency',
    column: 'answer',
    key: ['user_id', 'key'],
    binding: (id, key) => answerBinding(Number(id), String(key)),
  }),
  'check value': outdatedIn({ table: 'instance', column: 'secret_check', key: [], binding: () => checkBinding }),
}
