export interface OneAtATime {
  /**
   * Runs the work, never twice at once. Whoever asks while it runs gets a run that begins afterwards, and so sees all that
   * was there when they asked; all who ask meanwhile share it.
   */
  readonly run: () => Promise<void>
  /** Waits for what has been asked for; never rejects. */
  readonly settled: () => Promise<void>
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
    settled: () => (next ?? running ?? Promise.resolve()).catch(() => {}),
  }
}
