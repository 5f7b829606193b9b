/** Counts what each user does at the same time in this process. */
export interface AtOnce {
  /** Begins one more, and returns the function that ends it; null if the user has this many already. */
  readonly begin: (userId: number, limit: number) => (() => void) | null
  readonly of: (userId: number) => number
}

export function createAtOnce(): AtOnce {
  const running = new Map<number, number>()
  const of = (userId: number): number => running.get(userId) ?? 0

  function end(userId: number): void {
    const left = of(userId) - 1
    if (left > 0) running.set(userId, left)
    else running.delete(userId)
  }

  return {
    begin: (userId, limit) => {
      if (of(userId) >= limit) return null
      running.set(userId, of(userId) + 1)
      let ended = false
      return () => {
        if (!ended) end(userId)
        ended = true
      }
    },
    of,
  }
}
