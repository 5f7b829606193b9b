import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { isAway, isStuck } from './away.ts'

/** For the values, in their order, one result each. */
type Run<Value, Result> = (values: readonly Value[]) => Promise<readonly Result[]>

interface WaitingValue<Value, Result> {
  readonly value: Value
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface Limits {
  /** Values of one run. */
  readonly values?: number
  /** When a run takes longer, in milliseconds, one other may run beside it. */
  readonly patience?: number
}

/**
 * Values that come during a run wait, and share the next one. If a run fails because of one value, it is halved until that
 * value is alone, so that the others succeed. If the database is away, all of them fail.
 */
export function together<Value, Result>(
  run: Run<Value, Result>,
  { values = Number.POSITIVE_INFINITY, patience }: Limits = {},
): (value: Value) => Promise<Result> {
  const waiting: WaitingValue<Value, Result>[] = []
  let running = 0
  /** How many of them are not late. */
  let inTime = 0

  function begin(): void {
    if (waiting.length > 0 && inTime === 0 && running < 2) void runAll()
  }

  async function runAll(): Promise<void> {
    running += 1
    inTime += 1
    while (waiting.length > 0 && inTime === 1) {
      // More may come from events that are ready already.
      await letOthersRun()
      const these = waiting.splice(0, values)
      if (these.length > 0) await runWatched(these)
    }
    inTime -= 1
    running -= 1
  }

  async function runWatched(these: readonly WaitingValue<Value, Result>[]): Promise<void> {
    if (patience === undefined) return runOnce(these)
    let late = 0
    const timer = setTimeout(() => {
      late = 1
      inTime -= 1
      begin()
    }, patience)
    await runOnce(these)
    clearTimeout(timer)
    inTime += late
  }

  async function runOnce(these: readonly WaitingValue<Value, Result>[]): Promise<void> {
    try {
      const results = await run(these.map(({ value }) => value))
      if (results.length !== these.length) throw new Error('A run must return one result for each value.')
      for (const [at, { resolve }] of these.entries()) resolve(results[at] as Result)
    } catch (error) {
      if (these.length > 1 && (isStuck(error) || !isAway(error))) await runHalves(these)
      else for (const { reject } of these) reject(error)
    }
  }

  async function runHalves(these: readonly WaitingValue<Value, Result>[]): Promise<void> {
    const half = Math.ceil(these.length / 2)
    await runOnce(these.slice(0, half))
    await runOnce(these.slice(half))
  }

  return (value) =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject })
      begin()
    })
}

type StatementRunner = Pick<Kysely<Tables>, 'getExecutor'>

/**
 * A statement that does for many values what it does for one. Values that come at the same time share it, because asking the
 * database costs more than the work in it, above all on PostgreSQL. In a transaction each has its own.
 */
export function shared<Db extends StatementRunner, Value, Result>(
  run: (db: Db, values: readonly Value[]) => Promise<readonly Result[]>,
): (db: Db, value: Value) => Promise<Result> {
  const ofPools = new WeakMap<Db, (value: Value) => Promise<Result>>()
  const ofPool = (db: Db) => {
    const made = ofPools.get(db) ?? together((values: readonly Value[]) => run(db, values), limits)
    ofPools.set(db, made)
    return made
  }
  return async (db, value) => {
    if (!isTransaction(db)) return ofPool(db)(value)
    const [result] = await run(db, [value])
    return result as Result
  }
}

/** A statement that gets no answer does not stop all others. */
const limits: Limits = { values: 100, patience: 50 }

const isTransaction = (db: StatementRunner): boolean => 'isTransaction' in db && db.isTransaction === true
