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
import { type Holder, holderOf, refuseToken } from '../../shared/graph-login.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, World } from '../../shared/simulator.ts'
import { type Page, pages } from './store.ts'

export interface Call {
  readonly request: SimulatedRequest
  readonly parameters: Readonly<Record<string, string>>
  readonly world: World
  readonly token: Extract<Holder, { readonly type: 'granted' }>
}

export interface PageCall extends Call {
  /** The person or Page of the token. */
  readonly page: Page
}

/** Accepts the calls that Facebook accepts: with a plausible version, a valid token and a matching proof. */
function checked(request: SimulatedRequest, world: World): Call | SimulatedReply {
  const { version = '' } = request.params
  if (!isGraphVersion(version))
    return refuse({ message: `Unknown path components: /${version}`, code: 2500, type: 'OAuthException' }, world)
  const token = holderOf(request, world)
  if (token.type === 'refused') return refuseToken(token.why, world)
  const parameters = parametersOf(request)
  const proof = createHmac('sha256', simulatedApp.clientSecret)
    .update(tokenOf(request) ?? '')
    .digest('hex')
  if (parameters.appsecret_proof !== undefined && parameters.appsecret_proof !== proof)
    return wrongParameter('Invalid appsecret_proof provided in the API argument', world)
  return { request, parameters, world, token }
}

type Handler<C> = (call: C) => SimulatedReply | Promise<SimulatedReply>

/** For calls with the token of a person. */
export const asPerson =
  (handle: Handler<Call>): SimulatedRoute['handle'] =>
  (request, world) => {
    const call = checked(request, world)
    if ('status' in call) return call
    if (call.token.kind === 'page')
      return refuse({ message: '(#100) Tried accessing nonexisting field on node type (Page)', code: 100 }, world)
    return handle(call)
  }

/** For calls with the token of a Page; `scope` is what the person must have granted. */
export const asPage =
  (scope: string, handle: Handler<PageCall>): SimulatedRoute['handle'] =>
  async (request, world) => {
    const call = checked(request, world)
    if ('status' in call) return call
    const page = call.token.kind === 'page' ? pages(world).get(call.token.accountId) : undefined
    if (!page) return refuse({ message: '(#200) A page access token is required.', code: 200, status: 403 }, world)
    if (!call.token.scopes.includes(scope)) return missing(scope, world)
    if (/manage/.test(scope) && !page.tasks.includes('CREATE_CONTENT')) return missing(scope, world)
    const reply = await handle({ ...call, page })
    const usage = usageHeaders({ id: page.id, type: 'pages', percent: 3, regainMinutes: 0 }, world)
    return { ...reply, headers: { ...usage, ...reply.headers } }
  }

export const missing = (scope: string, world: World): SimulatedReply =>
  refuse({ message: `(#200) If posting to a page, requires ${scope} permission.`, code: 200, status: 403 }, world)

/** For the Page of the token. */
export const onOwnPage = (scope: string, handle: Handler<PageCall>): SimulatedRoute['handle'] =>
  asPage(scope, (call) => {
    const { id = '' } = call.request.params
    return id === call.page.id || id === 'me' ? handle(call) : notThere(id, call.world)
  })
