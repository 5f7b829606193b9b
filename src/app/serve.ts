import { setTimeout as sleep } from 'node:timers/promises'
import { createCalls } from '../calls/calls.ts'
import { createGuessLimit } from '../calls/guess-limit.ts'
import { createRateLimiter } from '../calls/rate-limit.ts'
import { defineOperations } from '../contract/operations.ts'
import { second } from '../domain/time.ts'
import { createCookies } from '../http/cookies.ts'
import type { HttpLimits } from '../http/limits.ts'
import { isLoopbackName } from '../http/loopback.ts'
import type { OAuthRouteServices } from '../http/oauth/oauth-routes.ts'
import { createServer } from '../http/server.ts'
import { createMcpDoor } from '../mcp/door.ts'
import { createOidc } from '../oidc/oidc.ts'
import { readExceptions } from '../outbound/guard.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import { findHold } from '../store/hold.ts'
import { idempotencyRecords } from '../store/idempotency.ts'
import { oldestOverdue } from '../store/jobs/due-jobs.ts'
import { callerFinder } from '../store/people/callers.ts'
import { readPolicy, readScopes, readUnattended, touchKeys } from '../store/people/keys.ts'
import { touchSessions } from '../store/people/sessions.ts'
import { createAtOnce } from '../system/at-once.ts'
import { choose, finishConnection, openChoice } from '../usecases/connections/finish-connection.ts'
import type { Services } from '../usecases/context.ts'
import { replayed, useCaseFinder } from '../usecases/index.ts'
import { createMediaServer } from '../usecases/media/serve-media.ts'
import { takeUpload } from '../usecases/media/take-upload.ts'
import { authorize } from '../usecases/oauth/authorize.ts'
import { createClientDocuments } from '../usecases/oauth/client-documents.ts'
import { registerClient } from '../usecases/oauth/register-client.ts'
import { revokeToken } from '../usecases/oauth/revoke-token.ts'
import { issueTokens } from '../usecases/oauth/tokens.ts'
import { createPictures } from '../usecases/pictures/serve-picture.ts'
import { finishOidc } from '../usecases/session/finish-oidc.ts'
import { createWebsiteReader } from '../website/read-website.ts'
import { createLastUse } from '../worker/last-use.ts'
import { createStatusFeed } from '../worker/status-feed.ts'
import type { Config } from './config.ts'
import { dashboardOf } from './dashboard.ts'
import { readLastBackup } from './data-dir.ts'
import type { DatabaseWay } from './database-way.ts'
import { watchGauges } from './gauges.ts'
import { createHealth } from './health/cached-probes.ts'
import { type HealthContext, operatorClient } from './health/check.ts'
import { answerQuestion } from './health/probe.ts'
import type { Parts, Stoppable } from './open-parts.ts'
import type { Roles } from './roles.ts'
import { sandboxPageAsker } from './sandbox-pages.ts'

/** Requests that are still running after this time are cut off. */
const drainTime = 20 * second

/** Serves the API, the media host and the pages, and returns the address. */
export async function startServing(
  config: Config,
  roles: Roles,
  parts: Parts,
  limits: HttpLimits,
  started: Stoppable[],
): Promise<string> {
  const { accounts, clock, database, log, media, offered, pace, platforms, sealer } = parts
  const keyUse = createLastUse({ database, clock, log }, touchKeys)
  const sessionUse = createLastUse({ database, clock, log }, touchSessions)
  started.push(keyUse, sessionUse)
  const statusFeed = createStatusFeed({ database, pace, log }, parts.waker)
  started.push(statusFeed)
  const health = healthOf(config, parts)
  const atOnce = { fetches: createAtOnce(), uploads: createAtOnce(), eventStreams: createAtOnce() }
  const userLimits = {
    requests: config.rateLimits,
    postingAllowances: config.postingAllowances,
    modelTokens: config.modelTokens,
    ...config.userLimits,
  }
  const connecting = { database, clock, accounts, sealer, platforms }
  const secure = config.publicUrl.startsWith('https:')
  let https = false
  const served = createMediaServer({ database, media, clock })
  const services = servicesFor(config, parts, {
    atOnce,
    served,
    limits: userLimits,
    followStatus: statusFeed.follow,
    sawHttps: () => https,
  })
  let draining = false

  const callers = callerFinder(database)
  const calls = createCalls({
    clock,
    pace,
    idempotency: idempotencyRecords(database, sealer),
    keys: { find: callers.findKey, readScopes, readPolicy, readUnattended, used: keyUse.used },
    sessions: {
      find: callers.findSession,
      used: sessionUse.used,
      secondFactorFrom: config.secondFactorFrom,
    },
    publicOrigin: new URL(config.publicUrl).origin,
    countRequest: createRateLimiter(database.pool, clock),
    countHere: createRateLimiter(null, clock),
    requestsPerMinute: config.rateLimits,
    useCase: useCaseFinder(services),
    replay: (name, body) => replayed(media, name, body),
  })
  const operations = defineOperations(offered)
  const server = createServer({
    calls,
    dashboard: await dashboardOf(config, parts.storage),
    pace,
    log,
    limits,
    cookies: createCookies(secure),
    oidc: services.oidc && { ...services.oidc, finish: (returned) => finishOidc(services, returned) },
    eventStreams: atOnce.eventStreams,
    maxEventStreams: userLimits.eventStreams,
    operations,
    mcp: createMcpDoor({
      calls,
      operations,
      sealer,
      clock,
      platformNames: offered.map(({ name }) => name),
      publicUrl: config.publicUrl,
    }),
    publicUrl: config.publicUrl,
    oauth: openOAuth(config, parts),
    ...health,
    answerProbe: (question, proxy) => answerQuestion(sealer, question, proxy),
    metricsToken: config.metricsToken,
    logAddresses: config.logAddresses,
    hasProxy: isBehindProxy(config),
    trustProxy: config.trustProxy,
    onHttps: () => {
      https = true
    },
    connections: {
      finish: (returned, browser) => finishConnection(connecting, returned, browser),
      open: (token, browser) => openChoice(connecting, token, browser),
      choose: (token, browser, answer) => choose(connecting, token, browser, answer),
      secure,
    },
    askSandboxPage: sandboxPageAsker(parts),
    findPicture: createPictures(services),
    findServed: served.find,
    takeUpload: (name, query, sent) => takeUpload({ database, media, atOnce, limits: userLimits }, name, query, sent),
    draining: () => draining,
  })
  const address = await server.listen({ host: config.host, port: config.port })
  started.push({
    stop: async () => {
      draining = true
      if (!roles.worker) await sleep(limits.drainNotice)
      await Promise.race([server.close(), sleep(drainTime, undefined, { ref: false })])
      server.server.closeAllConnections()
    },
  })
  return address
}

/** The functions that applications need to ask a person for access. */
function openOAuth(config: Config, { database, clock, lookup, log }: Parts): OAuthRouteServices['oauth'] {
  const http = createHttpClient({ exceptions: config.allowedAddresses, lookup, log })
  const services = { database, clock, publicUrl: config.publicUrl, documents: createClientDocuments(http, clock) }
  return {
    authorize: (caller, sent) => authorize(services, caller, sent),
    register: (metadata) => registerClient(services, metadata),
    issueTokens: (request) => issueTokens(services, request),
    revoke: (request) => revokeToken(services, request),
  }
}

/** Whoever gives the instance another address than its own has something in front of it. */
const isBehindProxy = ({ publicUrl, trustProxy }: Config): boolean =>
  trustProxy.length > 0 || !isLoopbackName(new URL(publicUrl).hostname)

function servicesFor(
  config: Config,
  parts: Parts,
  {
    sawHttps,
    ...own
  }: Pick<Services, 'atOnce' | 'served' | 'limits' | 'followStatus'> & Required<Pick<HealthContext, 'sawHttps'>>,
): Services {
  const {
    accounts,
    clock,
    database,
    inbox,
    languageModel,
    log,
    lookup,
    media,
    metrics,
    offered,
    pace,
    passwords,
    platforms,
    sealer,
    waker,
  } = parts
  const http = createHttpClient({ exceptions: config.allowedAddresses, lookup, log })
  return {
    database,
    clock,
    log,
    metrics,
    pace,
    media,
    accounts,
    sealer,
    platforms,
    offered,
    languageModel,
    passwords,
    guesses: createGuessLimit(database.pool),
    oidc: config.oidc && createOidc({ ...config.oidc, redirectUri: `${config.publicUrl}/oidc/callback` }, http),
    publicUrl: config.publicUrl,
    inbox,
    health: createHealth({ ...parts, config, http: operatorClient(lookup), sawHttps }),
    lastBackup: () => lastBackupOf(config, database),
    keepDays: { ...config.keepDays, media: config.mediaKeepDays },
    website: createWebsiteReader(http),
    wake: waker.wake,
    ...own,
    callbacks: { allowHttp: config.allowHttpWebhooks, exceptions: readExceptions(config.allowedAddresses) },
  }
}

/** Only `polypost backup` leaves a trace that can be seen here. */
const lastBackupOf = async ({ dataDir }: Config, { kind }: Parts['database']): Promise<number | null> =>
  kind === 'sqlite' ? readLastBackup(dataDir) : null

/** The data that supervisors may read of a process that uses the database. */
export function healthOf(config: Config, parts: Parts) {
  const { database, databaseWay, metrics, vitals, waker } = parts
  watchGauges({ ...parts, config })
  return {
    metrics,
    pingDatabase: database.ping,
    databaseWay: (): DatabaseWay => ({ ...databaseWay, due_work: waker.isNotified() ? 'notified' : 'polled' }),
    overdueSeconds: async () => (await oldestOverdue(database.read)) / second,
    findHold: () => findHold(database.read),
    failingClaims: vitals.failing,
  }
}
