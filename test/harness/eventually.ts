import { setTimeout as sleep } from 'node:timers/promises'

/** Generous: the result usually arrives within moments. After this time, a test fails. */
const patience = 180_000
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
