/** Runs at most this many jobs at once; the others wait in their order. */
export function limitConcurrency(atOnce: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (job) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      // The next job in the queue runs instead of this one.
      if (next) next()
      else running -= 1
    }
  }
}
