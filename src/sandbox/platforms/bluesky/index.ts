import type { Json } from '../../../domain/outcome.ts'
import type {
  FaultOperation,
  SimulatedReply,
  SimulatedRequest,
  SimulatedRoute,
  Simulator,
  World,
} from '../../shared/simulator.ts'
import { findAccount, lookUpDid, resolveHandle, withPassword } from './accounts.ts'
import { getAuthorFeed, getPosts, getProfile } from './appview.ts'
import { blobUploadLimit, uploadBlob } from './blobs.ts'
import { RefusedRequest } from './errors.ts'
import { kinds } from './kinds.ts'
import { grow, metricNames, plantComment, setMetrics } from './life.ts'
import { countCall } from './limits.ts'
import { refusals } from './refusals.ts'
import { createRecord, deleteRecord, getRecord, listRecords, putRecord } from './repo.ts'
import {
  authorized,
  createSession,
  deleteSession,
  getServiceAuth,
  getSession,
  refreshSession,
  serverDid,
} from './session.ts'
import { changeSettings } from './settings.ts'
import { getPostThread } from './thread.ts'
import { getJobStatus, getUploadLimits, uploadVideo } from './video.ts'

type Handle = (request: SimulatedRequest, world: World) => SimulatedReply
type JsonHandler = (request: SimulatedRequest, world: World) => Json

interface Method {
  readonly name: string
  readonly http: 'GET' | 'POST'
  readonly operation: SimulatedRoute['operation']
  readonly handle: Handle
  readonly text?: NonNullable<SimulatedRoute['text']>
}

const query = (name: string, operation: FaultOperation | null, answer: JsonHandler): Method => ({
  name,
  http: 'GET',
  operation,
  handle: (request, world) => ({ status: 200, body: answer(request, world) }),
})

const procedure = (name: string, operation: Method['operation'], handle: Handle): Method => ({
  name,
  http: 'POST',
  operation,
  handle,
})

const recordOf = (request: SimulatedRequest): Readonly<Record<string, Json>> =>
  fieldsOf(fieldsOf(request.json()).record)

const fieldsOf = (value: Json | undefined): Readonly<Record<string, Json>> =>
  value !== null && typeof value === 'object' && !isList(value) ? value : {}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

const writes = (name: string, handle: Handle): Method => ({
  name,
  http: 'POST',
  operation: (request) => (recordOf(request).reply === undefined ? 'create' : 'comment'),
  handle,
  text: (request) => String(recordOf(request).text ?? ''),
})

const describeServer: JsonHandler = (_, world) => ({
  did: serverDid(world),
  availableUserDomains: ['.bsky.test'],
  inviteCodeRequired: false,
  phoneVerificationRequired: false,
  blobUploadLimit,
  links: {},
  contact: {},
})

const logins: readonly Method[] = [
  procedure('com.atproto.server.createSession', 'token', createSession),
  procedure('com.atproto.server.refreshSession', 'token', refreshSession),
  procedure('com.atproto.server.deleteSession', 'token', deleteSession),
  query('com.atproto.server.getSession', 'account', getSession),
  query('com.atproto.server.describeServer', 'account', describeServer),
  query('com.atproto.identity.resolveHandle', 'account', ({ query }, world) => resolveHandle(query, world)),
]

const repository: readonly Method[] = [
  query('com.atproto.server.getServiceAuth', 'token', getServiceAuth),
  procedure('com.atproto.repo.uploadBlob', 'upload', uploadBlob),
  writes('com.atproto.repo.putRecord', putRecord),
  writes('com.atproto.repo.createRecord', createRecord),
  procedure('com.atproto.repo.deleteRecord', null, deleteRecord),
  query('com.atproto.repo.getRecord', 'read', getRecord),
  query('com.atproto.repo.listRecords', 'read', listRecords),
]

const views: readonly Method[] = [
  query('app.bsky.feed.getPosts', 'metrics', getPosts),
  query('app.bsky.feed.getPostThread', 'read', getPostThread),
  query('app.bsky.feed.getAuthorFeed', 'read', getAuthorFeed),
  query('app.bsky.actor.getProfile', 'metrics', getProfile),
]

const video: readonly Method[] = [
  query('app.bsky.video.getUploadLimits', 'account', getUploadLimits),
  procedure('app.bsky.video.uploadVideo', 'upload', uploadVideo),
  query('app.bsky.video.getJobStatus', 'status', getJobStatus),
]

const answering =
  (handle: Handle): Handle =>
  (request, world) => {
    try {
      return handle(request, world)
    } catch (error) {
      if (error instanceof RefusedRequest) return error.reply
      throw error
    }
  }

/**
 * Counts requests, and reports the remaining ones with every response. The limits of the call itself are checked first.
 */
const counted =
  (handle: Handle): Handle =>
  (request, world) => {
    const headers = countCall(world)
    const reply = answering(handle)(request, world)
    return { ...reply, headers: { ...headers, ...reply.headers } }
  }

/** An account's own server asks the AppView only for its own accounts. */
const proxied = (method: Method): Method => ({
  ...method,
  handle: (request, world) => {
    authorized(request, world)
    return method.handle(request, world)
  },
})

const routes = (host: string, methods: readonly Method[], serve: (handle: Handle) => Handle): SimulatedRoute[] =>
  methods.map(({ name, http, operation, handle, text }) => ({
    method: http,
    host,
    path: `/xrpc/${name}`,
    operation,
    handle: answering(serve(handle)),
    ...(text && { text }),
  }))

/**
 * The simulated Bluesky: an entryway where people sign in, one server for all accounts, the DID directory, the AppView
 * and the video service. Written from the lexicons and the PDS source of 2026-08-20.
 */
export const simulator: Simulator = {
  routes: [
    ...routes('entryway', logins, counted),
    ...routes('pds', [...logins, ...repository, ...views.map(proxied)], counted),
    ...routes('appview', [...views, ...logins.filter(({ name }) => name.endsWith('.resolveHandle'))], answering),
    ...routes('video', video, answering),
    {
      method: 'GET',
      host: 'plc',
      path: '/:did',
      operation: 'account',
      handle: ({ params: { did = '' } }, world) => lookUpDid(did, world),
    },
  ],
  refusals,
  kinds,
  account: (name, world) => {
    const { handle, appPassword } = withPassword(name, world)
    return { kind: 'form', fields: { handle, app_password: appPassword } }
  },
  nameOf: (world, did) => {
    const found = findAccount(did, world)
    return found && `${found.displayName} (@${found.handle})`
  },
  plantComment,
  metrics: metricNames,
  setMetrics,
  settings: changeSettings,
  grow,
}
