/** The real length of a wait: tests shorten all waits. */
export type Pace = (milliseconds: number) => number

export const createPace =
  (scale: number): Pace =>
  (milliseconds) =>
    milliseconds / scale
