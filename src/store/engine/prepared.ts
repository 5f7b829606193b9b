import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { type GuardedClient, guarded } from './guarded.ts'

/** A statement that is used this often is prepared, which costs memory in every connection. */
const worthwhile = 3 // uses
const maxPrepared = 300
const maxCounted = 2_000

/**
 * Codes of a server that can't use a prepared statement: a table has changed since, because another process has migrated
 * the database; or a proxy mixes the statements of several connections.
 */
const unusable: ReadonlySet<unknown> = new Set(['0A000', '26000', '42P05'])

/** A prepared statement could not be used. Nothing was done, and this connection prepares nothing from now on. */
export class PlanUnusable extends Error {}

/** A pool whose connections prepare frequent statements, because planning costs the server more than running them. */
export function preparing(pool: pg.Pool): PostgresPool {
  const nameOf = statementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? preparingClient(guarded(client), nameOf)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

type NameOf = (text: string) => string | undefined

/** The same for every connection, because a name must always mean the same text. */
function statementNames(): NameOf {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= maxPrepared) return name
    if (uses.size >= maxCounted) uses.clear()
    const count = (uses.get(text) ?? 0) + 1
    uses.set(text, count)
    if (count < worthwhile) return undefined
    uses.delete(text)
    names.set(text, `polypost_${names.size}`)
    return names.get(text)
  }
}

function preparingClient(client: GuardedClient, nameOf: NameOf): PostgresPoolClient {
  let prepares = true

  async function query(text: string, parameters: readonly unknown[]): Promise<unknown> {
    const values = [...parameters]
    const name = prepares && values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return client.query(text, values)
    const alone = !client.isInTransaction()
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && unusable.has(error.code))) throw error
      prepares = false
      if (alone) return client.query(text, values)
      throw new PlanUnusable('A prepared statement can no longer be used.', { cause: error })
    }
  }

  return {
    // Kysely declares a second signature, with a cursor, which is not used here.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
