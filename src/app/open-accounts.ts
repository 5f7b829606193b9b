import { type Accounts, createAccounts } from '../accounts/accounts.ts'
import { appSecretNames, readApps } from '../accounts/app-settings.ts'
import { createApps } from '../accounts/apps.ts'
import { type InboxPolicy, inboxPolicy } from '../accounts/inbox-policy.ts'
import { type PlatformSettings, readPlatformSettings } from '../accounts/settings.ts'
import type { Sealer } from '../crypto/seal.ts'
import type { Lookup } from '../outbound/dial.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import { usualLife } from '../outbound/reusable-connections.ts'
import { lookupFor } from '../outbound/strangers.ts'
import type { DeveloperApp } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { simulatedApp } from '../sandbox/shared/app.ts'
import type { Database } from '../store/engine/database.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Metrics } from '../system/metrics.ts'
import { fillFromFiles } from './config/secret-files.ts'
import { type Config, settingsFault } from './config.ts'

interface Deps {
  readonly database: Database
  readonly sealer: Sealer
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  readonly platforms: readonly Platform[]
  readonly settings: PlatformsSettings
  /** The address of the simulated platforms; null if there are none. */
  readonly sandboxOrigin: string | null
  /** Where browsers reach their pages, if that is at another address. */
  readonly sandboxPages?: string | null
  /** Looks up names that users have chosen, such as those of Bluesky's servers. */
  readonly lookup: Lookup
}

/** The URL to which platforms redirect browsers. It is registered with every developer app. */
const callbackPath = '/oauth/callback'

export interface PlatformsSettings {
  readonly of: (platform: Platform) => PlatformSettings
  /** The developer apps in the environment. */
  readonly apps: Readonly<Record<string, DeveloperApp>>
  /** Sentences for the log about names of earlier versions. */
  readonly remarks: readonly string[]
}

/** The settings of the platforms. Faults are reported like those of other settings. */
export function platformSettings(config: Config, platforms: readonly Platform[]): PlatformsSettings {
  const { given, faults: ofFiles } = fillFromFiles(config.others, appSecretNames(platforms))
  const settings = readPlatformSettings(platforms, given)
  const { apps, faults: ofApps } = readApps(platforms, given)
  const faults = [...ofFiles, ...(settings.type === 'wrong' ? settings.faults : []), ...ofApps]
  if (settings.type === 'wrong' || faults.length > 0) throw settingsFault(faults)
  return { of: settings.of, apps, remarks: settings.remarks }
}

/** The platforms that can be connected and posted to. */
export function offeredPlatforms({ offers }: Config, platforms: readonly Platform[]): readonly Platform[] {
  if (offers === 'all') return platforms
  if (offers === 'interface') return platforms.filter(({ addition }) => !addition)
  refuseUnknown('POLYPOST_PLATFORMS', offers, platforms)
  return platforms.filter(({ name }) => offers.includes(name))
}

/** The platforms whose metrics are read in the background. */
export function measuredPlatforms({ readMetricsOf }: Config, platforms: readonly Platform[]): readonly Platform[] {
  refuseUnknown('POLYPOST_READ_METRICS', readMetricsOf ?? [], platforms)
  return platforms.filter(({ name }) => readMetricsOf === null || readMetricsOf.includes(name))
}

/** The accounts whose comments are read in the background. */
export function inboxOf({ readCommentsOf }: Config, platforms: readonly Platform[]): InboxPolicy {
  if (typeof readCommentsOf !== 'string') refuseUnknown('POLYPOST_READ_COMMENTS', readCommentsOf, platforms)
  return inboxPolicy(readCommentsOf)
}

function refuseUnknown(setting: string, names: readonly string[], platforms: readonly Platform[]): void {
  const unknown = names.filter((name) => !platforms.some((platform) => platform.name === name))
  if (unknown.length > 0) throw settingsFault([`${setting} names no platform by ${unknown.join(', ')}`])
}

/** The accounts on the platforms as the settings describe them. */
export function openAccounts(
  config: Config,
  { sandboxOrigin, sandboxPages = null, lookup: strangers, settings, ...deps }: Deps,
): Accounts {
  const { log, platforms } = deps
  const hosts = platforms.flatMap((platform) => Object.values(settings.of(platform).hosts))
  const lookup = lookupFor(new Set(hosts.map((host) => new URL(host).hostname)), strangers)
  return createAccounts({
    ...deps,
    settingsOf: settings.of,
    redirectUri: config.publicUrl + callbackPath,
    apps: createApps({ ...deps, given: settings.apps }),
    timeScale: config.timeScale,
    client: createHttpClient({ exceptions: config.allowedAddresses, lookup, log, reusableFor: usualLife }),
    sandbox:
      sandboxOrigin === null
        ? null
        : {
            origin: sandboxOrigin,
            pages: sandboxPages,
            app: simulatedApp,
            client: createHttpClient({ exceptions: ['127.0.0.0/8'], log }),
          },
  })
}
