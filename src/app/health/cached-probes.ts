import { minute } from '../../domain/time.ts'
import { type HealthContext, type RunCheck, runCheck } from './check.ts'
import { checkHealth } from './checks.ts'

/** How long the answer of another machine counts. */
const counts = minute

type Result = ReturnType<RunCheck>

/** The checks of a service, which many may want: other machines are asked once a minute, unless somebody asks afresh. */
export function createHealth(checked: HealthContext): (afresh: boolean) => ReturnType<typeof checkHealth> {
  const cache = new Map<string, { readonly at: number; readonly result: Result }>()
  const keep = (check: Parameters<RunCheck>[0]): Result => {
    const result = runCheck(check, checked)
    cache.set(check.id, { at: checked.clock.now(), result })
    return result
  }
  return (afresh) =>
    checkHealth(checked, null, (check) => {
      if (!check.asksOthers) return runCheck(check, checked)
      const before = cache.get(check.id)
      const isNew = before !== undefined && checked.clock.now() - before.at < counts
      return isNew && !afresh ? before.result : keep(check)
    })
}
