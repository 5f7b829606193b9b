/** The goal of a figure. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the table: a ratio of ours to an anchor, or one figure. */
export interface Line {
  readonly name: string
  readonly ours: string
  readonly anchor?: string
  /** One number for each round; the median is compared with the goal. */
  readonly values: readonly number[]
  /** For a figure that is not a ratio. */
  readonly unit?: string
  readonly digits?: number
  readonly cpu?: string
  readonly goal?: Goal
}

export const head = ['what', 'ours', 'anchor', 'ratio or figure (least to most)', 'CPU µs each', 'goal'] as const

export const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export function cells({ name, ours, anchor = '', values, unit = '', digits = 2, cpu = '', goal }: Line): string[] {
  const number = (value: number) => value.toFixed(digits)
  const spread = values.length > 1 ? ` (${number(Math.min(...values))} to ${number(Math.max(...values))})` : ''
  const figure = values.length === 0 ? '' : `${number(median(values))}${unit}${spread}`
  return [name, ours, anchor, figure, cpu, goal ? judge(median(values), goal, number) : '']
}

function judge(value: number, goal: Goal, number: (value: number) => string): string {
  const [words, isReached] =
    'atLeast' in goal
      ? [`at least ${number(goal.atLeast)}`, value >= goal.atLeast]
      : [`at most ${number(goal.atMost)}`, value <= goal.atMost]
  return `${words}: ${isReached ? 'reached ✓' : 'missed ✗'}`
}

export const whole = (number: number): string => Math.round(number).toLocaleString('en')

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

/** The number below which this part of the numbers lies; the part is between 0 and 1. */
export const quantile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? Number.NaN

/** The total time in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
