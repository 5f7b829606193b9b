import { z } from 'zod'
import { inSeconds, minute } from '../../../domain/time.ts'
import type { SimulatedOAuth } from '../../shared/oauth.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, World } from '../../shared/simulator.ts'
import { invalid, scopeMissing, tooMany, unapproved, unauthorized } from './problems.ts'
import { type User, users } from './store.ts'

export interface Call {
  readonly request: SimulatedRequest
  readonly world: World
  /** The account of the token. */
  readonly user: User
}

export interface Guard {
  readonly limit: keyof typeof limits
  readonly scopes: readonly string[]
  /** The allowed query parameters. */
  readonly query?: readonly string[]
}

/** Maximum number of requests per account and minute (clients' reports, 2026; the last as measured in 2026-07). */
const limits = { org_read: 1_000, org_write: 100, org_analytics: 60 } as const

const windowLength = minute

/** Accepts the calls that Pinterest accepts. Every response reports the remaining requests. */
export const guarded =
  (
    oauth: SimulatedOAuth,
    guard: Guard,
    handle: (call: Call) => SimulatedReply | Promise<SimulatedReply>,
  ): SimulatedRoute['handle'] =>
  (request, world) => {
    const holder = oauth.bearer(request, world)
    const user = holder.type === 'granted' ? users(world).get(holder.accountId) : undefined
    if (holder.type !== 'granted' || !user) return unauthorized()
    const { within, headers } = count(guard.limit, user, world)
    const refusal = within ? refusalOf(guard, request, user, holder.scopes) : tooMany()
    const reply = refusal ?? handle({ request, world, user })
    const withHeaders = (one: SimulatedReply): SimulatedReply => ({ ...one, headers: { ...headers, ...one.headers } })
    return reply instanceof Promise ? reply.then(withHeaders) : withHeaders(reply)
  }

function refusalOf(
  { scopes, query = [] }: Guard,
  request: SimulatedRequest,
  { standing }: User,
  granted: readonly string[],
): SimulatedReply | null {
  if (standing === 'unapproved') return unapproved()
  const missing = scopes.filter((scope) => !granted.includes(scope))
  if (missing.length > 0) return scopeMissing(missing)
  const unknown = [...request.query.keys()].find((name) => !query.includes(name))
  return unknown === undefined ? null : invalid(`Invalid request: '${unknown}' is an unexpected query parameter.`)
}

const usage = z.object({ since: z.number(), used: z.number() })

/** A window begins with its first call. */
function count(name: Guard['limit'], { id }: User, world: World) {
  const limit = limits[name]
  const documents = world.documents('windows')
  const window = usage.safeParse(documents.get(`${name} ${id}`))
  const runs = window.success && world.now() < window.data.since + world.scaled(windowLength)
  const { since, used } = runs ? window.data : { since: world.now(), used: 0 }
  documents.put(`${name} ${id}`, { since, used: used + 1 })
  return {
    within: used < limit,
    headers: limitHeaders({ name, limit, used: used + 1, left: since + world.scaled(windowLength) - world.now() }),
  }
}

/** The first number is the limit that applies; the rest lists all limits. */
export const limitHeaders = (window: {
  readonly name: string
  readonly limit: number
  readonly used: number
  readonly left: number
}): Record<string, string> => ({
  'x-ratelimit-limit': `${window.limit}, 100;w=1;name="safety_net_app_id_user_id", ${window.limit};w=60;name="${window.name}_app_id_user_id"`,
  'x-ratelimit-remaining': String(Math.max(0, window.limit - window.used)),
  // In whole seconds, rounded up.
  'x-ratelimit-reset': String(Math.ceil(inSeconds(window.left))),
})
