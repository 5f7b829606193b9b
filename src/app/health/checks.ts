import type { HealthCheck } from '../../domain/health-check.ts'
import { type Checked, runCheck } from './check.ts'
import { machineChecks } from './machine-checks.ts'
import { platformCheck } from './platform-checks.ts'
import { workChecks } from './work-checks.ts'

/** All checks of an instance, or only those of one platform. */
export function checkHealth(checked: Checked, only: string | null = null): Promise<readonly HealthCheck[]> {
  const { platforms } = checked
  const ofPlatforms = platforms.filter(({ name }) => only === null || name === only).map(platformCheck)
  const all = only === null ? [...machineChecks, ...workChecks, ...ofPlatforms] : ofPlatforms
  return Promise.all(all.map((check) => runCheck(check, checked)))
}
