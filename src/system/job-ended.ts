import type { Log } from './log.ts'
import type { EndedJob, Metrics } from './metrics.ts'

/** The data of a job that is logged: IDs and codes, never its text. */
interface Job extends Pick<EndedJob, 'platform' | 'environment'> {
  readonly id: number
  readonly post_id: number
  readonly user_id: number
  readonly profile_id: string
  readonly attempts: number
  readonly scheduled_for: number
  readonly started_at: number | null
}

interface End extends Pick<EndedJob, 'outcome'> {
  readonly error?: string
  /** In milliseconds since 1970. */
  readonly at: number
  /** It ended when a person wanted it to, so the time that it took tells nothing. */
  readonly byPerson?: true
}

/** Logs and counts how the work on a job has ended. Call it after the commit: a transaction may run more than once. */
export function tellJobEnded(
  { log, metrics }: { readonly log: Log; readonly metrics: Pick<Metrics, 'count'> },
  job: Job,
  { outcome, error, at, byPerson }: End,
): void {
  const { id, post_id, user_id, profile_id, platform, environment, attempts, scheduled_for, started_at } = job
  const isMeasured = outcome !== 'retrying' && outcome !== 'cancelled' && !byPerson
  const seconds = isMeasured ? Math.max(0, at - scheduled_for) / 1000 : null
  metrics.count.jobEnded({ platform, environment, outcome, error: error ?? null, seconds })
  log.info(
    {
      ...{ job_id: id, post_id, user_id, profile_id, platform, environment, outcome, error, attempts },
      ...(started_at !== null && {
        late_ms: Math.max(0, started_at - scheduled_for),
        took_ms: Math.max(0, at - started_at),
      }),
    },
    'job ended',
  )
}
