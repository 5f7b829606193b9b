/** How long a wait really takes: tests run the clockwork faster. */
export type Pace = (milliseconds: number) => number

export const createPace =
  (scale: number): Pace =>
  (milliseconds) =>
    milliseconds / scale
