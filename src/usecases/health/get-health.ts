import { worstOf } from '../../domain/health-check.ts'
import type { UseCase } from '../context.ts'

export const getHealth: UseCase<'getHealth'> = async ({ health }) => {
  const checks = await health()
  return { status: 'ok', data: { status: worstOf(checks), checks: [...checks] } }
}
