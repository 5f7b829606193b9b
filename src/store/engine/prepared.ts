import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { second } from '../../domain/time.ts'
import { type GuardedClient, guarded } from './guarded.ts'
import { storableValue } from './storable.ts'

/** A statement that is used this often is prepared, which costs memory in every connection. */
const worthwhile = 3 // uses
const maxPrepared = 300
const maxCounted = 2_000
/**
 * How long a connection keeps its plans. A plan that suited a small table reads all of a large one, until the database makes
 * new statistics, which can take minutes.
 */
const plansKept = second

/**
 * Codes of a server that can't use a prepared statement: a table has changed since, because another process has migrated
 * the database; or a proxy mixes the statements of several connections.
 */
const unusable: ReadonlySet<unknown> = new Set(['0A000', '26000', '42P05'])

/** A prepared statement could not be used. Nothing was done, and this connection prepares nothing from now on. */
export class PlanUnusable extends Error {}

/**
 * A pool whose connections prepare frequent statements, because planning costs the server more than running them. Behind a
 * pooler they prepare nothing: there, a connection is not always the same connection of the server.
 */
export function preparing(pool: pg.Pool, { pooled }: { readonly pooled: boolean }): PostgresPool {
  const nameOf = pooled ? () => undefined : statementNames()
  const wrapped = new WeakMap<pg.PoolClient, PreparingClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? preparingClient(guarded(client), nameOf)
      wrapped.set(client, known)
      known.forgetOldPlans()
      return known
    },
    end: () => pool.end(),
  }
}

/** The pool for statements to which others gave names; behind a pooler, without these names. */
export const queryable = (pool: pg.Pool, { pooled }: { readonly pooled: boolean }): Queryable =>
  pooled
    ? { query: (given) => (typeof given === 'string' ? pool.query(given) : pool.query(given.text, given.values)) }
    : { query: (given) => pool.query(given) }

export interface Queryable {
  readonly query: (given: string | pg.QueryConfig) => Promise<pg.QueryResult>
}

/** PostgreSQL cuts names after 63 characters. */
const nameDigits = 40

type NameOf = (text: string) => string | undefined

/** A name follows from the text, so that it means the same in every connection and every process. */
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
    names.set(text, `polypost_${createHash('sha256').update(text).digest('hex').slice(0, nameDigits)}`)
    return names.get(text)
  }
}

/** Not what begins and ends transactions: the server has nothing to plan there. */
const isPreparable = /^\s*(with|select|insert|update|delete)\b/i

interface PreparingClient extends PostgresPoolClient {
  /** Call it while no transaction is under way. */
  readonly forgetOldPlans: () => void
}

function preparingClient(client: GuardedClient, nameOf: NameOf): PreparingClient {
  let prepares = true
  /** Since when there are plans; null: there are none. */
  let plannedAt: number | null = null

  function forgetOldPlans(): void {
    if (plannedAt === null || performance.now() - plannedAt < plansKept) return
    plannedAt = null
    // Sent together with the next statement. If the connection is broken, that one fails too.
    client.query('discard plans').catch(() => {})
  }

  async function query(text: string, parameters: readonly unknown[]): Promise<unknown> {
    const values = parameters.map(storableValue)
    const name = prepares && isPreparable.test(text) ? nameOf(text) : undefined
    if (name === undefined) return client.query(text, values)
    plannedAt ??= performance.now()
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && unusable.has(error.code))) throw error
      prepares = false
      // Asked afterwards: a transaction sends its first statement before it knows that it has begun.
      if (!client.isInTransaction()) return client.query(text, values)
      throw new PlanUnusable('A prepared statement can no longer be used.', { cause: error })
    }
  }

  return {
    forgetOldPlans,
    // Kysely declares a second signature, with a cursor, which is not used here.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
