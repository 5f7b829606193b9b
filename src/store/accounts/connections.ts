import type { Insertable, Selectable, Updateable } from 'kysely'
import { z } from 'zod'
import type { Reader, Transaction } from '../engine/database.ts'
import { storedJson } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'

/** The last three are missing in failures of older versions. */
const storedError = z.object({
  code: z.string(),
  message: z.string(),
  /** The platform's own code and message. */
  platformCode: z.string().nullish(),
  platformMessage: z.string().nullish(),
  advice: z.string().nullish(),
})

const stored = z.object({
  environment: z.enum(['live', 'sandbox']),
  /** `confirming`: a person has signed in at the platform and has not confirmed yet whose profile gets the account. */
  status: z.enum(['waiting', 'confirming', 'choosing', 'connected', 'failed']),
  choices: storedJson(
    z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['account', 'page', 'board', 'channel']),
        name: z.string(),
        username: z.string().nullable(),
        avatar_url: z.string().nullable(),
      }),
    ),
  ),
  connected: storedJson(z.array(z.string())),
  error: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : storedError.parse(JSON.parse(text)))),
})

type Row = Selectable<Tables['connections']>

/** An attempt to connect an account. */
export type ConnectionRow = Omit<Row, keyof z.output<typeof stored>> & Readonly<z.output<typeof stored>>

export type Choice = ConnectionRow['choices'][number]

const read = (row: Row): ConnectionRow => ({ ...row, ...stored.parse(row) })

type Fields = Pick<ConnectionRow, 'choices' | 'connected' | 'error'>

const written = <T extends Partial<Fields>>({ choices, connected, error, ...rest }: T) => ({
  ...rest,
  ...(choices === undefined ? {} : { choices: JSON.stringify(choices) }),
  ...(connected === undefined ? {} : { connected: JSON.stringify(connected) }),
  ...(error === undefined ? {} : { error: error === null ? null : JSON.stringify(error) }),
})

export async function insertConnection(tx: Transaction, row: ConnectionRow): Promise<void> {
  const { choices, connected, error } = row
  const values: Insertable<Tables['connections']> = {
    ...row,
    choices: JSON.stringify(choices),
    connected: JSON.stringify(connected),
    error: error === null ? null : JSON.stringify(error),
  }
  await tx.insertInto('connections').values(values).execute()
}

export async function findConnection(db: Reader, userId: number, id: string): Promise<ConnectionRow | undefined> {
  const row = await db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && read(row)
}

/** The connection of a one-time value, while it is valid. */
export async function findConnectionByState(
  db: Reader,
  { hash, among, now }: { hash: string; among: readonly ConnectionRow['status'][]; now: number },
): Promise<ConnectionRow | undefined> {
  const row = await db
    .selectFrom('connections')
    .selectAll()
    .where('state_hash', '=', hash)
    .where('status', 'in', among)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && read(row)
}

/** In rows: enough for the last one of each app. */
const lastOnes = 50

/** The live connections of a platform that have ended, newest first. */
export async function lastSignIns(db: Reader, platform: string): Promise<ConnectionRow[]> {
  const rows = await db
    .selectFrom('connections')
    .selectAll()
    .where('platform', '=', platform)
    .where('environment', '=', 'live')
    .where('status', 'in', ['connected', 'failed'])
    .orderBy('created_at', 'desc')
    .limit(lastOnes)
    .execute()
  return rows.map(read)
}

type Change = Partial<Fields> &
  Pick<Updateable<Tables['connections']>, 'status' | 'url' | 'state_hash' | 'secret'> & {
    readonly status?: ConnectionRow['status']
  }

export async function changeConnection(tx: Transaction, id: string, change: Change): Promise<ConnectionRow> {
  const row = await tx
    .updateTable('connections')
    .set(written(change))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return read(row)
}

/** Deletes the secrets of up to `limit` connections that can no longer be completed; returns how many. */
export async function forgetSecrets(tx: Transaction, now: number, limit: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('connections')
    .set({ secret: null, state_hash: null })
    .where('id', 'in', (e) =>
      e
        .selectFrom('connections')
        .select('id')
        .where('expires_at', '<', now)
        .where('secret', 'is not', null)
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes up to `limit` connections that expired before then, and returns how many. */
export async function pruneConnections(tx: Transaction, before: number, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('connections')
    .select('id')
    .where('expires_at', '<', before)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('connections').where('id', 'in', ids).execute()
  return old.length
}
