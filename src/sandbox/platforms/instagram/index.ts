import { parametersOf } from '../../shared/graph.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, Simulator } from '../../shared/simulator.ts'
import { accountOf, personOf } from './accounts.ts'
import { answer, listComments, listReplies, say } from './comments.ts'
import { createContainer } from './containers.ts'
import { type Call, guarded, type Host, type Purpose } from './gate.ts'
import { insights } from './insights.ts'
import { kinds } from './kinds.ts'
import { grow, metricNames, plantComment, setMetrics } from './life.ts'
import { loginOf, loginRoutes } from './login.ts'
import { accounts, businesses, clientPages, debugToken, ownedPages } from './pages.ts'
import { captionOf, publish } from './publish.ts'
import { list, me, node, operationOf, permissions, publishingLimit } from './reads.ts'
import { refusals } from './refusals.ts'
import { changeSettings, users } from './store.ts'
import { takeBytes } from './upload.ts'

interface InstagramRoute {
  readonly method: 'GET' | 'POST'
  /** The path after the version. */
  readonly path: string
  readonly operation: SimulatedRoute['operation']
  readonly purpose: Purpose
  readonly handle: (call: Call) => SimulatedReply | Promise<SimulatedReply>
  readonly text?: NonNullable<SimulatedRoute['text']>
  /** Exists only with Facebook Login. */
  readonly only?: 'graph'
}

const messageOf = (request: SimulatedRequest): string => parametersOf(request).message ?? ''

/** Paths with more fixed words come first, because an ID matches any word. */
const served: readonly InstagramRoute[] = [
  { method: 'GET', path: '/me', operation: 'account', purpose: 'basic', handle: me },
  {
    method: 'GET',
    path: '/me/permissions',
    operation: 'account',
    purpose: 'basic',
    handle: permissions,
    only: 'graph',
  },
  { method: 'GET', path: '/me/accounts', operation: 'account', purpose: 'person', handle: accounts, only: 'graph' },
  {
    method: 'GET',
    path: '/me/businesses',
    operation: 'account',
    purpose: 'person',
    handle: businesses,
    only: 'graph',
  },
  {
    method: 'GET',
    path: '/:id/owned_pages',
    operation: 'account',
    purpose: 'person',
    handle: ownedPages,
    only: 'graph',
  },
  {
    method: 'GET',
    path: '/:id/client_pages',
    operation: 'account',
    purpose: 'person',
    handle: clientPages,
    only: 'graph',
  },
  { method: 'POST', path: '/:id/media', operation: 'upload', purpose: 'publish', handle: createContainer },
  {
    method: 'POST',
    path: '/:id/media_publish',
    operation: 'create',
    purpose: 'publish',
    handle: publish,
    text: captionOf,
  },
  { method: 'GET', path: '/:id/media', operation: 'read', purpose: 'basic', handle: list(false) },
  { method: 'GET', path: '/:id/stories', operation: 'read', purpose: 'basic', handle: list(true) },
  {
    method: 'GET',
    path: '/:id/content_publishing_limit',
    operation: 'account',
    purpose: 'publish',
    handle: publishingLimit,
  },
  { method: 'GET', path: '/:id/comments', operation: 'read', purpose: 'comments', handle: listComments },
  { method: 'POST', path: '/:id/comments', operation: 'comment', purpose: 'comments', handle: say, text: messageOf },
  { method: 'GET', path: '/:id/replies', operation: 'read', purpose: 'comments', handle: listReplies },
  { method: 'POST', path: '/:id/replies', operation: 'comment', purpose: 'comments', handle: answer, text: messageOf },
  { method: 'GET', path: '/:id/insights', operation: 'metrics', purpose: 'insights', handle: insights },
  { method: 'GET', path: '/:id', operation: operationOf, purpose: 'basic', handle: node },
]

const routesOf = (host: Host): readonly SimulatedRoute[] =>
  served
    .filter(({ only }) => only === undefined || only === host)
    .map(
      ({ method, path, operation, purpose, handle, text }): SimulatedRoute => ({
        method,
        host,
        path: `/:version${path}`,
        operation,
        handle: guarded(host, purpose, handle),
        ...(text ? { text } : {}),
      }),
    )

/**
 * The simulated Instagram with both of its logins, from Meta's codegen specs (2026-04-15) and developers.facebook.com
 * (2026-09).
 */
export const simulator: Simulator = {
  routes: [
    ...loginRoutes,
    {
      method: 'GET',
      host: 'graph',
      path: '/:version/debug_token',
      operation: 'account',
      handle: debugToken,
    },
    { method: 'POST', host: 'upload', path: '/ig-api-upload/:version/:id', operation: 'upload', handle: takeBytes },
    ...routesOf('api'),
    ...routesOf('graph'),
  ],
  refusals,
  kinds,
  account: (name, world) => {
    accountOf(name, world)
    personOf(name, world)
    return loginOf(name)
  },
  nameOf: (world, id) => {
    const user = users(world).get(id)
    return user && `${user.name} (@${user.username})`
  },
  plantComment,
  metrics: metricNames,
  setMetrics,
  settings: changeSettings,
  grow,
}
