import { worstOf } from '../../domain/health-check.ts'
import { isoTimeOrNull } from '../../system/clock.ts'
import { build } from '../../system/version.ts'
import type { UseCase } from '../context.ts'

export const getHealth: UseCase<'getHealth'> = async ({ health, lastBackup, query }) => {
  const [checks, copiedAt] = await Promise.all([health(query.afresh ?? false), lastBackup()])
  return {
    status: 'ok',
    data: { status: worstOf(checks), ...build, last_backup_at: isoTimeOrNull(copiedAt), checks: [...checks] },
  }
}
