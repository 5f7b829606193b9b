import { minute } from '../domain/time.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'

interface LastUse {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

/** Collects which keys or sessions were used and writes that once a minute, so that no request waits for it. */
export function createLastUse(
  { database, clock, log }: LastUse,
  touch: (tx: Transaction, ids: readonly number[], usedAt: number) => Promise<void>,
) {
  const used = new Set<number>()

  const write = async () => {
    if (used.size === 0) return
    const ids = [...used]
    used.clear()
    const thisMinute = Math.floor(clock.now() / minute) * minute
    await database
      .transaction((tx) => touch(tx, ids, thisMinute))
      .catch((err) => log.warn({ err }, 'the last use of keys or sessions could not be stored'))
  }

  const timer = setInterval(write, minute)
  return {
    used: (id: number): void => {
      used.add(id)
    },
    stop: async () => {
      clearInterval(timer)
      await write()
    },
  }
}
