import type { Config } from '../../app/config.ts'
import { databaseWayOf, wakeWayOf } from '../../app/database-way.ts'
import { type HealthContext, operatorClient } from '../../app/health/check.ts'
import { openAccounts, platformSettings } from '../../app/open-accounts.ts'
import { openMedia } from '../../app/open-media.ts'
import { strangersLookup } from '../../outbound/strangers.ts'
import { platforms } from '../../platforms/index.ts'
import { systemClock as clock } from '../../system/clock.ts'
import { createLog, type Log } from '../../system/log.ts'
import { createMetrics } from '../../system/metrics.ts'
import { withStore } from './with-store.ts'

/** Opens what the checks of an instance look at. */
export async function withChecked<T>(
  config: Config,
  work: (checked: HealthContext & { readonly log: Log }) => Promise<T>,
): Promise<T> {
  const log = createLog({ level: 'silent', pretty: false })
  const lookup = strangersLookup()
  return withStore(async ({ database, sealer, secrets, server }) => {
    const { storage } = await openMedia(config, { clock, log, lookup, secrets })
    const settings = platformSettings(config, platforms)
    const metrics = createMetrics()
    const services = { database, sealer, clock, log, metrics, platforms, settings, sandboxOrigin: null, lookup }
    return work({
      config,
      log,
      database,
      sealer,
      clock,
      platforms,
      accounts: openAccounts(config, services),
      storage,
      http: operatorClient(lookup),
      databaseWay: databaseWayOf(server, wakeWayOf(config, server)),
    })
  })
}
