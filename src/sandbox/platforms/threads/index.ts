import { noGraphRoute, parametersOf, usualGraphPath } from '../../shared/graph.ts'
import { namedAccounts } from '../../shared/named-accounts.ts'
import type { FaultOperation, SimulatedRequest, SimulatedRoute, Simulator, World } from '../../shared/simulator.ts'
import { accountOf } from './add.ts'
import { create } from './create.ts'
import { type Call, guarded } from './gate.ts'
import { accountInsights, metricNames, postInsights } from './insights.ts'
import { kinds } from './kinds.ts'
import { grow, plantComment, setMetrics } from './life.ts'
import { login } from './login.ts'
import { manageReply, remove } from './manage.ts'
import { mediaNotFound } from './problems.ts'
import { publish, publishingLimit } from './publish.ts'
import { answers, debugToken, me, node, ownPosts } from './reads.ts'
import { refusals } from './refusals.ts'
import { changeSettings, containers, users } from './store.ts'

const graphHosts = ['graph']

const publishing = ['threads_content_publish']
const reading = ['threads_read_replies']
const managing = ['threads_manage_replies']
const counting = ['threads_manage_insights']

interface ThreadsRoute {
  readonly method: SimulatedRoute['method']
  /** The path after the version. */
  readonly path: string
  readonly operation: SimulatedRoute['operation']
  readonly scopes?: readonly string[]
  readonly handle: (call: Call) => ReturnType<SimulatedRoute['handle']>
  readonly text?: NonNullable<SimulatedRoute['text']>
}

/** The container that is published; its text was sent when it was created. */
const toPublish = (request: SimulatedRequest, world: World) =>
  containers(world).get(parametersOf(request).creation_id ?? '')

/** A container is read for its status, a post for its content. */
const nodeOperation = ({ params }: SimulatedRequest, world: World): FaultOperation =>
  containers(world).get(params.id ?? '') ? 'status' : 'read'

const served: readonly ThreadsRoute[] = [
  { method: 'GET', path: '/me', operation: 'account', handle: me },
  { method: 'GET', path: '/debug_token', operation: null, handle: debugToken },
  { method: 'POST', path: '/me/threads', operation: 'upload', scopes: publishing, handle: create },
  {
    method: 'POST',
    path: '/me/threads_publish',
    operation: (request, world) => (toPublish(request, world)?.replyTo ? 'comment' : 'create'),
    scopes: publishing,
    handle: publish,
    text: (request, world) => toPublish(request, world)?.text ?? '',
  },
  {
    method: 'GET',
    path: '/me/threads_publishing_limit',
    operation: 'read',
    scopes: publishing,
    handle: publishingLimit,
  },
  { method: 'GET', path: '/me/threads', operation: 'read', handle: ownPosts('threads') },
  { method: 'GET', path: '/me/replies', operation: 'read', scopes: reading, handle: ownPosts('replies') },
  { method: 'GET', path: '/me/threads_insights', operation: 'metrics', scopes: counting, handle: accountInsights },
  { method: 'GET', path: '/:id/replies', operation: 'read', scopes: reading, handle: answers('answers') },
  { method: 'GET', path: '/:id/conversation', operation: 'read', scopes: reading, handle: answers('conversation') },
  { method: 'GET', path: '/:id/insights', operation: 'metrics', scopes: counting, handle: postInsights },
  { method: 'POST', path: '/:id/manage_reply', operation: null, scopes: managing, handle: manageReply },
  { method: 'GET', path: '/:id', operation: nodeOperation, handle: node },
  { method: 'DELETE', path: '/:id', operation: null, scopes: ['threads_delete'], handle: remove },
]

/** The account's own ID is the same as `me` (Postiz, 2026-08); other accounts are not found. */
const ofAccount = served
  .filter(({ path }) => path.startsWith('/me/') && path !== '/me/replies')
  .map(
    (route): ThreadsRoute => ({
      ...route,
      path: route.path.replace('/me/', '/:account/'),
      handle: (call) => (call.request.params.account === call.user.id ? route.handle(call) : mediaNotFound(call.world)),
    }),
  )

/**
 * The simulated Threads, written from developers.facebook.com and Meta's threads_api samples (2026).
 */
export const simulator: Simulator = {
  routes: [
    ...login.routes,
    ...[...served, ...ofAccount].map(
      ({ path, scopes = [], handle, ...route }): SimulatedRoute => ({
        ...route,
        host: 'graph',
        path: `/:version${path}`,
        handle: guarded(scopes, handle),
      }),
    ),
  ],
  usualPath: usualGraphPath(graphHosts, 'v1.0'),
  noRoute: noGraphRoute(graphHosts),
  refusals,
  kinds,
  ...namedAccounts({ create: accountOf, users, login: login.login, prefix: '@' }),
  plantComment,
  metrics: metricNames,
  setMetrics,
  settings: changeSettings,
  grow,
}
