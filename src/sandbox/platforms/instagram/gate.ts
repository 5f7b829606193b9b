import { createHmac } from 'node:crypto'
import { simulatedApp } from '../../shared/app.ts'
import {
  isGraphVersion,
  notThere,
  parametersOf,
  refuse,
  tokenOf,
  usageHeaders,
  wrongParameter,
} from '../../shared/graph.ts'
import { type Holder, holder, refuseToken } from '../../shared/graph-login.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { pageOf } from './accounts.ts'
import { people, type User, users } from './store.ts'

/** The hosts of the API, each with its own login. */
export type Host = 'api' | 'graph'

export interface Call {
  readonly request: SimulatedRequest
  readonly world: World
  readonly host: Host
  readonly holder: Extract<Holder, { type: 'granted' }>
  readonly parameters: Readonly<Record<string, string>>
  /** The ID in the path. */
  readonly id: string
}

/** The permission that the call needs. */
export type Purpose = 'basic' | 'publish' | 'comments' | 'insights' | 'person'

const scopes: Readonly<Record<Host, Readonly<Record<Purpose, string>>>> = {
  api: {
    basic: 'instagram_business_basic',
    publish: 'instagram_business_content_publish',
    comments: 'instagram_business_manage_comments',
    insights: 'instagram_business_manage_insights',
    person: 'instagram_business_basic',
  },
  graph: {
    basic: 'instagram_basic',
    publish: 'instagram_content_publish',
    comments: 'instagram_manage_comments',
    insights: 'instagram_manage_insights',
    person: 'pages_show_list',
  },
}

export const permissionMissing = (world: World): SimulatedReply =>
  refuse({ code: 10, message: '(#10) Application does not have permission for this action' }, world)

type Handle = (call: Call) => SimulatedReply | Promise<SimulatedReply>

/** Accepts the calls that Meta accepts. Every response reports the usage of the rate limit. */
export const guarded =
  (host: Host, purpose: Purpose, handle: Handle) =>
  async (request: SimulatedRequest, world: World): Promise<SimulatedReply> => {
    const reply = await answer(host, purpose, handle, request, world)
    const usage = usageHeaders(
      { id: request.params.id ?? 'me', type: 'instagram', percent: 3, regainMinutes: 0 },
      world,
    )
    return { ...reply, headers: { ...usage, ...reply.headers } }
  }

function answer(
  host: Host,
  purpose: Purpose,
  handle: Handle,
  request: SimulatedRequest,
  world: World,
): SimulatedReply | Promise<SimulatedReply> {
  const { version = '' } = request.params
  if (!isGraphVersion(version)) return refuse({ message: `Unknown path components: /${version}`, code: 2_500 }, world)
  const token = tokenOf(request)
  const holding = holder(token, world)
  if (holding.type === 'refused') return refuseToken(holding.why, world)
  const parameters = parametersOf(request)
  if (!isProved(host, token ?? '', parameters.appsecret_proof))
    return wrongParameter('Invalid appsecret_proof provided in the API argument', world)
  if (!holding.scopes.includes(scopes[host][purpose])) return permissionMissing(world)
  return handle({ request, world, host, holder: holding, parameters, id: request.params.id ?? '' })
}

/** The proof that the call comes from the app may be missing, but must not be wrong. */
const isProved = (host: Host, token: string, proof: string | undefined): boolean =>
  host === 'api' ||
  proof === undefined ||
  proof === createHmac('sha256', simulatedApp.clientSecret).update(token).digest('hex')

/** The accounts of a token: one account, that of a Page, or those of all Pages of a person. */
export function accountsOf({ host, holder: owner, world }: Call): readonly string[] {
  if (host === 'api') return [owner.accountId]
  const pages =
    owner.kind === 'page' ? [pageOf(owner.accountId, world)] : (people(world).get(owner.accountId)?.pages ?? [])
  return pages.flatMap((page) => page?.account ?? [])
}

/** The account in the path, if the token is valid for it; otherwise Meta's error. */
export function ownUser(call: Call): User | SimulatedReply {
  const [only] = accountsOf(call)
  const id = call.id === 'me' && call.host === 'api' ? only : call.id
  const user = id !== undefined && accountsOf(call).includes(id) ? users(call.world).get(id) : undefined
  return user ?? notThere(call.id, call.world)
}

export const isReply = (one: object): one is SimulatedReply => 'status' in one && 'body' in one
