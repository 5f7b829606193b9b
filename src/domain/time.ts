/** Times and durations are in milliseconds, unless their name says otherwise. */
export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** A duration in the unit of media lengths and of many platforms’ answers. */
export const inSeconds = (duration: number): number => duration / second
