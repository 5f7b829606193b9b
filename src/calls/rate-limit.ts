import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { PublicError } from '../contract/errors.ts'
import { second } from '../domain/time.ts'
import type { Database } from '../store/engine/database.ts'
import type { Clock } from '../system/clock.ts'
import { rateWindow } from './limits.ts'

/** Where a request stands in its rate limit window. */
export interface RateWindow {
  readonly limit: number
  readonly windowSeconds: number
  readonly remaining: number
  readonly secondsToReset: number
  /** The time at which the window ends, in milliseconds. */
  readonly resetAt: number
  /** The request is over the limit. */
  readonly exceeded: boolean
}

/** Counts a request of this key against a limit. What finds a caller does the same on PostgreSQL. */
export type CountRequest = (key: string, limit: number, weight?: number) => Promise<RateWindow>

/**
 * Fixed windows that begin with their first request. With PostgreSQL all processes share them; otherwise they are in
 * memory. A process that knows a window to be full refuses without asking the database.
 */
export function createRateLimiter(pool: Database['pool'], clock: Clock): CountRequest {
  const limiters = new Map<number, RateLimiterAbstract>()
  const limiterOf = (points: number): RateLimiterAbstract => {
    const known = limiters.get(points)
    if (known) return known
    const options = { points, duration: rateWindow / second, keyPrefix: '' }
    const made = pool
      ? new RateLimiterPostgres({
          ...options,
          storeClient: pool,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          inMemoryBlockOnConsumed: points,
        })
      : new RateLimiterMemory(options)
    limiters.set(points, made)
    return made
  }

  return async (key, limit, weight = 1) => {
    const { msBeforeNext, remainingPoints, exceeded } = await consume(limiterOf(limit), key, weight)
    return {
      limit,
      windowSeconds: rateWindow / second,
      remaining: Math.max(0, remainingPoints),
      secondsToReset: Math.max(1, Math.ceil(msBeforeNext / second)),
      resetAt: clock.now() + msBeforeNext,
      exceeded,
    }
  }
}

/** The window of a user whose request was counted when the caller was looked up. */
export const windowOf = (
  { requests, endsAt }: { readonly requests: number; readonly endsAt: number },
  limit: number,
  now: number,
): RateWindow => ({
  limit,
  windowSeconds: rateWindow / second,
  remaining: Math.max(0, limit - requests),
  secondsToReset: Math.max(1, Math.ceil((endsAt - now) / second)),
  resetAt: endsAt,
  exceeded: requests > limit,
})

async function consume(limiter: RateLimiterAbstract, key: string, weight: number) {
  try {
    const { msBeforeNext, remainingPoints } = await limiter.consume(key, weight)
    return { msBeforeNext, remainingPoints, exceeded: false }
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown
    return { msBeforeNext: thrown.msBeforeNext, remainingPoints: 0, exceeded: true }
  }
}

export const rateLimited = ({ limit, secondsToReset }: RateWindow): PublicError =>
  new PublicError('rate_limited', `More than ${limit} requests in a minute. Try again in ${secondsToReset} seconds.`, {
    headers: { 'retry-after': String(secondsToReset) },
  })
