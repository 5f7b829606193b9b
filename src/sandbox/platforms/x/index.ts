import { namedAccounts } from '../../shared/named-accounts.ts'
import { simulateOAuth } from '../../shared/oauth.ts'
import type { FaultOperation, SimulatedRequest, SimulatedRoute, Simulator } from '../../shared/simulator.ts'
import { accountOf } from './add.ts'
import { create, remove } from './create.ts'
import { type Guard, guarded } from './gate.ts'
import { kinds } from './kinds.ts'
import { grow, metricNames, plantComment, setMetrics } from './life.ts'
import { searchRecent, timeline } from './lists.ts'
import { append, describeMedia, finalize, initialize, status, upload } from './media.ts'
import { oauthRules } from './oauth.ts'
import { lookUp, lookUpOne, me } from './reads.ts'
import { refusals } from './refusals.ts'
import { changeSettings, users } from './store.ts'
import { listed } from './view.ts'

const oauth = simulateOAuth(oauthRules)

const reading = ['tweet.read', 'users.read']
const writing = ['tweet.read', 'tweet.write', 'users.read']
const uploading = ['media.write']

interface XRoute {
  readonly method: SimulatedRoute['method']
  readonly path: string
  readonly operation: SimulatedRoute['operation']
  readonly guard: Guard
  readonly handle: Parameters<typeof guarded>[2]
  readonly text?: NonNullable<SimulatedRoute['text']>
}

const guard = (name: string, scopes: readonly string[], perWindow: number, perDay?: number): Guard => ({
  limit: { name, perWindow, ...(perDay === undefined ? {} : { perDay }) },
  scopes,
  costs: name !== 'me',
})

/** By the requested fields: metrics, or other data. */
const metricsOr =
  (other: FaultOperation) =>
  ({ query }: SimulatedRequest): FaultOperation =>
    ['tweet.fields', 'post.fields', 'user.fields'].some((name) => listed(query, name).includes('public_metrics'))
      ? 'metrics'
      : other

const bodyOf = ({ json }: SimulatedRequest) => {
  const body = json()
  return body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
}
const textOf = (request: SimulatedRequest): string =>
  String(Object.entries(bodyOf(request)).find(([name]) => name === 'text')?.[1] ?? '')
const isReply = (request: SimulatedRequest): boolean => Object.keys(bodyOf(request)).includes('reply')

const served: readonly XRoute[] = [
  {
    method: 'POST',
    path: '/2/tweets',
    operation: (request) => (isReply(request) ? 'comment' : 'create'),
    guard: guard('create', writing, 100, 10_000),
    handle: create,
    text: textOf,
  },
  { method: 'DELETE', path: '/2/tweets/:id', operation: null, guard: guard('delete', writing, 50), handle: remove },
  {
    method: 'GET',
    path: '/2/tweets',
    operation: metricsOr('read'),
    guard: guard('lookup', reading, 5_000),
    handle: lookUp,
  },
  {
    method: 'GET',
    path: '/2/tweets/search/recent',
    operation: 'read',
    guard: guard('search', reading, 300),
    handle: searchRecent,
  },
  {
    method: 'GET',
    path: '/2/tweets/:id',
    operation: metricsOr('read'),
    guard: guard('read', reading, 900),
    handle: lookUpOne,
  },
  { method: 'GET', path: '/2/users/me', operation: metricsOr('account'), guard: guard('me', reading, 75), handle: me },
  {
    method: 'GET',
    path: '/2/users/:id/tweets',
    operation: 'read',
    guard: guard('timeline', reading, 900),
    handle: timeline,
  },
  {
    method: 'POST',
    path: '/2/media/upload',
    operation: 'upload',
    guard: guard('upload', uploading, 500),
    handle: upload,
  },
  {
    method: 'GET',
    path: '/2/media/upload',
    operation: 'status',
    guard: guard('status', uploading, 1_000),
    handle: status,
  },
  {
    method: 'POST',
    path: '/2/media/upload/initialize',
    operation: 'upload',
    guard: guard('initialize', uploading, 1_875),
    handle: initialize,
  },
  {
    method: 'POST',
    path: '/2/media/upload/:id/append',
    operation: 'upload',
    guard: guard('append', uploading, 1_875),
    handle: append,
  },
  {
    method: 'POST',
    path: '/2/media/upload/:id/finalize',
    operation: 'upload',
    guard: guard('finalize', uploading, 1_875),
    handle: finalize,
  },
  {
    method: 'POST',
    path: '/2/media/metadata',
    operation: 'upload',
    guard: guard('metadata', uploading, 500),
    handle: describeMedia,
  },
]

/**
 * The simulated X, written from docs.x.com and the two OpenAPI files 2.159 (2026-07-25) and 2.167 (2026-08-22).
 */
export const simulator: Simulator = {
  routes: [
    ...oauth.routes,
    ...served.map(
      ({ guard, handle, ...route }): SimulatedRoute => ({
        ...route,
        host: 'api',
        handle: guarded(oauth, guard, handle),
      }),
    ),
  ],
  refusals,
  kinds,
  ...namedAccounts({ create: accountOf, users, login: oauth.login, prefix: '@' }),
  plantComment,
  metrics: metricNames,
  setMetrics,
  settings: changeSettings,
  grow,
}
