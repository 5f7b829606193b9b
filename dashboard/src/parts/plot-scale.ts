/** The data of a plot. Keep it the same object while nothing changes. */
export interface Curve {
  readonly xs: readonly number[]
  /** Null leaves a gap. */
  readonly values: readonly (number | null)[]
  /** The values to compare with, as a dotted line. */
  readonly before?: readonly (number | null)[]
  /** There is nothing between two numbers. */
  readonly isWhole: boolean
  /** Begins at the lowest value, not at 0: for what changes little. */
  readonly fromLowest?: boolean
  readonly labelOf: (x: number) => string
  readonly format: (value: number) => string
}

interface Scale {
  readonly lines: readonly number[]
  readonly bottom: number
  readonly top: number
}

/** The lines of the grid at numbers that are easy to read, and where the plot begins and ends. */
export function scaleOf(
  values: readonly (number | null)[],
  { isWhole, fromLowest = false }: { readonly isWhole: boolean; readonly fromLowest?: boolean | undefined },
): Scale {
  const known = values.filter((value) => value !== null)
  const most = Math.max(0, ...known)
  const least = fromLowest ? Math.min(...known) : 0
  if (most === least) return { lines: [least], bottom: least === 0 ? 0 : least - 1, top: least + 1 }
  const wanted = (most - least) / 2
  const power = 10 ** Math.floor(Math.log10(wanted))
  const nice = [5, 2, 1].find((factor) => factor * power <= wanted) ?? 1
  const step = isWhole ? Math.max(1, nice * power) : nice * power
  const first = Math.ceil(least / step)
  const count = Math.floor(most / step) - first + 1
  const lines = Array.from({ length: count }, (_, index) => (first + index) * step)
  const margin = (most - least) * 0.04
  return { lines, bottom: fromLowest ? least - margin : 0, top: most + margin }
}

/** Where at most so many labels stand: at even distances from the first to the last. */
export function labelled(xs: readonly number[], most: number): readonly number[] {
  const [first, last] = [xs[0], xs.at(-1)]
  if (first === undefined || last === undefined) return []
  const count = Math.min(most, xs.length)
  if (count === 1) return [first]
  return Array.from({ length: count }, (_, index) => first + ((last - first) * index) / (count - 1))
}

/** The values without a neighbour. A line does not show them. */
export const isolated = (values: readonly (number | null)[]): number[] =>
  values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? [index] : [],
  )
