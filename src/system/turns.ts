/** Lets so many jobs run at once, the others after them in their order. */
export function createTurns(atOnce: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (job) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      // The place goes over to the next one, so that nobody slips in between.
      if (next) next()
      else running -= 1
    }
  }
}
