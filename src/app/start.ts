import { ReadableFault } from '../domain/readable-fault.ts'
import { second } from '../domain/time.ts'
import { defaultLimits, type HttpLimits } from '../http/limits.ts'
import type { Lookup } from '../outbound/dial.ts'
import { strangersLookup } from '../outbound/strangers.ts'
import { platforms as allPlatforms } from '../platforms/index.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { isAway } from '../store/engine/away.ts'
import { DatabaseFault, reasonOf } from '../store/engine/database.ts'
import { build } from '../system/version.ts'
import type { Config } from './config.ts'
import { openParts, type Stoppable } from './open-parts.ts'
import type { Roles } from './roles.ts'
import { healthOf, startServing } from './serve.ts'
import { serveHealth } from './serve-health.ts'
import { setUpOwner } from './set-up.ts'
import { watchSchema } from './watch-schema.ts'
import { startWork } from './work.ts'

export interface App {
  /** The address of the API; null in a process without it. */
  readonly address: string | null
  /** The owner's key, if this start created it. */
  readonly ownerKey: string | null
  /** The link that lets somebody become the owner; null if there is an owner. */
  readonly setupLink: string | null
  /** Where the simulated platforms listen; null if there are none. */
  readonly sandbox: string | null
  /** A sample video among the owner's uploads, if this process runs the simulated platforms. */
  readonly sample: string | null
  /** Resolves if another process changes the database so that this one can no longer use it. */
  readonly unusable: Promise<DatabaseFault>
  /** Stops in order: first it reports that it is not ready, then requests and jobs end, then everything is closed. */
  readonly stop: () => Promise<void>
}

/** Parts that tests and benchmarks replace. */
export interface StartOptions {
  readonly limits?: HttpLimits
  readonly platforms?: readonly Platform[]
  /** Looks up host names that users have chosen. */
  readonly lookup?: Lookup
}

/** When to collect what a start leaves behind: V8 would keep a tenth of the memory at rest until it needs it. */
const untilRest = 3 * second

/** Opens what the roles need, then starts the workers, then the server. Stopping is in the opposite order. */
export async function startApp(
  config: Config,
  roles: Roles,
  { limits = defaultLimits, platforms = allPlatforms, lookup = strangersLookup() }: StartOptions = {},
): Promise<App> {
  const started: Stoppable[] = []
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  try {
    const parts = await openParts(config, roles, { platforms, lookup }, started)
    const { ownerKey, sandbox, sample } = parts
    const setupLink = roles.api ? await setUpOwner(config, parts) : null
    const watch = watchSchema(parts)
    started.push(watch)
    if (roles.worker) started.push(...(await startWork(config, parts)))
    const health = roles.api ? null : await serveHealth(config, parts.log, healthOf(config, parts))
    if (health) started.push(health)
    const address = roles.api ? await startServing(config, roles, parts, limits, started) : null
    // Not earlier: a refused start is one sentence and no log.
    parts.log.info({ commit: build.commit, node: build.node }, 'this process has started')
    for (const remark of parts.remarks) parts.log.warn(remark)
    parts.log.info(parts.databaseWay, 'the database is in use')
    // Exists only with the option `--expose-gc`. An ordinary collection keeps the freed memory for later.
    setTimeout(() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), untilRest).unref()
    return { address, ownerKey, setupLink, sandbox, sample, unusable: watch.unusable, stop }
  } catch (error) {
    await stop()
    throw isAway(error) && !(error instanceof ReadableFault) ? databaseLost(error) : error
  }
}

/** The database was there when the start began. */
const databaseLost = (cause: unknown): DatabaseFault =>
  new DatabaseFault(`The database can’t be used any more: ${reasonOf(cause)}. Check that it runs, and start again.`, {
    cause,
  })
