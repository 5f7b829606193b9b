import { uptime } from 'node:os'

/** The only place that reads the time of the machine. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number
}

export const systemClock: Clock = { now: () => Date.now() }

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()

export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds)

/** Milliseconds of a clock that nobody sets, and that goes on while the machine sleeps. It may have a resolution of a second. */
export const runTime = (): number => uptime() * 1_000
