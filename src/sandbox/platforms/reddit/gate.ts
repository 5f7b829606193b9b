import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { inSeconds, minute } from '../../../domain/time.ts'
import type { SimulatedOAuth } from '../../shared/oauth.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, World } from '../../shared/simulator.ts'
import { blocked, scopeMissing, unauthorized } from './answers.ts'
import { type User, users } from './store.ts'

export interface Call {
  readonly request: SimulatedRequest
  readonly world: World
  /** The account of the token. */
  readonly user: User
}

type Handle = SimulatedRoute['handle']

/**
 * `<platform>:<app>:<version> (by /u/<name>)`, followed by the libraries that the app uses, as PRAW adds them. The
 * default names of libraries are blocked.
 */
const validUserAgent = /^[\w.-]+:[\w.-]+:v?[\w.-]+(?: \(by \/?u\/[\w-]{3,20}\))?(?: [\w.-]+\/[\w.-]+)*$/

/** A request without a proper `User-Agent` is refused. */
export const withUserAgent =
  (handle: Handle): Handle =>
  (request, world) =>
    validUserAgent.test(request.headers['user-agent'] ?? '') ? handle(request, world) : blocked()

/** Accepts the calls that Reddit accepts. Every response reports the remaining requests. */
export const guarded = (oauth: SimulatedOAuth, scope: string, handle: (call: Call) => SimulatedReply): Handle =>
  withUserAgent((request, world) => {
    const holder = oauth.bearer(request, world)
    const user = holder.type === 'granted' ? users(world).get(holder.accountId) : undefined
    if (holder.type !== 'granted' || !user) return unauthorized()
    const { isWithin, headers } = count(user, world)
    if (!isWithin) return { status: 429, headers }
    const reply = holder.scopes.includes(scope) ? handle({ request, world, user }) : scopeMissing()
    return { ...asRequested(reply, request), headers: { ...headers, ...reply.headers } }
  })

/** By default, Reddit writes three characters of every text as HTML entities. */
function asRequested(reply: SimulatedReply, { query }: SimulatedRequest): SimulatedReply {
  const { body } = reply
  return body === undefined || Buffer.isBuffer(body) || query.get('raw_json') === '1'
    ? reply
    : { ...reply, body: escaped(body) }
}

function escaped(json: Json): Json {
  if (typeof json === 'string') return json.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (Array.isArray(json)) return json.map(escaped)
  if (json === null || typeof json !== 'object') return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, escaped(value)]))
}

/**
 * Calls in ten minutes (recorded in 2025). They are counted per account here, because all accounts of a test share one
 * app.
 */
const limit = 1_000
const windowLength = 10 * minute

const usage = z.object({ since: z.number(), used: z.number() })

/** A window begins with its first call. */
function count({ id }: User, world: World) {
  const documents = world.documents('windows')
  const window = usage.safeParse(documents.get(id))
  const length = world.scaled(windowLength)
  const runs = window.success && world.now() < window.data.since + length
  const { since, used } = runs ? window.data : { since: world.now(), used: 0 }
  documents.put(id, { since, used: used + 1 })
  return { isWithin: used < limit, headers: limitHeaders(used + 1, since + length - world.now()) }
}

/** `left`: the rest of the window in milliseconds. The header contains whole seconds, rounded up. */
const limitHeaders = (used: number, left: number): Record<string, string> => ({
  'x-ratelimit-used': String(used),
  'x-ratelimit-remaining': Math.max(0, limit - used).toFixed(1),
  'x-ratelimit-reset': String(Math.ceil(inSeconds(left))),
})

/** All requests of a window are used up. */
export const usedUp = (left: number): SimulatedReply => ({ status: 429, headers: limitHeaders(limit, left) })
