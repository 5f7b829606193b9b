type Who = number | string

/** Counts what each user, or whoever else counts, does at the same time in this process. */
export interface AtOnce {
  /** Begins one more, and returns the function that ends it; null if they have this many already. */
  readonly begin: (who: Who, limit: number) => (() => void) | null
  readonly of: (who: Who) => number
}

export function createAtOnce(): AtOnce {
  const running = new Map<Who, number>()
  const of = (who: Who): number => running.get(who) ?? 0

  function end(who: Who): void {
    const left = of(who) - 1
    if (left > 0) running.set(who, left)
    else running.delete(who)
  }

  return {
    begin: (who, limit) => {
      if (of(who) >= limit) return null
      running.set(who, of(who) + 1)
      let ended = false
      return () => {
        if (!ended) end(who)
        ended = true
      }
    },
    of,
  }
}
