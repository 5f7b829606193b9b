import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { SignInRefused } from '../contract/errors.ts'
import { minute, second } from '../domain/time.ts'
import type { Database } from '../store/engine/database.ts'
import type { GuessKey, GuessLimit } from '../usecases/context.ts'

const guesses = 5
/** Of a whole network, which one person may own. */
const guessesOfNetwork = 50
const window = 15 * minute

/** With PostgreSQL all processes share the counts; otherwise they are in memory. */
export function createGuessLimit(pool: Database['pool']): GuessLimit {
  const limiterOf = (points: number): RateLimiterAbstract => {
    const options = { points, duration: window / second, keyPrefix: 'guess' }
    return pool
      ? new RateLimiterPostgres({
          ...options,
          storeClient: pool,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
        })
      : new RateLimiterMemory(options)
  }
  const [single, ofNetwork] = [limiterOf(guesses), limiterOf(guessesOfNetwork)]
  const of = ({ isNetwork }: GuessKey) => (isNetwork ? ofNetwork : single)
  return {
    count: async (guessed) => {
      for (const one of guessed) await of(one).consume(one.key).catch(refuse)
    },
    takeBack: async (guessed) => {
      for (const one of guessed) await of(one).reward(one.key)
    },
  }
}

function refuse(thrown: unknown): never {
  if (!(thrown instanceof RateLimiterRes)) throw thrown
  const seconds = Math.max(1, Math.ceil(thrown.msBeforeNext / second))
  throw new SignInRefused(
    'limit',
    'rate_limited',
    `There were too many wrong passwords or codes in a quarter of an hour. Try again in ${Math.ceil(seconds / 60)} minutes. If you have lost the password, ask the operator for a new link.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
