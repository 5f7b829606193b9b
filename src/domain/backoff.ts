const first = 15_000
const longest = 30 * 60_000

/** After so many attempts a job has failed. */
export const maxAttempts = 5

/** Milliseconds until the next try after so many: doubling, and spread so that not all come back at once. */
export function backoff(tries: number, fraction: number): number {
  const full = Math.min(first * 2 ** Math.max(0, tries - 1), longest)
  return full * (0.75 + fraction * 0.5)
}

const firstAsk = 2_000
const longestPause = 5 * 60_000

/** Milliseconds until something in doubt is asked about again, the longer it has been in doubt the later. */
export const doubtPause = (sinceMilliseconds: number): number =>
  Math.min(Math.max(firstAsk, sinceMilliseconds / 2), longestPause)
