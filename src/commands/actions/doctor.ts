import { type Config, readConfig } from '../../app/config.ts'
import { checkFolder, checkHealth } from '../../app/health/checks.ts'
import { type CheckStatus, type HealthCheck, worstOf } from '../../domain/health-check.ts'
import { ReadableFault } from '../../domain/readable-fault.ts'
import { platforms as allPlatforms } from '../../platforms/index.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { PendingMigrations } from '../../store/engine/migrate.ts'
import { build, buildLine } from '../../system/version.ts'
import { paint } from '../client/print.ts'
import { inCommands } from '../client/route-words.ts'
import { WrongUse } from '../fault.ts'
import { fixAll, type RepairResult } from './fix.ts'
import { withChecked } from './with-checked.ts'

export interface DoctorOptions {
  readonly json?: true
  readonly fix?: true
  readonly yes?: true
}

const platforms: readonly Platform[] = allPlatforms

export async function doctor(asked: string | undefined, { json, fix, yes }: DoctorOptions): Promise<void> {
  const only = asked === undefined ? null : platformNamed(asked)
  const config = readConfig(process.env)
  if (!json) console.log(buildLine)
  let checks = await examine(config, only)
  const mended: RepairResult[] = []
  if (fix) {
    if (!json) print(checks)
    mended.push(...(await fixAll(config, checks, { yes: yes ?? false })))
    if (mended.length > 0) checks = await examine(config, only)
  }
  if (json) console.log(JSON.stringify({ status: worstOf(checks), ...build, checks, mended }, null, 2))
  else {
    for (const { what } of mended) console.log(`${paint('green', '→')} ${what}`)
    if (!fix || mended.length > 0) print(checks)
  }
  process.exitCode = worstOf(checks) === 'error' ? 1 : 0
}

function platformNamed(asked: string): string {
  const found = platforms.find(({ name, aliases }) => [name, ...aliases].includes(asked))
  if (found) return found.name
  throw new WrongUse(
    `There is no platform ${asked}. The platforms are ${platforms.map(({ name }) => name).join(', ')}.`,
  )
}

/** If the database cannot be opened, that is a row of the list, beside what can be checked without it. */
async function examine(config: Config, only: string | null): Promise<readonly HealthCheck[]> {
  try {
    return await withChecked(config, (checked) => checkHealth(checked, only))
  } catch (error) {
    if (!(error instanceof ReadableFault)) throw error
    return [...(await checkFolder(config)), closed(error)]
  }
}

/** A database that cannot be opened. */
function closed(error: ReadableFault): HealthCheck {
  const isOld = error instanceof PendingMigrations
  return {
    id: isOld ? 'migrations' : 'database',
    status: 'error',
    summary: error.message,
    remedy: isOld
      ? 'Update and start the service. Or stop it, and run “polypost doctor --fix”.'
      : 'Mend this first. The other checks need the database.',
    mendable: isOld,
  }
}

const marks: Readonly<Record<CheckStatus, string>> = {
  ok: paint('green', '✓'),
  warning: paint('yellow', '!'),
  error: paint('red', '✗'),
}

function print(checks: readonly HealthCheck[]): void {
  for (const { status, summary, remedy } of checks)
    console.log(`${marks[status]} ${summary}${remedy === null ? '' : `\n    ${inCommands(remedy)}`}`)
}
