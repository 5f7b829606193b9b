import { z } from 'zod'
import { day, hour } from '../../../domain/time.ts'
import type { SimulatedOAuth } from '../../shared/oauth.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, World } from '../../shared/simulator.ts'
import {
  authError,
  badRequest,
  quotaExceeded,
  scopeMissing,
  signupRequired,
  suspended,
  uploadsUsedUp,
} from './answers.ts'
import { settingsOf } from './settings.ts'
import { type Channel, channels } from './store.ts'

export interface Call {
  readonly request: SimulatedRequest
  readonly world: World
  /** The account of the token. */
  readonly channel: Channel
}

export interface Guard {
  /** One of these is enough. */
  readonly scopes: readonly string[]
  /** The cost in the project's daily quota: a number of units, or one upload. */
  readonly cost: number | 'upload'
  /** The allowed query parameters, in addition to those of every call. */
  readonly query: readonly string[]
  /** The parts of the resource; `part` must contain at least one of them. */
  readonly parts?: readonly string[]
  /** Whether accounts without a channel, or with a suspended one, may call it too. */
  readonly forAnybody?: true
}

const always = ['alt', 'fields', 'key', 'prettyPrint', 'quotaUser', 'uploadType', 'upload_id', '$.xgafv']

/** Accepts the calls that YouTube accepts. */
export const guarded =
  (oauth: SimulatedOAuth, guard: Guard, handle: (call: Call) => SimulatedReply): SimulatedRoute['handle'] =>
  (request, world) => {
    const holder = oauth.bearer(request, world)
    const channel = holder.type === 'granted' ? channels(world).get(holder.accountId) : undefined
    if (holder.type !== 'granted' || !channel) return authError()
    return refusalOf(guard, { request, world, channel }, holder.scopes) ?? handle({ request, world, channel })
  }

function refusalOf(guard: Guard, { request, world, channel }: Call, granted: readonly string[]): SimulatedReply | null {
  if (!guard.scopes.some((scope) => granted.includes(scope))) return scopeMissing()
  if (!isWithinQuota(guard.cost, world)) return guard.cost === 'upload' ? uploadsUsedUp() : quotaExceeded()
  if (channel.standing === 'suspended' && !guard.forAnybody) return suspended()
  if (channel.standing === 'without_channel' && !guard.forAnybody) return signupRequired()
  return wrongQuery(guard, request.query)
}

function wrongQuery({ query, parts }: Guard, given: URLSearchParams): SimulatedReply | null {
  const unknown = [...given.keys()].find((name) => ![...query, ...always, ...(parts ? ['part'] : [])].includes(name))
  if (unknown !== undefined)
    return badRequest('unexpectedParameter', `Unknown name "${unknown}": Cannot bind query parameter.`)
  if (!parts) return null
  const wanted = partsIn(given)
  const strange = wanted.find((part) => !parts.includes(part))
  if (strange !== undefined) return badRequest('unknownPart', `'${strange}'`, 'youtube.part')
  return wanted.length > 0 ? null : badRequest('missingRequiredParameter', 'Required parameter: part')
}

/** A list is one parameter, or several with the same name. */
export const listed = (query: URLSearchParams, name: string): readonly string[] =>
  query.getAll(name).flatMap((values) => values.split(',').filter((value) => value !== ''))

export const partsIn = (query: URLSearchParams): readonly string[] => listed(query, 'part')

const usage = z.object({ day: z.number(), used: z.number() })

/** The quota day begins at midnight in California. */
const pacific = 8 * hour

/** Every call uses quota, even if it is refused. */
function isWithinQuota(cost: number | 'upload', world: World): boolean {
  const bucket = cost === 'upload' ? 'uploads' : 'units'
  const { uploadsPerDay, unitsPerDay } = settingsOf(world)
  const documents = world.documents('quota')
  const today = Math.floor((world.now() - pacific) / world.scaled(day))
  const window = usage.safeParse(documents.get(bucket)).data
  const used = (window?.day === today ? window.used : 0) + (cost === 'upload' ? 1 : cost)
  documents.put(bucket, { day: today, used })
  return used <= (bucket === 'uploads' ? uploadsPerDay : unitsPerDay)
}
