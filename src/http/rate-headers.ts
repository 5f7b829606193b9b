import type { FastifyReply } from 'fastify'
import type { Admission } from '../calls/calls.ts'
import { second } from '../domain/time.ts'

/** Writes the rate limit into the headers, and throws if the request may not go on. */
export function sendAdmission(reply: FastifyReply, { window, refusal }: Admission): void {
  const { limit, windowSeconds, remaining, secondsToReset, resetAt } = window
  reply.headers({
    'ratelimit-policy': `"requests";q=${limit};w=${windowSeconds}`,
    ratelimit: `"requests";r=${remaining};t=${secondsToReset}`,
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(resetAt / second),
  })
  if (refusal) throw refusal
}
