import { z } from 'zod'
import { day, inSeconds, minute } from '../../../domain/time.ts'
import type { SimulatedOAuth } from '../../shared/oauth.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, World } from '../../shared/simulator.ts'
import { creditsDepleted, scopeMissing, suspended, tooManyRequests, unauthorized } from './problems.ts'
import { settingsOf, type User, users } from './store.ts'

export interface Call {
  readonly request: SimulatedRequest
  readonly world: World
  /** The account of the token. */
  readonly user: User
}

/** Maximum number of calls per account: per 15 minutes, for some also per day (docs.x.com, rate limits, 2026-08-22). */
export interface Limit {
  readonly name: string
  readonly perWindow: number
  readonly perDay?: number
}

export interface Guard {
  readonly limit: Limit
  readonly scopes: readonly string[]
  /** Whether the call uses credits. The own profile can be read without credits. */
  readonly costs: boolean
}

const windowLength = 15 * minute

/** Accepts the calls that X accepts. Every response reports the remaining calls. */
export const guarded =
  (oauth: SimulatedOAuth, guard: Guard, handle: (call: Call) => SimulatedReply): SimulatedRoute['handle'] =>
  (request, world) => {
    const holder = oauth.bearer(request, world)
    const user = holder.type === 'granted' ? users(world).get(holder.accountId) : undefined
    if (holder.type !== 'granted' || !user) return unauthorized()
    const { within, headers } = count(guard.limit, user, world)
    const refusal = within ? refusalOf(guard, user, holder.scopes) : tooManyRequests()
    const reply = refusal ?? handle({ request, world, user })
    return { ...reply, headers: { ...headers, ...reply.headers } }
  }

function refusalOf({ scopes, costs }: Guard, user: User, granted: readonly string[]): SimulatedReply | null {
  const missing = scopes.filter((scope) => !granted.includes(scope))
  if (missing.length > 0) return scopeMissing(missing)
  if (user.standing === 'suspended' && costs) return suspended()
  if (user.standing === 'without_credits' && costs) return creditsDepleted(user.id)
  return null
}

const usage = z.object({ since: z.number(), used: z.number() })

interface Window {
  readonly limit: number
  readonly used: number
  readonly endsAt: number
}

function count({ name, perWindow, perDay }: Limit, user: User, world: World) {
  const inWindow = countWithin(`${name} ${user.id}`, perWindow, windowLength, world)
  const inDay = perDay === undefined ? null : countWithin(`${name} day ${user.id}`, perDay, day, world)
  return {
    within:
      user.standing === 'enterprise' ||
      !settingsOf(world).rateLimits ||
      [inWindow, inDay].every((one) => one === null || one.used <= one.limit),
    headers: { ...headersOf('x-rate-limit', inWindow), ...(inDay && headersOf('x-user-limit-24hour', inDay)) },
  }
}

/** A window begins with its first call. */
function countWithin(id: string, limit: number, length: number, world: World): Window {
  const documents = world.documents('windows')
  const window = usage.safeParse(documents.get(id))
  const runs = window.success && world.now() < window.data.since + world.scaled(length)
  const { since, used } = runs ? window.data : { since: world.now(), used: 0 }
  documents.put(id, { since, used: used + 1 })
  return { limit, used: used + 1, endsAt: since + world.scaled(length) }
}

export const headersOf = (prefix: string, { limit, used, endsAt }: Window): Record<string, string> => ({
  [`${prefix}-limit`]: String(limit),
  [`${prefix}-remaining`]: String(Math.max(0, limit - used)),
  // In whole seconds, rounded up.
  [`${prefix}-reset`]: String(Math.ceil(inSeconds(endsAt))),
})
