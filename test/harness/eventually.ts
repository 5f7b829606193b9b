import { setTimeout as sleep } from 'node:timers/promises'

/** Generous: what is awaited comes in moments; this is when a test gives up. */
const patience = 30_000
const pause = 20

/** Asks until the answer is no longer undefined, false or null, and gives that answer. */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadline = Date.now() + patience,
): Promise<Exclude<T, undefined | null | false>> {
  for (;;) {
    const answer = await ask()
    if (isThere(answer)) return answer
    if (Date.now() > deadline) throw new Error(`It did not come about: ${what}.`)
    await sleep(pause)
  }
}

const isThere = <T>(answer: T): answer is Exclude<T, undefined | null | false> =>
  answer !== undefined && answer !== null && answer !== false
