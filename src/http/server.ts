import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { PublicError, SignInRefused } from '../contract/errors.ts'
import { apiPrefix } from '../contract/openapi.ts'
import type { Operation } from '../contract/operation.ts'
import type { Operations } from '../contract/operations.ts'
import type { Log } from '../system/log.ts'
import type { Metrics } from '../system/metrics.ts'
import { randomText } from '../system/random.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { compressJson } from './compress-json.ts'
import { addConnectionRoutes, type ConnectionRouteServices } from './connection-routes.ts'
import { addDashboardAssets, asksForDashboard, type DashboardServices, sendDashboard } from './dashboard.ts'
import { drainBody } from './drain.ts'
import { sendError } from './errors.ts'
import { addHealthRoutes, type HealthServices } from './health.ts'
import type { HttpLimits } from './limits.ts'
import { addMcpRoute, type McpRouteServices } from './mcp.ts'
import { addMediaRoutes, type MediaRouteServices } from './media.ts'
import { addOAuthRoutes, type OAuthRouteServices } from './oauth/oauth-routes.ts'
import { addOidcRoute, type OidcServices } from './oidc-route.ts'
import { addPeopleRoutes } from './people-routes.ts'
import { addPictureRoute, type PictureRouteServices } from './pictures.ts'
import { createPipeline, type PipelineServices } from './pipeline.ts'
import { readJson } from './read-json.ts'
import { addReference } from './reference.ts'
import { createRequestLog, type RequestLogServices } from './request-log.ts'
import { addSandboxPages, type SandboxPageServices } from './sandbox-pages.ts'
import { unknownRoute } from './unknown-route.ts'
import { withoutSchemas } from './without-schemas.ts'

export interface ServerServices
  extends PipelineServices,
    HealthServices,
    MediaRouteServices,
    ConnectionRouteServices,
    McpRouteServices,
    PictureRouteServices,
    SandboxPageServices,
    OAuthRouteServices,
    OidcServices,
    RequestLogServices,
    DashboardServices {
  readonly operations: Operations
  readonly log: Log
  readonly metrics: Metrics
  readonly trustProxy: readonly string[]
  /** Called with each request that came over https, as a proxy says. */
  readonly onHttps: () => void
  readonly limits: HttpLimits
}

export function createServer(services: ServerServices): FastifyInstance {
  const { operations, limits, metrics, publicUrl, trustProxy, dashboard } = services
  const requestLog = createRequestLog(services)
  const log: FastifyBaseLogger = services.log
  const begin = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Also if the client disconnects before the response.
    reply.raw.once('close', () => requestLog.record(request, reply))
    reply.raw.once('finish', () => drainBody(request.raw, limits))
    if (trustProxy.length === 0) reply.raw.once('finish', () => hurryStranger(request, limits))
    return reply.headers(everyAnswer(request, publicUrl))
  }
  const server = Fastify({
    schemaController: withoutSchemas,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.checkInterval,
      // Node would refuse without a body; `requireHost` refuses with an error of the API.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: limits.headerBytes },
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, limits),
    // No hook runs for these errors, so this does what the hooks below do.
    frameworkErrors: (error, request, reply) => sendError(request, begin(request, reply), error),
  })
  server.server.maxConnections = limits.connections
  // Those that do nothing make room, so that nobody can keep others out with them. Who was refused finds room at the next try.
  server.server.on('drop', () => server.server.closeIdleConnections())
  // An unknown expectation is ignored (RFC 9110, 10.1.1: a server MAY answer 417).
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))

  const all: [string, Operation][] = Object.entries(operations)
  const unknown = ({ method, url }: FastifyRequest) => unknownRoute(method, url, Object.values(operations))
  const pipeline = createPipeline(services)
  server.decorateRequest('caller', null)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, readJson)

  server.addHook('onRequest', async (request, reply) => {
    begin(request, reply)
    limitBodyTime(request, reply, limits)
    if (request.headers['x-forwarded-proto'] === 'https') services.onHttps()
    requireHost(request)
    // By the route, because `/%61pi/v1` leads there too.
    const { operation } = request.routeOptions.config
    if (operation || request.url.startsWith(`${apiPrefix}/`)) await pipeline.admit(request, reply)
    // Before any body is read.
    if (request.is404 && !(dashboard && asksForDashboard(request))) throw unknown(request)
  })
  // In this late hook, because the signal to stop may come during a request.
  server.addHook('onSend', (request, reply, payload, done) => {
    if (services.draining()) reply.header('connection', 'close')
    // Fastify closes after a body that it did not read. The rest is read below.
    else reply.removeHeader('connection')
    const compressed = compressJson(request, reply, payload)
    if (compressed === null) done()
    else compressed.then((bytes) => done(null, bytes), done)
  })
  // The server would wait for the streams, and they do not end.
  server.addHook('preClose', async () => pipeline.streams.stop())
  server.addHook('onClose', async () => requestLog.end())
  metrics.watch({ name: 'polypost_event_streams', help: 'Event streams that are open.' }, async () =>
    pipeline.streams.count(),
  )
  server.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof SignInRefused)) return
    metrics.count.signInRefused(error.kind)
    request.log.warn({ kind: error.kind }, 'sign-in refused')
  })
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error))

  for (const [name, operation] of all) {
    if (operation.tag === 'description') continue
    server.route({
      method: operation.method,
      url: apiPrefix + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation, operationName: name },
      handler: (request, reply) => pipeline.perform(name, operation, request, reply),
    })
  }
  addHealthRoutes(server, services)
  addMediaRoutes(server, services)
  addPictureRoute(server, services)
  addSandboxPages(server, services)
  addConnectionRoutes(server, services)
  addPeopleRoutes(server, services)
  addOidcRoute(server, services)
  addOAuthRoutes(server, services)
  addMcpRoute(server, services)
  addReference(server, operations, services.calls)
  if (dashboard) {
    addDashboardAssets(server, dashboard)
    // Every address that is nothing else.
    server.setNotFoundHandler((request, reply) => sendDashboard(request, reply, dashboard))
  }
  return server
}

/**
 * Ends a request whose body takes too long. Node has only one limit for all routes, but a file may take an hour; for a
 * file only a pause in the data ends the request.
 */
function limitBodyTime(request: FastifyRequest, reply: FastifyReply, limits: HttpLimits): void {
  const { requestTimeout } = limits
  const { raw } = request
  const cut = () => {
    if (raw.complete || raw.destroyed) return
    answerBrokenRequest(
      Object.assign(new Error('The body took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      raw.socket,
      limits,
    )
    raw.socket.destroySoon()
  }
  if (request.routeOptions.config.slowBody) {
    // Both need a listener: otherwise Node destroys a silent socket without an error.
    raw.setTimeout(requestTimeout, cut)
    reply.raw.on('timeout', () => {})
  } else if (hasBody(request)) {
    const timer = setTimeout(cut, requestTimeout)
    reply.raw.once('close', () => clearTimeout(timer))
  }
}

/** A request without these two headers has no body (RFC 9112, 6.3). */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** The caller’s own ID if it is valid, so that the logs of both sides can be compared. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : `req_${randomText(24)}`

/** Browsers that came once come by https only. */
const onlyHttps = { 'strict-transport-security': 'max-age=31536000' }

const everyAnswer = (request: FastifyRequest, publicUrl: string) => ({
  'x-request-id': request.id,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  ...(publicUrl.startsWith('https:') && onlyHttps),
})

/** Runs after Node has set the time of the connection. */
function hurryStranger({ caller, raw }: FastifyRequest, { keepAliveTimeout, strangersKeepAlive }: HttpLimits) {
  // Null if the connection has ended, although the type says otherwise.
  const socket: Socket | null = raw.socket
  if (!caller && strangersKeepAlive < keepAliveTimeout) socket?.setTimeout(strangersKeepAlive)
}

function requireHost({ headers, raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1)
    throw new PublicError(
      'validation_failed',
      'Send one Host header. This request has several, and each may mean another server.',
    )
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new PublicError('validation_failed', 'Send a Host header. HTTP/1.1 requires it in every request.')
}
