import { setTimeout as sleep } from 'node:timers/promises'
import { defineOperations } from '../contract/operations.ts'
import { second } from '../domain/time.ts'
import { defaultLimits, type HttpLimits } from '../http/limits.ts'
import { createRateLimiter } from '../http/rate-limit.ts'
import { createServer } from '../http/server.ts'
import { type Lookup, systemLookup } from '../outbound/dial.ts'
import { createFairLookup } from '../outbound/fair-lookup.ts'
import { readExceptions } from '../outbound/guard.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import { platforms as allPlatforms } from '../platforms/index.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { oldestOverdue } from '../store/due-jobs.ts'
import { createWaker } from '../store/engine/wake.ts'
import { idempotencyRecords } from '../store/idempotency.ts'
import { findKeyByHash, readScopes } from '../store/keys.ts'
import { countAllModelTokens } from '../store/usage.ts'
import { type Clock, systemClock } from '../system/clock.ts'
import { createLog, type Log } from '../system/log.ts'
import { createMetrics } from '../system/metrics.ts'
import { createPace } from '../system/pace.ts'
import { choose, finishConnection, openChoice } from '../usecases/connections/finish-connection.ts'
import { replayed, useCaseFinder } from '../usecases/index.ts'
import { keepSample } from '../usecases/media/keep-sample.ts'
import { serveMedia } from '../usecases/media/serve-media.ts'
import { takeUpload } from '../usecases/media/take-upload.ts'
import { createWebsiteReader } from '../website/read-website.ts'
import { keepLogins } from '../worker/keep-logins.ts'
import { createKeyUse } from '../worker/key-use.ts'
import { startPruning } from '../worker/pruning/prune.ts'
import { pruneConnections } from '../worker/pruning/prune-connections.ts'
import { pruneDeliveries } from '../worker/pruning/prune-deliveries.ts'
import { pruneEvents } from '../worker/pruning/prune-events.ts'
import { pruneKeys } from '../worker/pruning/prune-keys.ts'
import { pruneMedia } from '../worker/pruning/prune-media.ts'
import { pruneStatusLog } from '../worker/pruning/prune-status-log.ts'
import { pruneTotals } from '../worker/pruning/prune-totals.ts'
import { startWorking } from '../worker/start.ts'
import { createStatusFeed } from '../worker/status-feed.ts'
import type { Config } from './config.ts'
import { measuredPlatforms, openAccounts, platformSettings } from './open-accounts.ts'
import { openMedia } from './open-media.ts'
import { openModel } from './open-model.ts'
import { sampleFilm, startSandbox, wantsSandbox } from './open-sandbox.ts'
import { openStore } from './open-store.ts'

/** Which parts of the service a process runs. */
export interface Roles {
  readonly api: boolean
  readonly worker: boolean
  /** The simulated platforms, where the settings want them; a process without them finds them in another one. */
  readonly sandbox?: { readonly growth: boolean }
}

export interface App {
  /** Where the API listens; null in a process without it. */
  readonly address: string | null
  /** The owner's key, where this start made it. */
  readonly ownerKey: string | null
  /** Where the simulated platforms are; null where there are none. */
  readonly sandbox: string | null
  /** A film among the owner's uploads, where this process runs the simulated platforms. */
  readonly sample: string | null
  /** Stops in order: readiness first, then what is in flight is finished, then everything is closed. */
  readonly stop: () => Promise<void>
}

/** How long a process of many stays reachable as not ready, so that a load balancer learns it before it is gone. */
const drainNotice = 2 * second
/** A request that is still running then is cut off. */
const drainTime = 20 * second

interface Stoppable {
  readonly stop: () => Promise<void> | void
}

/** Every long-lived object is made here, once; they stop in the opposite order. */
export async function startApp(
  config: Config,
  roles: Roles,
  limits: HttpLimits = defaultLimits,
  platforms: readonly Platform[] = allPlatforms,
  /** How the names of webhooks are looked up. */
  lookup: Lookup = systemLookup,
): Promise<App> {
  const started: Stoppable[] = []
  const stopAll = async () => {
    for (const part of started.reverse()) await part.stop()
    started.length = 0
  }
  try {
    return { ...(await start(config, roles, limits, platforms, lookup, started)), stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function start(
  config: Config,
  roles: Roles,
  limits: HttpLimits,
  platforms: readonly Platform[],
  lookup: Lookup,
  started: Stoppable[],
): Promise<Omit<App, 'stop'>> {
  const clock = systemClock
  const pretty = config.logFormat === 'pretty' || (config.logFormat === 'auto' && process.stdout.isTTY)
  const log = createLog({ level: config.logLevel, pretty })
  const pace = createPace(config.timeScale)
  const settingsOf = platformSettings(config, platforms)
  const measured = measuredPlatforms(config, platforms)
  const { database, secrets, sealer, ownerKey, close } = await openStore(config, clock, { serves: true })
  started.push({ stop: close })

  const { media, storage } = await openMedia(config, { clock, log, secrets })
  const sandboxOrigin = await openSandbox(config, roles, { clock, log, platforms }, started)
  const sample =
    roles.sandbox && sandboxOrigin !== null ? await keepSample({ database, media, clock }, sampleFilm) : null
  const accounts = openAccounts(config, { database, sealer, clock, log, platforms, settingsOf, sandboxOrigin })

  const languageModel = openModel(config, { database, clock, pace, log, sandboxOrigin })

  const waker = createWaker(database, config.databaseUrl, log)
  started.push(waker)

  if (roles.worker) {
    const http = createHttpClient({ exceptions: config.allowedAddresses, lookup: createFairLookup(lookup), log })
    const services = { database, accounts, media, platforms, sealer, http, clock, log, pace, languageModel }
    started.push(startWorking(services, measured, waker))
    const brooms = [
      (stopped: () => boolean) => pruneKeys({ database, clock }, stopped),
      (stopped: () => boolean) => pruneConnections({ database, clock }, stopped),
      (stopped: () => boolean) => pruneEvents({ database, clock }, stopped),
      (stopped: () => boolean) => pruneStatusLog({ database, clock }, stopped),
      (stopped: () => boolean) => pruneTotals({ database, clock }, stopped),
      (stopped: () => boolean) => pruneDeliveries({ database, clock }, stopped),
      (stopped: () => boolean) => pruneMedia({ database, storage, clock, keepDays: config.mediaKeepDays }, stopped),
      (stopped: () => boolean) => keepLogins({ database, accounts, clock, log }, stopped),
    ]
    started.push(startPruning(brooms, log))
  }
  if (!roles.api) return { address: null, ownerKey, sandbox: sandboxOrigin, sample }

  const keyUse = createKeyUse({ database, clock, log })
  started.push(keyUse)
  const statusFeed = createStatusFeed({ database, pace, log }, waker)
  started.push(statusFeed)
  const connecting = { database, clock, accounts, sealer, platforms }
  const overdueSeconds = async () => (await oldestOverdue(database.read)) / second
  const metrics = createMetrics()
  metrics.watch(
    'polypost_oldest_overdue_job_seconds',
    'For how long the longest overdue job has waited.',
    overdueSeconds,
  )
  for (const way of ['input', 'output'] as const)
    metrics.watch(
      `polypost_model_${way}_tokens`,
      `Tokens of ${way} that the language model has counted, of all profiles since the first day.`,
      async () => (await countAllModelTokens(database.read))[way],
    )
  let draining = false
  const server = createServer({
    clock,
    pace,
    idempotency: idempotencyRecords(database, sealer),
    log,
    limits,
    operations: defineOperations(platforms),
    metrics,
    metricsToken: config.metricsToken,
    trustProxy: config.trustProxy,
    keys: { find: (hash) => findKeyByHash(database.read, hash), readScopes, used: keyUse.used },
    takeRequest: createRateLimiter(database.pool, clock),
    requestsPerMinute: config.rateLimits,
    useCase: useCaseFinder({
      database,
      clock,
      log,
      pace,
      media,
      accounts,
      sealer,
      platforms,
      apps: Object.keys(config.apps),
      languageModel,
      website: createWebsiteReader(createHttpClient({ exceptions: config.allowedAddresses, log })),
      wake: waker.wake,
      followStatus: statusFeed.follow,
      callbacks: { allowHttp: config.allowHttpWebhooks, exceptions: readExceptions(config.allowedAddresses) },
      limits: { requests: config.rateLimits, postingAllowances: config.postingAllowances },
    }),
    replay: (name, body) => replayed(media, name, body),
    connections: {
      finish: (returned, browser) => finishConnection(connecting, returned, browser),
      open: (token, browser) => openChoice(connecting, token, browser),
      choose: (token, browser, id) => choose(connecting, token, browser, id),
      secure: config.publicUrl.startsWith('https:'),
    },
    findServed: (name) => serveMedia({ database, media }, name),
    takeUpload: (name, query, sent) => takeUpload({ database, media }, name, query, sent),
    draining: () => draining,
    pingDatabase: database.ping,
    overdueSeconds,
  })
  const address = await server.listen({ host: config.host, port: config.port })
  started.push({
    stop: async () => {
      draining = true
      if (!roles.worker) await sleep(drainNotice)
      await Promise.race([server.close(), sleep(drainTime, undefined, { ref: false })])
      server.server.closeAllConnections()
    },
  })
  return { address, ownerKey, sandbox: sandboxOrigin, sample }
}

/** Serves the simulated platforms where this process is to, and answers where they are reached. */
async function openSandbox(
  config: Config,
  { sandbox: own }: Roles,
  around: { clock: Clock; log: Log; platforms: readonly Platform[] },
  started: Stoppable[],
): Promise<string | null> {
  if (!wantsSandbox(config, { allInOne: own !== undefined })) return null
  if (own === undefined) return `http://127.0.0.1:${config.sandboxPort}`
  const sandbox = await startSandbox(config, { ...around, ...own })
  started.push(sandbox)
  return sandbox.address
}
