import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { day, second } from '../domain/time.ts'
import { type Gauges, readGauges } from '../store/gauges.ts'
import type { MetricValue, Sample } from '../system/metrics.ts'
import type { Config } from './config.ts'
import { readLastBackup } from './data-dir.ts'
import type { Parts } from './open-parts.ts'

/** All scrapes in this time share the answers of the database. */
const shared = 15 * second
/** A scrape must not fail because the database is silent: it leaves its numbers out. */
const patience = 5 * second
/** As in the health checks. */
const soon = 7 * day

type GaugeServices = Pick<Parts, 'database' | 'clock' | 'pace' | 'log' | 'metrics' | 'vitals'> & {
  readonly config: Config
}

/** Adds what is read whenever the metrics are requested. */
export function watchGauges({ config, ...parts }: GaugeServices): void {
  const { metrics, vitals } = parts
  const ask = questions(parts)
  const watch = (name: string, help: string, read: (gauges: Gauges) => MetricValue, labels: readonly string[] = []) =>
    metrics.watch({ name, help, labels }, async () => {
      const gauges = await ask()
      return gauges && read(gauges)
    })
  watch(
    'polypost_jobs',
    'Jobs that are due and wait for a worker, that workers have, and that wait for a person; at most 10,000 of each are counted.',
    ({ jobs: { due, underWay, actionRequired } }) =>
      samples('state', { due, under_way: underWay, action_required: actionRequired }),
    ['state'],
  )
  watch(
    'polypost_oldest_overdue_job_seconds',
    'How long the longest overdue job has waited.',
    ({ oldestOverdueJob }) => oldestOverdueJob / second,
  )
  watch(
    'polypost_oldest_due_account_seconds',
    'How long the account with due work has waited for a worker that has waited for longest.',
    ({ oldestDueAccount }) => oldestDueAccount / second,
  )
  watch(
    'polypost_oldest_due_endpoint_seconds',
    'How long the endpoint with due work has waited for a worker that has waited for longest.',
    ({ oldestDueEndpoint }) => oldestDueEndpoint / second,
  )
  watch(
    'polypost_oldest_delivery_seconds',
    'How long the longest overdue delivery has waited, without those to endpoints that are paused.',
    ({ oldestDelivery }) => oldestDelivery / second,
  )
  watch('polypost_held', '1 while the database is held and nothing is published.', ({ isHeld }) => (isHeld ? 1 : 0))
  watch(
    'polypost_webhooks',
    'Webhooks whose last attempts have failed, and those that are disabled.',
    ({ webhooks: { failing, disabled } }) => samples('state', { failing, disabled }),
    ['state'],
  )
  watch(
    'polypost_accounts',
    'Connected accounts on real platforms: that work, that need a new sign-in, and whose login ends within 7 days; at most 100,000 are counted.',
    ({ accounts }) =>
      accounts.flatMap(({ platform, connected, needsReconnect, ending }) =>
        samples('status', { connected, needs_reconnect: needsReconnect, ending }, { platform }),
      ),
    ['platform', 'status'],
  )
  for (const direction of ['input', 'output'] as const)
    watch(
      `polypost_model_${direction}_tokens`,
      `Tokens of ${direction} that the language model has counted, for all profiles, since the first day.`,
      ({ modelTokens }) => modelTokens[direction],
    )
  watchOwn(config, parts)
  metrics.watchCounts(
    'polypost_claims_failed_total',
    'Claims of due work that failed, since the start of this process.',
    'queue',
    vitals.failedClaims,
  )
  metrics.watchCounts(
    'polypost_writes_retried_total',
    'Results of work that could not be stored and were tried again, since the start of this process.',
    'what',
    vitals.retriedWrites,
  )
  metrics.watchCounts(
    'polypost_leases_lost_total',
    'Work that this process has lost to another, or might have, since its start.',
    'queue',
    vitals.lostLeases,
  )
}

/** Metrics that do not come from a statement. */
function watchOwn({ dataDir, mediaS3 }: Config, { metrics, database, clock }: Omit<GaugeServices, 'config'>): void {
  const folders = { data: dataDir, ...(mediaS3 === null && { media: join(dataDir, 'media') }) }
  metrics.watch(
    { name: 'polypost_disk_free_bytes', help: 'Free space of the disks of this process.', labels: ['place'] },
    async () => {
      const found = await Promise.all(
        Object.entries(folders).map(async ([place, folder]) => [place, await freeIn(folder)]),
      )
      return samples('place', Object.fromEntries(found.filter(([, free]) => free !== null)))
    },
  )
  metrics.watch(
    {
      name: 'polypost_database_connections',
      help: 'Connections of this process to PostgreSQL: in use, idle, and statements that wait for one.',
      labels: ['state'],
    },
    async () => {
      const connections = database.connections()
      return connections && samples('state', { ...connections })
    },
  )
  metrics.watch(
    {
      name: 'polypost_last_backup_seconds',
      help: 'How long ago “polypost backup” made its last copy; left out if it never did.',
    },
    async () => {
      const at = database.kind === 'sqlite' ? await readLastBackup(dataDir) : null
      return at === null ? null : Math.max(0, clock.now() - at) / second
    },
  )
}

const freeIn = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )

const samples = (label: string, values: Readonly<Record<string, number>>, more: Sample['labels'] = {}): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { ...more, [label]: name }, value }))

/** Asks the database once for all scrapes of some time; null: it gave no answer. */
function questions({ database, clock, pace, log }: Pick<GaugeServices, 'database' | 'clock' | 'pace' | 'log'>) {
  let asked: { readonly at: number; readonly answer: Promise<Gauges | null> } | null = null

  function ask(): Promise<Gauges | null> {
    const answer = readGauges(database.readLong, { endsBefore: clock.now() + soon }).catch((err: unknown) => {
      log.warn({ err }, 'the database could not be read for the metrics')
      return null
    })
    return Promise.race([answer, sleep(patience, null, { ref: false })])
  }

  return (): Promise<Gauges | null> => {
    const now = performance.now()
    if (asked === null || now - asked.at >= pace(shared)) asked = { at: now, answer: ask() }
    return asked.answer
  }
}
