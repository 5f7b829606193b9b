import { minute } from '../domain/time.ts'
import type { Database } from '../store/engine/database.ts'
import { touchKeys } from '../store/keys.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'

/** Collects which keys were used and writes that once a minute, so that no request waits for it. */
export function createKeyUse({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  const used = new Set<number>()

  const write = async () => {
    if (used.size === 0) return
    const ids = [...used]
    used.clear()
    const thisMinute = Math.floor(clock.now() / minute) * minute
    await database
      .transaction((tx) => touchKeys(tx, ids, thisMinute))
      .catch((err) => log.warn({ err }, 'the last use of API keys could not be stored'))
  }

  const timer = setInterval(write, minute)
  return {
    used: (keyId: number): void => {
      used.add(keyId)
    },
    stop: async () => {
      clearInterval(timer)
      await write()
    },
  }
}
