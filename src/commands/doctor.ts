import type { Command } from 'commander'
import { readConfig } from '../app/config.ts'
import { databaseWayOf, wakeWayOf } from '../app/database-way.ts'
import { checkHealth } from '../app/health/checks.ts'
import { openAccounts, platformSettings } from '../app/open-accounts.ts'
import { openMedia } from '../app/open-media.ts'
import { type CheckStatus, type HealthCheck, worstOf } from '../domain/health-check.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import { strangersLookup } from '../outbound/strangers.ts'
import { platforms as allPlatforms } from '../platforms/index.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { systemClock as clock } from '../system/clock.ts'
import { createLog } from '../system/log.ts'
import { CommandFault } from './fault.ts'
import { withStore } from './with-store.ts'

const platforms: readonly Platform[] = allPlatforms
const marks: Readonly<Record<CheckStatus, string>> = { ok: '✓', warning: '!', error: '✗' }

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .argument('[platform]', 'check only this platform')
    .option('--json', 'print JSON')
    .description('check this instance, and say what to do; ends with 1 if something does not work')
    .action(doctor)
}

async function doctor(asked: string | undefined, { json = false }: { readonly json?: boolean }): Promise<void> {
  const only = asked === undefined ? null : platforms.find(({ name, aliases }) => [name, ...aliases].includes(asked))
  if (only === undefined)
    throw new CommandFault(
      `There is no platform ${asked}. The platforms are ${platforms.map(({ name }) => name).join(', ')}.`,
    )
  const config = readConfig(process.env)
  const log = createLog({ level: 'silent', pretty: false })
  const lookup = strangersLookup()
  await withStore(async ({ database, sealer, secrets, server }) => {
    const { storage } = await openMedia(config, { clock, log, lookup, secrets })
    const settingsOf = platformSettings(config, platforms)
    const accounts = openAccounts(config, {
      database,
      sealer,
      clock,
      log,
      platforms,
      settingsOf,
      sandboxOrigin: null,
      lookup,
    })
    const http = createHttpClient({ exceptions: config.allowedAddresses, lookup })
    const databaseWay = databaseWayOf(server, wakeWayOf(config, server))
    const checks = await checkHealth(
      { config, database, sealer, clock, platforms, accounts, storage, http, databaseWay },
      only?.name ?? null,
    )
    console.log(json ? JSON.stringify({ status: worstOf(checks), checks }, null, 2) : checks.map(line).join('\n'))
    process.exitCode = worstOf(checks) === 'error' ? 1 : 0
  })
}

const line = ({ status, summary, remedy }: HealthCheck): string =>
  `${marks[status]} ${summary}${remedy === null ? '' : `\n    ${remedy}`}`
