import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds } from '../../../domain/time.ts'
import { simulatedApp } from '../../shared/app.ts'
import { fieldsOf, ok, page, pick, refuse, tokenOf, wrongParameter } from '../../shared/graph.ts'
import { endOf, issueToken, holder as readHolder, refuseToken } from '../../shared/graph-login.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { type Person, people, settingsOf, users } from './store.ts'

const knownToken = z.string()

const tasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MANAGE', 'MESSAGING', 'MODERATE']

/** GET /me/accounts: the Pages of a person, each with its own token. */
export function accounts(call: Call): SimulatedReply {
  const { holder, world } = call
  const person = people(world).get(holder.accountId)
  if (!person) return wrongParameter('Tried accessing nonexisting field (accounts) on node type (Page)', world)
  const refusal = refusedList('accounts', call)
  if (refusal) return refusal
  const own = person.pages.filter(({ business, isListed }) => isListed && business === null)
  return ok(page(own, call, (one) => ({ ...pageShape(one, holder.login, world), tasks })))
}

const pagesOf = ({ holder, world }: Call) => people(world).get(holder.accountId)?.pages ?? []

type List = ReturnType<typeof settingsOf>['refusedLists'][number]

/** The lists of businesses contain Pages, and the Page node has no field `tasks`. */
function refusedList(list: List, { parameters, world }: Call): SimulatedReply | null {
  if (settingsOf(world).refusedLists.includes(list))
    return refuse({ message: '(#200) Missing Permissions', code: 200, status: 403 }, world)
  return list !== 'accounts' && fieldsOf(parameters.fields ?? '').has('tasks')
    ? wrongParameter('Tried accessing nonexisting field (tasks) on node type (Page)', world)
    : null
}

/** GET /:page for a person who manages it; undefined for others. */
export function ownPage({ id, holder, world, parameters }: Call): SimulatedReply | undefined {
  const found = people(world)
    .get(holder.accountId)
    ?.pages.find((one) => one.id === id)
  return found && ok(pick(pageShape(found, holder.login, world), fieldsOf(parameters.fields ?? 'id,name')))
}

function pageShape(one: Person['pages'][number], login: string, world: World): Record<string, Json> {
  const user = one.account === null ? undefined : users(world).get(one.account)
  return {
    id: one.id,
    name: one.name,
    access_token: pageToken(one.id, login, world),
    ...(user ? { instagram_business_account: { id: user.id, username: user.username, name: user.name } } : {}),
  }
}

/** GET /me/businesses */
export function businesses(call: Call): SimulatedReply {
  const { holder, world } = call
  const refusal = refusedList('businesses', call)
  if (refusal) return refusal
  if (!holder.scopes.includes('business_management'))
    return refuse({ message: '(#100) Missing Permission', code: 100, status: 403 }, world)
  const ids = [...new Set(pagesOf(call).flatMap(({ business }) => business ?? []))]
  const all = ids.map((id) => ({ id, name: `Business ${id}` }))
  return ok(page(all, call, (one) => one))
}

/** GET /:business/owned_pages */
export function ownedPages(call: Call): SimulatedReply {
  const { id, holder, world } = call
  const refusal = refusedList('owned_pages', call)
  if (refusal) return refusal
  const own = pagesOf(call).filter(({ business }) => business === id)
  return ok(page(own, call, (one) => pageShape(one, holder.login, world)))
}

/** GET /:business/client_pages. No simulated person works for other businesses. */
export const clientPages = (call: Call): SimulatedReply => refusedList('client_pages', call) ?? ok({ data: [] })

/** The same token for each Page and login, however often it is requested. */
function pageToken(pageId: string, login: string, world: World): string {
  const tokens = world.documents('page_tokens')
  const known = knownToken.safeParse(tokens.get(`${pageId} ${login}`))
  if (known.success) return known.data
  const made = issueToken(world, { login, kind: 'page', accountId: pageId, expiresAt: endOf(login, world) })
  tokens.put(`${pageId} ${login}`, made)
  return made
}

/** After 90 days the person has to sign in again before data can be read. */
const dataAccess = 90 * day

/** Permissions that a person grants for chosen Pages and accounts; other permissions have no targets. */
function granularScopes(
  { accountId, scopes: granted }: { accountId: string; scopes: readonly string[] },
  world: World,
) {
  const own = people(world).get(accountId)?.pages ?? []
  return granted.map((scope) => {
    if (scope.startsWith('pages_')) return { scope, target_ids: own.map(({ id }) => id) }
    return scope.startsWith('instagram_')
      ? { scope, target_ids: own.flatMap(({ account }) => account ?? []) }
      : { scope }
  })
}

/** GET /debug_token, called with the app's own token. */
export function debugToken(request: SimulatedRequest, world: World): SimulatedReply {
  if (tokenOf(request) !== `${simulatedApp.clientId}|${simulatedApp.clientSecret}`)
    return refuse({ code: 190, message: 'Invalid OAuth access token signature.' }, world)
  const found = readHolder(request.query.get('input_token'), world)
  if (found.type === 'refused') return refuseToken(found.why, world)
  const seconds = (time: number | null) => (time === null ? 0 : Math.floor(inSeconds(time)))
  return ok({
    data: {
      app_id: simulatedApp.clientId,
      type: found.kind === 'page' ? 'PAGE' : 'USER',
      is_valid: true,
      expires_at: seconds(found.expiresAt),
      data_access_expires_at: seconds(found.issuedAt + dataAccess),
      scopes: [...found.scopes],
      granular_scopes: granularScopes(found, world),
      user_id: found.accountId,
    },
  })
}
