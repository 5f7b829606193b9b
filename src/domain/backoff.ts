const first = 15_000
const longest = 30 * 60_000

/** After this number of attempts a job fails. */
export const maxAttempts = 5

/** Milliseconds until the next attempt. They double with each attempt, and vary so that not all jobs retry at once. */
export function backoff(tries: number, fraction: number): number {
  const full = Math.min(first * 2 ** Math.max(0, tries - 1), longest)
  return full * (0.75 + fraction * 0.5)
}

const firstAsk = 2_000
const longestPause = 5 * 60_000

/**
 * Milliseconds until the platform is asked again about an unknown outcome: the longer it is unknown, the longer the
 * pause.
 */
export const doubtPause = (sinceMilliseconds: number): number =>
  Math.min(Math.max(firstAsk, sinceMilliseconds / 2), longestPause)
