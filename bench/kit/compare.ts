import type { Bench } from './bench.ts'
import type { Meters } from './cpu.ts'
import { type Goal, median, whole } from './table.ts'

/** The work of one round. */
export interface RoundResult {
  readonly count: number
  readonly milliseconds: number
}

/** Something that does a number of things per second. */
export interface Side {
  readonly title: string
  readonly meters: Meters
  /** Not measured, before each round. */
  readonly prepare?: (seconds: number) => Promise<void>
  readonly round: (seconds: number) => Promise<RoundResult>
}

export interface Anchor extends Side {
  readonly goal?: Goal
}

interface Measurement {
  /** Per second, one number for each round. */
  readonly rates: number[]
  /** Microseconds for each thing done, by the name of the part. */
  readonly cpu: Map<string, number[]>
}

/** Until V8 has compiled what runs often: a service under load is warm. */
const warmUps = 2
const warmUp = 4 // seconds

/**
 * The sides take turns, so that other load of the machine affects all of them. Prints one line for each anchor, and
 * returns the CPU time of each side.
 */
export async function compare(
  bench: Bench,
  name: string,
  ours: Side,
  anchors: readonly Anchor[],
): Promise<readonly Measurement[]> {
  const sides = [...anchors, ours]
  const all = sides.map((): Measurement => ({ rates: [], cpu: new Map() }))
  for (let round = 0; round < warmUps; round += 1)
    for (const side of sides) await once(side, Math.min(warmUp, bench.seconds))
  for (let round = 0; round < bench.rounds; round += 1)
    for (const [at, side] of sides.entries()) {
      const { rate, cpu } = await once(side, bench.seconds)
      all[at]?.rates.push(rate)
      for (const [part, used] of cpu) all[at]?.cpu.set(part, [...(all[at]?.cpu.get(part) ?? []), used])
    }
  const own = all.at(-1)
  for (const [at, { title, goal }] of anchors.entries()) {
    const other = all[at]
    if (!own || !other) continue
    bench.print({
      name,
      ours: `${whole(median(own.rates))}/s`,
      anchor: `${title}, ${whole(median(other.rates))}/s`,
      values: own.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN)),
      cpu: `${cpuWords(own)}; anchor: ${cpuWords(other)}`,
      ...(goal && { goal }),
    })
  }
  return all
}

async function once({ meters, prepare, round }: Side, seconds: number) {
  await prepare?.(seconds)
  const before = await readAll(meters)
  const { count, milliseconds } = await round(seconds)
  const after = await readAll(meters)
  const cpu = [...after].map(([part, used]) => [part, (used - (before.get(part) ?? 0)) / count] as const)
  return { rate: (count / milliseconds) * 1_000, cpu }
}

async function readAll(meters: Meters): Promise<Map<string, number>> {
  const all = new Map<string, number>()
  for (const [part, meter] of Object.entries(meters)) {
    const used = await meter()
    if (used !== null) all.set(part, used)
  }
  return all
}

const cpuWords = ({ cpu }: Measurement): string =>
  [...cpu].map(([part, used]) => `${part} ${whole(median(used))}`).join(', ')

/** For work that is counted, not timed: how many things fill a round, from the speed of the rounds before. */
export function counted(first: number) {
  let rate = first // per second
  return {
    for: (seconds: number): number => Math.max(50, Math.round(rate * seconds)),
    learn: (done: RoundResult): RoundResult => {
      rate = (done.count / done.milliseconds) * 1_000
      return done
    },
  }
}
