import { startLoop } from '../queue/loop.ts'
import { dueChores } from '../queue/sources.ts'
import { type ChoreRow, keepChores, putChoreBack } from '../store/chores.ts'
import type { Database } from '../store/engine/database.ts'
import { LostLease } from '../store/engine/leases.ts'
import type { Log } from '../system/log.ts'
import type { Vitals } from '../system/vitals.ts'
import { createPauses, type Pauses } from './pruning/pauses.ts'

/** Regular work that one process at a time does for all processes of a database. */
export interface Chore {
  /** Never used for another chore, because processes of several versions may run. */
  readonly id: number
  /** For the log. */
  readonly what: string
  /** How long after its end it is done again, in milliseconds. */
  readonly every: number
  /** Whether it is also done when a process starts. */
  readonly atStart: boolean
  readonly run: (pauses: Pauses) => Promise<void>
}

interface Services {
  readonly database: Database
  readonly log: Log
  readonly vitals: Vitals
}

/**
 * Does each chore in a loop of its own. One that fails is done again the next time. None is done while the database is
 * held, like everything else that is claimed.
 */
export async function startChores({ database, log, vitals }: Services, chores: readonly Chore[]) {
  const stopping = new AbortController()
  const ids = chores.map(({ id }) => id)
  const now = chores.filter(({ atStart }) => atStart).map(({ id }) => id)
  await database.step((tx) => keepChores(tx, ids, { now }))

  async function run(row: ChoreRow, lost: AbortSignal): Promise<void> {
    const chore = chores.find(({ id }) => id === row.id)
    const pauses = createPauses(AbortSignal.any([stopping.signal, lost]))
    try {
      await chore?.run(pauses).catch((err) => log.error({ err, what: chore.what }, 'a chore failed'))
      // Another process does the rest of a chore that was interrupted by a stop.
      const pause = stopping.signal.aborted ? 0 : (chore?.every ?? unknownPause)
      await database.step((tx) => putChoreBack(tx, row, pause))
    } catch (err) {
      if (!(err instanceof LostLease)) log.warn({ err, what: chore?.what }, 'a chore could not be put back')
    }
  }

  const loop = startLoop({
    what: 'chores',
    source: dueChores(database),
    // Real time: a test that shortens all times has nothing to delete.
    pace: (milliseconds) => milliseconds,
    log,
    vitals,
    slots: chores.length,
    stopping: stopping.signal,
    run,
  })
  return {
    stop: async () => {
      stopping.abort()
      await loop.stop()
    },
  }
}

/** A newer version knows the chore. */
const unknownPause = 60_000 // milliseconds
