import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { inSavepoint } from './savepoint.ts'

/** Works in one transaction. More would keep everything else in the process waiting for too long. */
const maxTogether = 32

type Work<T> = (tx: Transaction<Tables>) => Promise<T>

interface WaitingWork {
  /** Does the work, and returns a function that settles its promise; it is called when the commit is on the disk. */
  readonly run: Work<() => void>
  readonly reject: (error: unknown) => void
}

/**
 * Runs works one after the other, and those that arrive together in one transaction: the sync to the disk is the expensive
 * part, and one is enough for all of them. Each has its own savepoint, so one that fails is undone and the others are
 * committed.
 */
export function shareCommits(kysely: Kysely<Tables>): <T>(work: Work<T>) => Promise<T> {
  const waiting: WaitingWork[] = []
  let running = false

  async function runAll(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      // More works may arrive from events that are ready already.
      await letOthersRun()
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

async function runTogether(kysely: Kysely<Tables>, works: readonly WaitingWork[]): Promise<void> {
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
  for (const settle of ended) settle()
}

/** If the database has undone more than this one work, all works fail for the same reason. */
async function runInSavepoint(tx: Transaction<Tables>, { run, reject }: WaitingWork): Promise<() => void> {
  const outcome = await inSavepoint(tx, () => run(tx))
  return 'result' in outcome ? outcome.result : () => reject(outcome.error)
}
