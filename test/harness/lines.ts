/** Runs at most this number of functions at once, in their order. */
export function line(atOnce = 1): <T>(work: () => Promise<T>) => Promise<T> {
  let going = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (going >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else going += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going -= 1
    }
  }
}
