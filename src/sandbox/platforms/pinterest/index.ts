import { namedAccounts } from '../../shared/named-accounts.ts'
import { simulateOAuth } from '../../shared/oauth.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, Simulator } from '../../shared/simulator.ts'
import { accountOf } from './accounts.ts'
import { pinAnalytics } from './analytics.ts'
import { createBoard, getBoard, listBoards, listPins } from './boards.ts'
import { type Call, type Guard, guarded } from './gate.ts'
import { kinds } from './kinds.ts'
import { grow, metricNames, setMetrics } from './life.ts'
import { getMedia, listMedia, registerMedia, storeFile } from './media.ts'
import { oauthRules } from './oauth.ts'
import { paging } from './paging.ts'
import { createPin, deletePin, getPin, listOwnPins } from './pins.ts'
import { ok } from './problems.ts'
import { refusals } from './refusals.ts'
import { listOf, users } from './store.ts'

const oauth = simulateOAuth(oauthRules)

const reading = ['boards:read', 'pins:read']
const pinning = ['boards:read', 'boards:write', 'pins:read', 'pins:write']
const uploading = ['pins:read', 'pins:write']
const adAccount = 'ad_account_id'

interface PinterestRoute extends Omit<SimulatedRoute, 'host' | 'handle'> {
  readonly guard: Guard
  readonly handle: Parameters<typeof guarded>[2]
}

const readsNumbers = ({ query }: SimulatedRequest) => (query.get('pin_metrics') === 'true' ? 'metrics' : 'read')

/** GET /v5/user_account */
const userAccount = ({ world, user }: Call): SimulatedReply =>
  ok({
    id: user.id,
    username: user.username,
    account_type: user.isBusiness ? 'BUSINESS' : 'PINNER',
    profile_image: `${world.address('web')}/images/75x75/${user.id}.jpg`,
    business_name: user.isBusiness ? user.name : null,
    website_url: '',
    about: '',
    board_count: listOf(world, 'boards', user.id).all().length,
    pin_count: user.pins,
    follower_count: user.followers,
    following_count: 0,
    monthly_views: 0,
  })

/** The text of a Pin in the ledger. */
function textOf(request: SimulatedRequest): string {
  const body = request.json()
  const given = body !== null && typeof body === 'object' && !Array.isArray(body) ? Object.entries(body) : []
  const of = (name: string) => given.find(([key]) => key === name)?.[1]
  return String(of('description') ?? of('title') ?? '')
}

const served: readonly PinterestRoute[] = [
  {
    method: 'GET',
    path: '/v5/user_account',
    operation: 'account',
    guard: { limit: 'org_read', scopes: ['user_accounts:read'], query: [adAccount] },
    handle: userAccount,
  },
  {
    method: 'GET',
    path: '/v5/boards',
    operation: 'account',
    guard: { limit: 'org_read', scopes: ['boards:read'], query: [adAccount, 'privacy', ...paging] },
    handle: listBoards,
  },
  {
    method: 'POST',
    path: '/v5/boards',
    operation: null,
    guard: { limit: 'org_write', scopes: ['boards:read', 'boards:write'], query: [adAccount] },
    handle: createBoard,
  },
  {
    method: 'GET',
    path: '/v5/boards/:id',
    operation: 'account',
    guard: { limit: 'org_read', scopes: ['boards:read'], query: [adAccount] },
    handle: getBoard,
  },
  {
    method: 'GET',
    path: '/v5/boards/:id/pins',
    operation: 'read',
    guard: { limit: 'org_read', scopes: reading, query: [adAccount, 'creative_types', 'pin_metrics', ...paging] },
    handle: listPins,
  },
  {
    method: 'POST',
    path: '/v5/pins',
    operation: 'create',
    guard: { limit: 'org_write', scopes: pinning, query: [adAccount] },
    handle: createPin,
    text: textOf,
  },
  {
    method: 'GET',
    path: '/v5/pins',
    operation: readsNumbers,
    guard: { limit: 'org_read', scopes: reading, query: [adAccount, 'creative_types', 'pin_metrics', ...paging] },
    handle: listOwnPins,
  },
  {
    method: 'GET',
    path: '/v5/pins/:id',
    operation: readsNumbers,
    guard: { limit: 'org_read', scopes: reading, query: [adAccount, 'pin_metrics'] },
    handle: getPin,
  },
  {
    method: 'DELETE',
    path: '/v5/pins/:id',
    operation: null,
    guard: { limit: 'org_write', scopes: pinning, query: [adAccount] },
    handle: deletePin,
  },
  {
    method: 'GET',
    path: '/v5/pins/:id/analytics',
    operation: 'metrics',
    guard: {
      limit: 'org_analytics',
      scopes: reading,
      query: [adAccount, 'start_date', 'end_date', 'metric_types', 'app_types', 'split_field'],
    },
    handle: pinAnalytics,
  },
  {
    method: 'POST',
    path: '/v5/media',
    operation: 'upload',
    guard: { limit: 'org_write', scopes: uploading },
    handle: registerMedia,
  },
  {
    method: 'GET',
    path: '/v5/media',
    operation: null,
    guard: { limit: 'org_read', scopes: ['pins:read'], query: paging },
    handle: listMedia,
  },
  {
    method: 'GET',
    path: '/v5/media/:id',
    operation: 'status',
    guard: { limit: 'org_read', scopes: ['pins:read'] },
    handle: getMedia,
  },
]

/**
 * The simulated Pinterest, written from OpenAPI 5.23.0 and what clients report. An account has one board,
 * Ideas, unless its kind says otherwise.
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
    // The host of Amazon, so it never gets a token.
    { method: 'POST', host: 'upload', path: '/', operation: 'upload', handle: storeFile },
  ],
  refusals,
  kinds,
  ...namedAccounts({ create: accountOf, users, login: oauth.login, prefix: '@' }),
  metrics: metricNames,
  setMetrics,
  settings: platformSettings(appScopes).changeSettings,
  grow,
}
