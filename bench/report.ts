/** One line of the table that a run prints. */
export const report = (...cells: string[]): void => console.log(`| ${cells.join(' | ')} |`)

export const format = (ratio: number): string => ratio.toFixed(2)

export const spread = (ratios: readonly number[]): string =>
  `${format(Math.min(...ratios))} to ${format(Math.max(...ratios))}`

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

export interface Compared {
  readonly ours: number
  readonly theirs: number
  readonly ratios: readonly number[]
}

/** The two alternate, so that other load of the machine affects both. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Compared> {
  const measured: { ours: number; theirs: number }[] = []
  for (let round = 0; round < rounds; round++) measured.push({ theirs: await theirs(), ours: await ours() })
  return {
    ours: median(measured.map((one) => one.ours)),
    theirs: median(measured.map((one) => one.theirs)),
    ratios: measured.map((one) => one.ours / one.theirs),
  }
}

export const reportRates = (name: string, { ours, theirs, ratios }: Compared, reference: string): void =>
  report(
    name,
    `${format(median(ratios))} of ${reference} (${spread(ratios)})`,
    `${Math.round(ours)}/s against ${Math.round(theirs)}/s`,
  )
