import type { Accounts } from '../accounts/accounts.ts'
import type { InboxPolicy } from '../accounts/inbox-policy.ts'
import { unavailable } from '../contract/errors.ts'
import { createPasswords, type Passwords } from '../crypto/password.ts'
import type { MediaHost } from '../media/host.ts'
import type { Storage } from '../media/storage/storage.ts'
import type { ModelFor } from '../model/model.ts'
import type { Lookup } from '../outbound/dial.ts'
import { withScopeChecks } from '../platforms/shared/check-scopes.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { createWaker, type Waker } from '../store/engine/wake.ts'
import { type Clock, systemClock } from '../system/clock.ts'
import { createLog, type Log } from '../system/log.ts'
import { createMetrics, type Metrics } from '../system/metrics.ts'
import { createPace, type Pace } from '../system/pace.ts'
import { build } from '../system/version.ts'
import { createVitals, type Vitals } from '../system/vitals.ts'
import { keepSample } from '../usecases/media/keep-sample.ts'
import { checkBucket, mediaFault } from './check-bucket.ts'
import type { Config } from './config.ts'
import { type DatabaseWay, databaseWayOf, wakeWayOf } from './database-way.ts'
import {
  inboxOf,
  measuredPlatforms,
  offeredPlatforms,
  openAccounts,
  type PlatformsSettings,
  platformSettings,
} from './open-accounts.ts'
import { openMedia } from './open-media.ts'
import { openModel } from './open-model.ts'
import { pagesOfSandbox, sampleVideo, startSandbox, wantsSandbox } from './open-sandbox.ts'
import { openStore, type Store } from './open-store.ts'
import { type Roles, roleOf } from './roles.ts'
import { holdIfRestored, stayCurrent } from './stay-current.ts'
import { watchTimeline } from './watch-timeline.ts'

export interface Stoppable {
  readonly stop: () => Promise<void> | void
}

/** Objects that workers and requests share. Each is created once, here. */
export interface Parts extends Pick<Store, 'database' | 'sealer' | 'ownerKey'> {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly passwords: Passwords
  /** Looks up host names that users have chosen. */
  readonly lookup: Lookup
  readonly pace: Pace
  readonly platforms: readonly Platform[]
  /** Those that can be connected and posted to. */
  readonly offered: readonly Platform[]
  /** The platforms whose followers and posts are read in the background. */
  readonly measured: readonly Platform[]
  /** Whose comments are read in the background. */
  readonly inbox: InboxPolicy
  readonly media: MediaHost
  readonly storage: Storage
  readonly accounts: Accounts
  readonly languageModel: ModelFor
  readonly waker: Waker
  readonly databaseWay: DatabaseWay
  readonly vitals: Vitals
  /** Where the simulated platforms listen; null if there are none. */
  readonly sandbox: string | null
  /** Where browsers reach their pages, if that is at another address. */
  readonly sandboxPages: string | null
  readonly sample: string | null
  /** Sentences for the log about settings that have the names of earlier versions. */
  readonly remarks: readonly string[]
}

export async function openParts(
  config: Config,
  roles: Roles,
  { platforms: given, lookup }: { readonly platforms: readonly Platform[]; readonly lookup: Lookup },
  started: Stoppable[],
): Promise<Parts> {
  const clock = systemClock
  const pretty = config.logFormat === 'pretty' || (config.logFormat === 'auto' && process.stdout.isTTY)
  const log = createLog({ level: config.logLevel, pretty, role: roleOf(roles) })
  const metrics = createMetrics()
  metrics.tell('polypost_build_info', 'What this process runs: its version, commit, Node and role.', {
    ...build,
    commit: build.commit ?? '',
    role: roleOf(roles),
  })
  const pace = createPace(config.timeScale)
  const platforms = given.map(withScopeChecks)
  const settings = platformSettings(config, platforms)
  const offered = offeredPlatforms(config, platforms)
  const measured = measuredPlatforms(config, platforms)
  const inbox = inboxOf(config, platforms)

  const store = await openStore(config, clock, { locks: true, migrates: true })
  const { database, server, secrets, sealer, ownerKey } = store
  started.push({ stop: store.close })
  const wakeWay = wakeWayOf(config, server)
  const databaseWay = databaseWayOf(server, wakeWay)
  const directory = config.dataDir
  await holdIfRestored({ database, directory })
  started.push(await stayCurrent({ database, directory, log }))
  if (server) started.push(watchTimeline({ database, log }, server.pooled))
  const { media, storage } = await openMedia(config, { clock, log, lookup, secrets })
  await checkBucket(config, { storage, log })
  const sandbox = await openSandbox(config, roles, { clock, log, platforms, settings }, started)
  const sample =
    roles.sandbox && sandbox !== null
      ? await keepSample({ database, media, clock }, sampleVideo).catch((error: unknown) => {
          throw mediaFault(config, error)
        })
      : null
  const sandboxPages = sandbox === null ? null : pagesOfSandbox(config)
  const accounts = openAccounts(config, {
    database,
    sealer,
    clock,
    log,
    metrics,
    platforms,
    settings,
    sandboxOrigin: sandbox,
    sandboxPages,
    lookup,
  })
  const languageModel = openModel(config, { database, clock, pace, log, metrics, sandboxOrigin: sandbox })
  const waker = createWaker(database, wakeWay, log)
  started.push(waker)

  return {
    clock,
    log,
    metrics,
    passwords: createPasswords(() => unavailable('Too many people are signing in. Try again in a few seconds.')),
    lookup,
    pace,
    platforms,
    offered,
    measured,
    inbox,
    database,
    sealer,
    ownerKey,
    media,
    storage,
    accounts,
    languageModel,
    waker,
    databaseWay,
    vitals: createVitals(pace),
    sandbox,
    sandboxPages,
    sample,
    remarks: settings.remarks,
  }
}

/** Starts the simulated platforms if this process has that role, and returns where they listen. */
async function openSandbox(
  config: Config,
  { sandbox: own }: Roles,
  { settings, ...deps }: Pick<Parts, 'clock' | 'log' | 'platforms'> & { readonly settings: PlatformsSettings },
  started: Stoppable[],
): Promise<string | null> {
  if (!wantsSandbox(config, { allInOne: own !== undefined, apps: settings.apps })) return null
  if (own === undefined) return `http://127.0.0.1:${config.sandboxPort}`
  const sandbox = await startSandbox(config, { ...deps, ...own })
  started.push(sandbox)
  return sandbox.address
}
