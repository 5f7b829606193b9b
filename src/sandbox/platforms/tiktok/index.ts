import { simulateOAuth } from '../../shared/oauth.ts'
import type { SimulatedRequest, SimulatedRoute, Simulator, World } from '../../shared/simulator.ts'
import { creatorInfo, userInfo } from './creator.ts'
import { list, query } from './display.ts'
import { type Guard, guarded, recordOf } from './gate.ts'
import { initInboxVideo, initPhotos, initVideo } from './init.ts'
import { kinds } from './kinds.ts'
import { grow, metricNames, setMetrics } from './life.ts'
import { oauthRules, revoke } from './oauth.ts'
import { refusals } from './refusals.ts'
import { changeSettings } from './settings.ts'
import { cancel, status } from './status.ts'
import { accountOf, users } from './store.ts'
import { operationOf, publicationIn, put } from './upload.ts'

const oauth = simulateOAuth(oauthRules)

interface TiktokRoute extends Guard {
  readonly method: SimulatedRoute['method']
  readonly path: string
  readonly operation: SimulatedRoute['operation']
  readonly handle: Parameters<typeof guarded>[2]
  readonly text?: NonNullable<SimulatedRoute['text']>
}

const direct = ['video.publish']
const inbox = ['video.upload']
const either = [...direct, ...inbox]
const listing = ['video.list']

const bodyOf = (request: SimulatedRequest) => recordOf(request.json()) ?? {}

/** The call that publishes: for a URL this one, for an uploaded file its last piece. */
const operationOfInit = (request: SimulatedRequest): 'create' | 'upload' =>
  recordOf(bodyOf(request).source_info)?.source === 'FILE_UPLOAD' ? 'upload' : 'create'

/** The upload host checks no token and counts nothing, so those faults occur when an upload begins. */
const ofBeginning = /\[\[sandbox:(?:token_expired|token_revoked|permission_missing|daily_quota|duplicate)[:\]]/

const textOf = (request: SimulatedRequest): string => {
  const { title, description } = recordOf(bodyOf(request).post_info) ?? {}
  const text = String(description ?? title ?? '')
  return operationOfInit(request) === 'create' || ofBeginning.test(text) ? text : ''
}

const served: readonly TiktokRoute[] = [
  {
    method: 'GET',
    path: '/v2/user/info/',
    operation: 'account',
    scopes: ['user.info.basic'],
    perMinute: 600,
    handle: userInfo,
  },
  {
    method: 'POST',
    path: '/v2/post/publish/creator_info/query/',
    operation: 'account',
    scopes: direct,
    perMinute: 20,
    handle: creatorInfo,
  },
  {
    method: 'POST',
    path: '/v2/post/publish/video/init/',
    operation: operationOfInit,
    scopes: direct,
    perMinute: 6,
    handle: initVideo,
    text: textOf,
  },
  {
    method: 'POST',
    path: '/v2/post/publish/inbox/video/init/',
    operation: operationOfInit,
    scopes: inbox,
    perMinute: 6,
    handle: initInboxVideo,
  },
  {
    method: 'POST',
    path: '/v2/post/publish/content/init/',
    operation: 'create',
    scopes: either,
    perMinute: 6,
    handle: initPhotos,
    text: textOf,
  },
  {
    method: 'POST',
    path: '/v2/post/publish/status/fetch/',
    operation: 'status',
    scopes: either,
    perMinute: 30,
    handle: status,
  },
  {
    method: 'POST',
    path: '/v2/post/publish/cancel/',
    operation: null,
    scopes: either,
    perMinute: 30,
    handle: cancel,
  },
  { method: 'POST', path: '/v2/video/list/', operation: 'read', scopes: listing, perMinute: 600, handle: list },
  { method: 'POST', path: '/v2/video/query/', operation: 'metrics', scopes: listing, perMinute: 600, handle: query },
]

const textOfUpload = (request: SimulatedRequest, world: World): string => publicationIn(request, world)?.text ?? ''

/**
 * The simulated TikTok, written from developers.tiktok.com (2026-09-11) and reports of clients.
 */
export const simulator: Simulator = {
  routes: [
    ...oauth.routes,
    revoke,
    ...served.map(
      ({ scopes, perMinute, handle, ...route }): SimulatedRoute => ({
        ...route,
        host: 'api',
        handle: guarded(oauth, { scopes, perMinute }, handle),
      }),
    ),
    { method: 'PUT', host: 'upload', path: '/video/', operation: operationOf, handle: put, text: textOfUpload },
  ],
  refusals,
  kinds,
  account: (name, world) => {
    accountOf(name, world)
    return oauth.login(name)
  },
  nameOf: (world, id) => {
    const user = users(world).get(id)
    return user && `${user.name} (@${user.username})`
  },
  metrics: metricNames,
  setMetrics,
  settings: changeSettings,
  grow,
}
