import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { minute } from '../../../domain/time.ts'
import type { SimulatedOAuth } from '../../shared/oauth.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, World } from '../../shared/simulator.ts'
import { scopeMissing, tooManyRequests, wrongParameters, wrongToken } from './answers.ts'
import { settingsOf } from './settings.ts'
import { type User, users } from './store.ts'

export interface Call {
  readonly request: SimulatedRequest
  readonly world: World
  /** The account of the token. */
  readonly user: User
  readonly scopes: readonly string[]
  readonly body: Readonly<Record<string, Json>>
}

export interface Guard {
  /** One of these is enough. */
  readonly scopes: readonly string[]
  /** Maximum number of calls per account and minute (developers.tiktok.com, rate limits, 2026-09-11). */
  readonly perMinute: number
}

/** Accepts the calls that TikTok accepts. */
export const guarded =
  (
    oauth: SimulatedOAuth,
    guard: Guard,
    handle: (call: Call) => SimulatedReply | Promise<SimulatedReply>,
  ): SimulatedRoute['handle'] =>
  (request, world) => {
    const holder = oauth.bearer(request, world)
    const user = holder.type === 'granted' ? users(world).get(holder.accountId) : undefined
    if (holder.type !== 'granted' || !user) return wrongToken(world)
    if (!isWithin(request.path, guard, user, world)) return tooManyRequests(world)
    if (!guard.scopes.some((scope) => holder.scopes.includes(scope))) return scopeMissing(world)
    const body = bodyOf(request)
    if (body === null) return wrongParameters('The request body is not valid JSON.', world)
    return handle({ request, world, user, scopes: holder.scopes, body })
  }

/** A missing body means an empty object. */
function bodyOf(request: SimulatedRequest): Call['body'] | null {
  if (request.size === 0) return {}
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) return null
  return recordOf(request.json())
}

export const recordOf = (value: Json | undefined): Readonly<Record<string, Json>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null

const usage = z.object({ since: z.number(), used: z.number() })

const windowLength = minute

function isWithin(path: string, { perMinute }: Guard, { id }: User, world: World): boolean {
  const documents = world.documents('windows')
  const key = `${path} ${id}`
  const window = usage.safeParse(documents.get(key)).data
  const runs = window !== undefined && world.now() < window.since + world.scaled(windowLength)
  const used = (runs ? window.used : 0) + 1
  documents.put(key, { since: runs ? window.since : world.now(), used })
  return used <= perMinute || !settingsOf(world).rateLimits
}
