import { z } from 'zod'
import { day, hour, inSeconds, minute, second } from '../../../domain/time.ts'
import type { World } from '../../shared/simulator.ts'
import { RefusedRequest } from './errors.ts'
import { settingsOf } from './settings.ts'

interface Limit {
  readonly name: string
  readonly points: number
  readonly seconds: number
}

// bsky-docs of 2026-04-21 and the PDS source of 2026-08-20.
const perAccount = {
  hour: { name: 'hour', points: 5_000, seconds: inSeconds(hour) },
  day: { name: 'day', points: 35_000, seconds: inSeconds(day) },
}
const logins = {
  few: { name: 'login', points: 30, seconds: inSeconds(5 * minute) },
  day: { name: 'login day', points: 300, seconds: inSeconds(day) },
}
const blobs = { name: 'blob', points: 1_000, seconds: inSeconds(day) }
const calls: Limit = { name: 'calls', points: 3_000, seconds: inSeconds(5 * minute) }

const writePoints = { create: 3, put: 2, delete: 1 } as const

export type Headers = Readonly<Record<string, string>>

const usage = z.object({ since: z.number(), used: z.number() })

/**
 * Headers with the remaining requests; refuses a request above the limit. If there are several limits, the tightest is
 * reported.
 */
function count(limits: readonly Limit[], who: string, points: number, world: World): Headers {
  if (!settingsOf(world).rateLimits) return {}
  const windows = limits.map((limit) => countOne(limit, `${limit.name} ${who}`, points, world))
  const tightest = windows.reduce((one, other) => (other.left < one.left ? other : one))
  if (tightest.left < 0) throw limited(tightest, world)
  return headersOf(tightest)
}

interface Window {
  readonly limit: Limit
  readonly left: number
  /** In milliseconds since 1970. */
  readonly endsAt: number
}

/** A window begins with its first call. Refused calls do not count. */
function countOne(limit: Limit, id: string, points: number, world: World): Window {
  const documents = world.documents('usage')
  const length = world.scaled(limit.seconds * second)
  const window = usage.safeParse(documents.get(id))
  const runs = window.success && world.now() < window.data.since + length
  const { since, used } = runs ? window.data : { since: world.now(), used: 0 }
  const left = limit.points - used - points
  if (left >= 0) documents.put(id, { since, used: used + points })
  return { limit, left, endsAt: since + length }
}

const headersOf = ({ limit, left, endsAt }: Window): Headers => ({
  'ratelimit-limit': String(limit.points),
  'ratelimit-remaining': String(Math.max(0, left)),
  'ratelimit-reset': String(Math.ceil(inSeconds(endsAt))),
  'ratelimit-policy': `${limit.points};w=${limit.seconds}`,
})

function limited(window: Window, world: World): RefusedRequest {
  const seconds = Math.max(1, Math.ceil(inSeconds(window.endsAt - world.now())))
  return new RefusedRequest(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
    ...headersOf(window),
    'retry-after': String(seconds),
  })
}

/** The response for a client that has used up its calls or its day. */
export const callsUsedUp = (world: World): RefusedRequest => usedUp(calls, world)
export const dayUsedUp = (world: World): RefusedRequest => usedUp(perAccount.day, world)

const usedUp = (limit: Limit, world: World): RefusedRequest =>
  limited({ limit, left: 0, endsAt: world.now() + world.scaled(limit.seconds * second) }, world)

export const countWrite = (did: string, kind: keyof typeof writePoints, world: World): Headers =>
  count([perAccount.hour, perAccount.day], did, writePoints[kind], world)

export const countLogin = (who: string, world: World): Headers => count([logins.few, logins.day], who, 1, world)

export const countBlob = (did: string, world: World): Headers => count([blobs], did, 1, world)

/** The limit for all calls to a server. Here all calls come from one IP address. */
export const countCall = (world: World): Headers => count([calls], 'address', 1, world)
