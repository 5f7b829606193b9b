import { PublicError } from '../contract/errors.ts'
import { hashKey } from '../crypto/api-key.ts'
import type { Clock } from '../system/clock.ts'
import type { RateWindow } from './rate-limit.ts'

/** Addresses with a full window, and right keys, that are remembered. */
const remembered = 10_000
/** Keys from addresses with a full window that are looked up at the same time, and that wait for it. */
const atOnce = 2
const mostWaiting = 100

/**
 * Keeps guesses from costing the database. An address with too many wrong keys gets its keys looked up one after another,
 * and above a bound not at all. A key that was right lately is not held up, so others behind the same address notice nothing.
 */
export function createWrongKeys(clock: Clock) {
  const fullUntil = new Map<string, number>()
  const right = new Map<string, true>()
  const waiting: (() => void)[] = []
  let running = 0

  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    /** Looks a key or a session up, unless the address has sent too many wrong ones. */
    async look<T>(address: string, credential: string | undefined, find: () => Promise<T>): Promise<T> {
      const key = hashKey(credential ?? '')
      const until = fullUntil.get(address) ?? 0
      const isFull = until > clock.now() && !right.has(key)
      if (isFull && waiting.length >= mostWaiting) throw tooMany(Math.ceil((until - clock.now()) / 1_000))
      const found = await (isFull ? inLine(find) : find())
      remember(right, key, true)
      return found
    },

    /** A key was wrong. In a full window the refusal says when to try again. */
    refusal(address: string, refused: PublicError, { exceeded, resetAt, secondsToReset }: RateWindow): PublicError {
      if (!exceeded) return refused
      remember(fullUntil, address, resetAt)
      return tooMany(secondsToReset, refused)
    },
  }
}

const tooMany = (seconds: number, refused?: PublicError): PublicError =>
  new PublicError(
    'unauthorized',
    `${refused?.message ?? 'The key was not checked.'} This address has sent too many requests without a valid key. Try again in ${seconds} seconds.`,
    { headers: { 'www-authenticate': 'Bearer realm="Polypost"', 'retry-after': String(seconds) } },
  )

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= remembered) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
