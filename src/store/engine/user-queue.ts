import { DatabaseBusy } from './database-busy.ts'

/**
 * Runs what the requests of one user do one after the other. So only one of them has a connection, and the others leave the
 * rest to other users. One that has waited for longer than `longest` milliseconds fails.
 */
export function queuePerUser(longest: number): <T>(userId: number, work: () => Promise<T>) => Promise<T> {
  const last = new Map<number, Promise<void>>()
  return async (userId, work) => {
    const before = last.get(userId)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    last.set(userId, ended)
    try {
      if (before) await within(longest, before)
      return await work()
    } finally {
      if (last.get(userId) === ended) last.delete(userId)
      end()
    }
  }
}

function within(longest: number, before: Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new DatabaseBusy('Earlier work of the same user took too long.')), longest)
  void before.then(() => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
