import { setTimeout as sleep } from 'node:timers/promises'

/** `npm run mutants` sets it, because what a planted bug prevents never happens. In milliseconds. */
const shortened = process.env.POLYPOST_TEST_PATIENCE

/** How long to wait for what usually happens within moments. After this time, a test fails. */
export const patienceOf = (milliseconds: number): number =>
  shortened === undefined ? milliseconds : Math.min(milliseconds, Number(shortened))

const patience = patienceOf(180_000)
const pause = 20

/** Repeats a check until its result is not undefined, false or null, and returns that result. */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadline = Date.now() + patience,
): Promise<Exclude<T, undefined | null | false>> {
  for (;;) {
    const answer = await ask()
    if (isThere(answer)) return answer
    if (Date.now() > deadline) throw new Error(`This did not happen in time: ${what}.`)
    await sleep(pause)
  }
}

const isThere = <T>(answer: T): answer is Exclude<T, undefined | null | false> =>
  answer !== undefined && answer !== null && answer !== false
