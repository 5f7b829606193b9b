import { DatabaseBusy } from './database-busy.ts'

/**
 * Runs works with the same number one after the other. So only one of them has a connection, and the others leave the rest
 * to works with other numbers. A work that has waited for longer than `longest` milliseconds fails.
 */
export function takingTurns(longest: number): <T>(number: number, work: () => Promise<T>) => Promise<T> {
  const last = new Map<number, Promise<void>>()
  return async (number, work) => {
    const before = last.get(number)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    last.set(number, ended)
    try {
      if (before) await within(longest, before)
      return await work()
    } finally {
      if (last.get(number) === ended) last.delete(number)
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
