import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { isAway } from './away.ts'
import { isPostgres } from './kind.ts'

/** For the values, in their order, one result each. */
type Run<Value, Result> = (values: readonly Value[]) => Promise<readonly Result[]>

interface Waiting<Value, Result> {
  readonly value: Value
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface Limits {
  /** Runs at the same time. */
  readonly runs?: number
  /** Values of one run. */
  readonly values?: number
}

/**
 * Values that come during a run wait, and share the next one. If a run fails because of one value, each of its values runs
 * alone, so that the others succeed.
 */
export function together<Value, Result>(
  run: Run<Value, Result>,
  { runs = 1, values = Number.POSITIVE_INFINITY }: Limits = {},
): (value: Value) => Promise<Result> {
  const waiting: Waiting<Value, Result>[] = []
  let running = 0

  async function runAll(): Promise<void> {
    running += 1
    while (waiting.length > 0) {
      // More may come from events that are ready already.
      await nextTurn()
      const these = waiting.splice(0, values)
      if (these.length > 0) await runOnce(these)
    }
    running -= 1
  }

  async function runOnce(these: readonly Waiting<Value, Result>[]): Promise<void> {
    try {
      const results = await run(these.map(({ value }) => value))
      if (results.length !== these.length) throw new Error('A run must return one result for each value.')
      for (const [at, { resolve }] of these.entries()) resolve(results[at] as Result)
    } catch (error) {
      if (these.length > 1 && !isAway(error)) for (const one of these) await runOnce([one])
      else for (const { reject } of these) reject(error)
    }
  }

  return (value) =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject })
      if (running < runs) void runAll()
    })
}

type Executing = Pick<Kysely<Tables>, 'getExecutor'>

/**
 * A statement that does for many values what it does for one. On PostgreSQL, values that come at the same time share it,
 * because a round trip costs more than the work in it. In a transaction, and on SQLite, each has its own.
 */
export function shared<Db extends Executing, Value, Result>(
  run: (db: Db, values: readonly Value[]) => Promise<readonly Result[]>,
): (db: Db, value: Value) => Promise<Result> {
  const ofPools = new WeakMap<Db, (value: Value) => Promise<Result>>()
  const ofPool = (db: Db) => {
    const made = ofPools.get(db) ?? together((values: readonly Value[]) => run(db, values), limits)
    ofPools.set(db, made)
    return made
  }
  return async (db, value) => {
    if (isPostgres(db) && !isTransaction(db)) return ofPool(db)(value)
    const [result] = await run(db, [value])
    return result as Result
  }
}

/** Two runs, so that one without an answer does not stop all others. */
const limits: Limits = { runs: 2, values: 100 }

const isTransaction = (db: Executing): boolean => 'isTransaction' in db && db.isTransaction === true
