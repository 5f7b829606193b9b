import type { FastifyReply } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { PublicError } from '../contract/errors.ts'
import { second } from '../domain/time.ts'
import type { Database } from '../store/engine/database.ts'
import type { Clock } from '../system/clock.ts'
import { rateWindow } from './limits.ts'

/** Counts a request against a limit, says so in the headers, and throws `rate_limited` past it. */
export type TakeRequest = (reply: FastifyReply, key: string, limit: number) => Promise<void>

/**
 * Fixed windows that begin with their first request: over one PostgreSQL shared by all processes, otherwise in memory.
 * Once a window is full its process refuses without asking the database.
 */
export function createRateLimiter(pool: Database['pool'], clock: Clock): TakeRequest {
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

  return async (reply, key, limit) => {
    const state = await consume(limiterOf(limit), key)
    const reset = Math.max(1, Math.ceil(state.msBeforeNext / second))
    const remaining = Math.max(0, state.remainingPoints)
    reply.headers({
      'ratelimit-policy': `"requests";q=${limit};w=${rateWindow / second}`,
      ratelimit: `"requests";r=${remaining};t=${reset}`,
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': Math.ceil((clock.now() + state.msBeforeNext) / second),
    })
    if (state.refused)
      throw new PublicError('rate_limited', `More than ${limit} requests in a minute. Try again in ${reset} seconds.`, {
        headers: { 'retry-after': String(reset) },
      })
  }
}

async function consume(limiter: RateLimiterAbstract, key: string) {
  try {
    const { msBeforeNext, remainingPoints } = await limiter.consume(key)
    return { msBeforeNext, remainingPoints, refused: false }
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown
    return { msBeforeNext: thrown.msBeforeNext, remainingPoints: 0, refused: true }
  }
}
