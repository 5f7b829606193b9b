import type { HealthCheck } from '../../domain/health-check.ts'
import type { Config } from '../config.ts'
import { addressChecks } from './address-check.ts'
import { type HealthContext, type NamedCheck, type RunCheck, runCheck } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { folderChecks } from './folder-checks.ts'
import { modelChecks } from './model-check.ts'
import { platformCheck } from './platform-checks.ts'
import { storageChecks } from './storage-check.ts'
import { workChecks } from './work-checks.ts'

const instanceChecks: readonly NamedCheck[] = [
  ...folderChecks,
  ...databaseChecks,
  ...addressChecks,
  ...storageChecks,
  ...modelChecks,
  ...workChecks,
]

/** All checks of an instance, or only those of one platform. */
export function checkHealth(
  checked: HealthContext,
  only: string | null = null,
  run: RunCheck = runCheck,
): Promise<readonly HealthCheck[]> {
  const { platforms } = checked
  const ofPlatforms = platforms.filter(({ name }) => only === null || name === only).map(platformCheck)
  const all = only === null ? [...instanceChecks, ...ofPlatforms] : ofPlatforms
  return Promise.all(all.map((check) => run(check, checked)))
}

/** The possible checks of an instance whose database cannot be opened. */
export const checkFolder = (config: Config): Promise<readonly HealthCheck[]> =>
  Promise.all(folderChecks.map((check) => runCheck(check, { config })))
