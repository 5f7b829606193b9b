export interface OneAtATime {
  /**
   * Runs the work, never twice at once. A call during a run gets the next run, which sees everything that existed at the
   * time of the call; all calls during a run share the next one.
   */
  readonly run: () => Promise<void>
  /** Waits for all requested runs; never rejects. */
  readonly idle: () => Promise<void>
}

export function oneAtATime(work: () => Promise<void>): OneAtATime {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function begin(): Promise<void> {
    running = work().finally(() => {
      running = null
    })
    return running
  }

  async function afterwards(current: Promise<void>): Promise<void> {
    await current.catch(() => {})
    next = null
    return begin()
  }

  return {
    run: () => {
      if (next) return next
      if (running === null) return begin()
      next = afterwards(running)
      return next
    },
    idle: () => (next ?? running ?? Promise.resolve()).catch(() => {}),
  }
}
