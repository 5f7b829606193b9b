import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** A text that comes so often is worth its place in the memory of every connection. */
const worthwhile = 3 // uses
const maxPrepared = 300
const maxCounted = 2_000

/**
 * What a server says of a statement that it has planned and can't use: a table has changed since, as another process has
 * brought it to a newer version; or something between us gives one connection's statements to another.
 */
const unusable: ReadonlySet<unknown> = new Set(['0A000', '26000', '42P05'])

/** A planned statement could not be used; nothing was done, and the same connection plans it anew from now on. */
export class PlanLost extends Error {}

/** A pool whose connections plan a statement once, however often it comes: that costs the server more than running it. */
export function preparing(pool: pg.Pool): PostgresPool {
  const nameOf = statementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? preparingClient(client, nameOf)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

type NameOf = (text: string) => string | undefined

/** The same in every connection, since a name must mean one text. */
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

function preparingClient(client: pg.PoolClient, nameOf: NameOf): PostgresPoolClient {
  let prepares = true

  async function query(text: string, parameters: readonly unknown[]): Promise<unknown> {
    const values = [...parameters]
    const name = prepares && values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return client.query(text, values)
    const alone = client.getTransactionStatus() === 'I'
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && unusable.has(error.code))) throw error
      prepares = false
      if (alone) return client.query(text, values)
      throw new PlanLost('A prepared statement can no longer be used.', { cause: error })
    }
  }

  return {
    // Kysely declares one more way to call it, by a cursor, which nobody here does.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
