import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { defineOperations } from './contract/operations.ts'
import { defaultLimits, type HttpLimits } from './http/limits.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { createServer } from './http/server.ts'
import { openMedia } from './open-media.ts'
import { openStore } from './open-store.ts'
import { platforms } from './platforms/index.ts'
import { idempotencyRecords } from './store/idempotency.ts'
import { findKeyByHash, readScopes } from './store/keys.ts'
import { second, systemClock } from './system/clock.ts'
import { createLog } from './system/log.ts'
import { createMetrics } from './system/metrics.ts'
import { replayed, useCaseFinder } from './usecases/index.ts'
import { serveMedia } from './usecases/serve-media.ts'
import { takeUpload } from './usecases/take-upload.ts'
import { createKeyUse } from './worker/key-use.ts'
import { startPruning } from './worker/prune.ts'
import { pruneKeys } from './worker/prune-keys.ts'
import { pruneMedia } from './worker/prune-media.ts'

/** Which parts of the service a process runs. */
export interface Roles {
  readonly api: boolean
  readonly worker: boolean
}

export interface App {
  /** Where the API listens; null in a process without it. */
  readonly address: string | null
  /** The owner's key, where this start made it. */
  readonly ownerKey: string | null
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
export async function startApp(config: Config, roles: Roles, limits: HttpLimits = defaultLimits): Promise<App> {
  const started: Stoppable[] = []
  const stopAll = async () => {
    for (const part of started.reverse()) await part.stop()
    started.length = 0
  }
  try {
    return { ...(await start(config, roles, limits, started)), stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function start(
  config: Config,
  roles: Roles,
  limits: HttpLimits,
  started: Stoppable[],
): Promise<Omit<App, 'stop'>> {
  const clock = systemClock
  const pretty = config.logFormat === 'pretty' || (config.logFormat === 'auto' && process.stdout.isTTY)
  const log = createLog({ level: config.logLevel, pretty })
  const { database, secrets, sealer, ownerKey, close } = await openStore(config, clock, { serves: true })
  started.push({ stop: close })

  const { media, storage } = await openMedia(config, { clock, log, secrets })

  if (roles.worker) {
    const brooms = [
      (stopped: () => boolean) => pruneKeys({ database, clock }, stopped),
      (stopped: () => boolean) => pruneMedia({ database, storage, clock, keepDays: config.mediaKeepDays }, stopped),
    ]
    started.push(startPruning(brooms, log))
  }
  if (!roles.api) return { address: null, ownerKey }

  const keyUse = createKeyUse({ database, clock, log })
  started.push(keyUse)
  let draining = false
  const server = createServer({
    clock,
    idempotency: idempotencyRecords(database, sealer),
    log,
    limits,
    operations: defineOperations(platforms),
    metrics: createMetrics(),
    metricsToken: config.metricsToken,
    trustProxy: config.trustProxy,
    keys: { find: (hash) => findKeyByHash(database.read, hash), readScopes, used: keyUse.used },
    takeRequest: createRateLimiter(database.pool, clock),
    requestsPerMinute: config.rateLimits,
    useCase: useCaseFinder({
      database,
      clock,
      media,
      platforms,
      apps: config.apps,
      languageModel: config.languageModel,
      limits: { requests: config.rateLimits, postingAllowances: config.postingAllowances },
    }),
    replay: (name, body) => replayed(media, name, body),
    findServed: (name) => serveMedia({ database, media }, name),
    takeUpload: (name, query, sent) => takeUpload({ database, media }, name, query, sent),
    draining: () => draining,
    pingDatabase: database.ping,
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
  return { address, ownerKey }
}
