import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds } from '../../../domain/time.ts'
import { simulatedApp } from '../../shared/app.ts'
import { fieldsOf, newGraphId, notThere, ok, page as pageOf, pick, refuse, wrongParameter } from '../../shared/graph.ts'
import { endOf, type GraphLoginRules, holder, issueToken } from '../../shared/graph-login.ts'
import { isKind } from '../../shared/kinds.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { type Page, pages, people, settingsOf } from './store.ts'

const allTasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MANAGE', 'MESSAGING', 'MODERATE']

const scopes = [
  'public_profile',
  'email',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_manage_metadata',
  'pages_messaging',
  'read_insights',
  'business_management',
  'publish_video',
]

const forComments = ['pages_manage_engagement', 'pages_read_user_content']

/** The scopes that a person does not grant, or has no access to, by the kind. */
const declined: Readonly<Record<string, readonly string[]>> = {
  no_insights: ['read_insights'],
  no_comments: forComments,
  no_posts: ['pages_manage_posts'],
  without_permissions: ['read_insights', ...forComments],
}

/** A person has one Page, unless the name says otherwise. */
export function personOf(name: string, world: World): string {
  const known = world.documents('names').get(name)
  if (typeof known === 'string') return known
  const id = newGraphId(world, 16)
  const count = isKind(name, 'no_pages') ? 0 : isKind(name, 'two_pages') ? 2 : 1
  const own = Array.from({ length: count }, (_, index) => newPage(name, index, world))
  people(world).put({
    id,
    name,
    pages: own.map((one) => one.id),
    declines: Object.entries(declined).flatMap(([kind, which]) => (isKind(name, kind) ? which : [])),
  })
  world.documents('names').put(name, id)
  return id
}

function newPage(name: string, index: number, world: World): Page {
  const id = newGraphId(world)
  const page: Page = {
    id,
    name: index === 0 ? name : `${name} ${index + 1}`,
    username: `${name.replaceAll(/[^A-Za-z0-9.]/g, '.').slice(0, 40)}.${id.slice(-4)}`,
    tasks: isKind(name, 'no_content') ? ['ANALYZE'] : allTasks,
    followers: 0,
    business: isKind(name, 'business') ? newGraphId(world) : null,
    isListed: !isKind(name, 'unlisted'),
  }
  pages(world).put(page)
  return page
}

const twoHours = 7_200

export const loginRules: GraphLoginRules = {
  title: 'Facebook',
  authorize: { host: 'web', path: '/:version/dialog/oauth' },
  scopes,
  configurations: true,
  code: { method: 'GET', host: 'graph', path: '/:version/oauth/access_token' },
  long: {
    host: 'graph',
    path: '/:version/oauth/access_token',
    grant: 'fb_exchange_token',
    parameter: 'fb_exchange_token',
  },
  shortSeconds: twoHours,
  accountId: personOf,
  granted: (id, requested, world) => requested.filter((scope) => !people(world).get(id)?.declines.includes(scope)),
}

/** GET /me */
export function me({ token, parameters, world }: Call): SimulatedReply {
  const person = people(world).get(token.accountId)
  if (!person) return notThere('me', world)
  return ok(pick({ id: person.id, name: person.name }, fieldsOf(parameters.fields ?? 'name')))
}

/** GET /me/accounts. For some people it is empty although they granted Pages (zammad pull request 6069, 2026-04). */
export function accounts(call: Call): SimulatedReply {
  const { token, parameters, world } = call
  const refusal = refusedList('accounts', call)
  if (refusal) return refusal
  if (!token.scopes.includes('pages_show_list')) return ok({ data: [] })
  const own = pagesOf(call).filter(({ business, isListed }) => isListed && business === null)
  return ok(pageOf(own, call, (page) => shownPage(page, call, fieldsOf(parameters.fields ?? 'name'), world)))
}

const pagesOf = ({ token, world }: Call): Page[] =>
  (people(world).get(token.accountId)?.pages ?? []).flatMap((id) => pages(world).get(id) ?? [])

/** GET /me/businesses */
export function businesses(call: Call): SimulatedReply {
  const { token, world } = call
  const refusal = refusedList('businesses', call)
  if (refusal) return refusal
  if (!token.scopes.includes('business_management'))
    return refuse({ message: '(#100) Missing Permission', code: 100, status: 403 }, world)
  const ids = [...new Set(pagesOf(call).flatMap(({ business }) => business ?? []))]
  const all = ids.map((id) => ({ id, name: `Business ${id}` }))
  return ok(pageOf(all, call, (one) => one))
}

/** GET /:business/owned_pages. No simulated person works for other businesses. */
export function ownedPages(call: Call): SimulatedReply {
  const { request, parameters, world } = call
  const refusal = refusedList('owned_pages', call)
  if (refusal) return refusal
  const own = pagesOf(call).filter(({ business }) => business === request.params.id)
  return ok(pageOf(own, call, (page) => shownPage(page, call, fieldsOf(parameters.fields ?? 'name'), world)))
}

export const clientPages = (call: Call): SimulatedReply => refusedList('client_pages', call) ?? ok({ data: [] })

type List = ReturnType<typeof settingsOf>['refusedLists'][number]

function refusedList(list: List, { parameters, world }: Call): SimulatedReply | null {
  const { refusedLists, businessPagesHaveTasks } = settingsOf(world)
  if (refusedLists.includes(list))
    return refuse({ message: '(#200) Missing Permissions', code: 200, status: 403 }, world)
  const isOfBusiness = list === 'owned_pages' || list === 'client_pages'
  return isOfBusiness && !businessPagesHaveTasks && fieldsOf(parameters.fields ?? '').has('tasks')
    ? wrongParameter('Tried accessing nonexisting field (tasks) on node type (Page)', world)
    : null
}

/** GET /:page for a person who manages it. The Page node has no `tasks`. */
export function ownPage(call: Call): SimulatedReply {
  const { request, parameters, token, world } = call
  const { id = '' } = request.params
  const page = pagesOf(call).find((one) => one.id === id)
  if (!page || !token.scopes.includes('pages_show_list')) return notThere(id, world)
  const fields = fieldsOf(parameters.fields ?? 'name')
  const unknown = [...fields.keys()].find((name) => !pageFields.includes(name))
  if (unknown !== undefined)
    return wrongParameter(`Tried accessing nonexisting field (${unknown}) on node type (Page)`, world)
  return ok(shownPage(page, call, fields, world))
}

const pageFields = ['id', 'name', 'username', 'category', 'access_token', 'picture']

const shownPage = (page: Page, call: Call, fields: ReadonlyMap<string, string>, world: World): Json =>
  pick(
    {
      id: page.id,
      name: page.name,
      username: page.username,
      category: 'Community',
      tasks: page.tasks,
      access_token: fields.has('access_token') ? pageToken(page, call) : undefined,
      picture: { data: { url: `${world.address('web')}/${page.id}/picture`, is_silhouette: true } },
    },
    fields,
  )

/** The same token for the same login. It expires only with the login. */
function pageToken({ id }: Page, { token, world }: Call): string {
  const key = `${token.login} ${id}`
  const known = world.documents('page_tokens').get(key)
  if (typeof known === 'string') return known
  const text = issueToken(world, {
    login: token.login,
    kind: 'page',
    accountId: id,
    expiresAt: endOf(token.login, world),
  })
  world.documents('page_tokens').put(key, text)
  return text
}

/** GET /me/permissions */
export function permissions({ token, world }: Call): SimulatedReply {
  const declines = people(world).get(token.accountId)?.declines ?? []
  const all = [
    ...token.scopes.map((permission) => ({ permission, status: 'granted' })),
    ...declines.map((permission) => ({ permission, status: 'declined' })),
  ]
  return ok({ data: all })
}

/** Permissions that a person grants for chosen Pages or businesses; other permissions have no targets. */
function granularScopes(
  { accountId, scopes: granted }: { accountId: string; scopes: readonly string[] },
  world: World,
) {
  const own = (people(world).get(accountId)?.pages ?? []).flatMap((id) => pages(world).get(id) ?? [])
  const businesses = [...new Set(own.flatMap(({ business }) => business ?? []))]
  return granted.map((scope) => {
    if (scope.startsWith('pages_') || scope === 'read_insights') return { scope, target_ids: own.map(({ id }) => id) }
    return scope === 'business_management' && businesses.length > 0 ? { scope, target_ids: businesses } : { scope }
  })
}

/** GET /debug_token, called with the app's own token. */
export function debugToken(
  parameters: Readonly<Record<string, string>>,
  appToken: string | null,
  world: World,
): SimulatedReply {
  if (appToken !== `${simulatedApp.clientId}|${simulatedApp.clientSecret}`)
    return refuse({ message: '(#100) You must provide an app access token', code: 100 }, world)
  const found = holder(parameters.input_token ?? null, world)
  if (found.type === 'refused')
    return ok({ data: { is_valid: false, error: { code: 190, message: 'Invalid token' }, scopes: [] } })
  const seconds = (milliseconds: number) => Math.floor(inSeconds(milliseconds))
  return ok({
    data: {
      app_id: simulatedApp.clientId,
      type: found.kind === 'page' ? 'PAGE' : 'USER',
      application: 'Polypost',
      is_valid: true,
      issued_at: seconds(found.issuedAt),
      expires_at: found.expiresAt === null ? 0 : seconds(found.expiresAt),
      data_access_expires_at: seconds(found.issuedAt) + inSeconds(90 * day),
      scopes: [...found.scopes],
      granular_scopes: granularScopes(found, world),
      user_id: found.accountId,
      ...(found.kind === 'page' ? { profile_id: found.accountId } : {}),
    },
  })
}
