import { runTime } from './clock.ts'

/** Two clocks that nobody sets. The first is finer, but on Linux it stands still while the machine sleeps. */
export interface Moment {
  readonly awake: number
  readonly run: number
}

/** The second clock asks the system, so what happens within a millisecond shares one look at it. */
const sharedFor = 1 // milliseconds
let latest: Moment = { awake: Number.NEGATIVE_INFINITY, run: 0 }

export function moment(): Moment {
  const awake = performance.now()
  if (awake - latest.awake >= sharedFor) latest = { awake, run: runTime() }
  return latest
}

/** In milliseconds, by the clock that has gone further. */
export const between = (from: Moment, to: Moment): number => Math.max(to.awake - from.awake, to.run - from.run)
