import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Transaction } from './database.ts'

/** More would keep everything else in the process waiting for too long. */
const maxTogether = 32

type Work<T> = (tx: Transaction) => Promise<T>

interface Waiting {
  /** Does the work, and gives what tells of its end; that is told only when it is on the disk. */
  readonly run: Work<() => void>
  readonly reject: (error: unknown) => void
}

/**
 * Runs works one after the other, those that have come together in one transaction: what costs is the sync to the disk,
 * and one is enough for all of them. Each has a savepoint of its own, so that one that fails leaves no trace and the others
 * are committed all the same.
 */
export function shareCommits(kysely: Kysely<Tables>): <T>(work: Work<T>) => Promise<T> {
  const waiting: Waiting[] = []
  let running = false

  async function runAll(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      // Others may come from what the event loop has at hand.
      await nextTurn()
      await runTogether(kysely, waiting.splice(0, maxTogether))
    }
    running = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        run: async (tx) => {
          const result = await work(tx)
          return () => resolve(result)
        },
        reject,
      })
      if (!running) void runAll()
    })
}

async function runTogether(kysely: Kysely<Tables>, works: readonly Waiting[]): Promise<void> {
  const ended: (() => void)[] = []
  try {
    await kysely.transaction().execute(async (tx) => {
      const [first, ...others] = works
      if (first && others.length === 0) ended.push(await first.run(tx))
      else for (const work of works) ended.push(await runInSavepoint(tx, work))
    })
  } catch (error) {
    for (const { reject } of works) reject(error)
    return
  }
  for (const tell of ended) tell()
}

/** Where the database has undone more than this one work, going back to its savepoint fails, and so do all of them. */
async function runInSavepoint(tx: Transaction, { run, reject }: Waiting): Promise<() => void> {
  await sql`savepoint work`.execute(tx)
  try {
    const tell = await run(tx)
    await sql`release work`.execute(tx)
    return tell
  } catch (error) {
    await sql`rollback to work`.execute(tx)
    await sql`release work`.execute(tx)
    return () => reject(error)
  }
}
