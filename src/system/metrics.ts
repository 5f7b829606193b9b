import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A value for each combination of labels. Labels are names of platforms, outcomes and codes, never IDs. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** One number, or one for each value of labels; null: it is not known now, and left out. */
export type MetricValue = number | readonly Sample[] | null

export interface Metrics {
  /** The duration of requests in seconds, by operation and status. */
  readonly requests: Histogram<'operation' | 'status'>
  /** Counts what happens in this process. */
  readonly count: Counts
  /** Numbers that are read whenever the metrics are requested. */
  readonly watch: (
    about: { readonly name: string; readonly help: string; readonly labels?: readonly string[] },
    read: () => Promise<MetricValue>,
  ) => void
  /** Numbers that only grow, one for each value of a label; they are read whenever the metrics are requested. */
  readonly watchCounts: (name: string, help: string, label: string, read: () => ReadonlyMap<string, number>) => void
  /** A 1, whose labels say what stays the same. */
  readonly tell: (name: string, help: string, labels: Readonly<Record<string, string>>) => void
  readonly contentType: string
  readonly text: () => Promise<string>
}

export interface EndedJob {
  readonly platform: string
  readonly environment: string
  readonly outcome: 'completed' | 'failed' | 'action_required' | 'retrying' | 'cancelled'
  /** The code of a failure, of what is retried, or of what a person has to do. */
  readonly error: string | null
  /** Since it was due; null where that tells nothing about this service. */
  readonly seconds: number | null
}

export interface PlatformCall {
  readonly platform: string
  /** The purpose of the call. */
  readonly operation: string
  /** Null: there was no response. */
  readonly status: number | null
  readonly seconds: number
}

export interface Counts {
  readonly jobEnded: (job: EndedJob) => void
  readonly platformCalled: (call: PlatformCall) => void
  readonly platformLimited: (platform: string) => void
  readonly deliveryEnded: (outcome: string) => void
  readonly modelCalled: (purpose: string, outcome: string) => void
  readonly signInRefused: (kind: string) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    requests: new Histogram({
      name: 'polypost_http_request_seconds',
      help: 'Seconds that requests took, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
      registers,
    }),
    count: createCounts(registers),
    watch: ({ name, help, labels = [] }, read) => {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          const reading = await read()
          this.reset()
          // Without labels it would be 0 now.
          if (labels.length === 0) this.remove()
          for (const { labels: named, value } of samplesOf(reading)) this.set(named, value)
        },
      })
    },
    watchCounts: (name, help, label, read) => {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset()
          for (const [value, count] of read()) this.inc({ [label]: value }, count)
        },
      })
    },
    tell: (name, help, labels) => {
      new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] }).set(labels, 1)
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

const samplesOf = (reading: MetricValue): readonly Sample[] =>
  typeof reading === 'number' ? [{ labels: {}, value: reading }] : (reading ?? [])

function createCounts(registers: Registry[]): Counts {
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help: `${help}, since the start of this process.`, labelNames, registers })
  const seconds = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames: ['platform'], buckets, registers })

  const ended = counter('polypost_jobs_ended_total', 'Ends of work on jobs', 'platform', 'environment', 'outcome')
  const took = seconds(
    'polypost_job_seconds',
    'Seconds from when a job was due until it was published, had failed, or waited for a person.',
    [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800],
  )
  const failures = counter('polypost_job_failures_total', 'Jobs that failed', 'platform', 'error')
  const calls = counter('polypost_platform_calls_total', 'Calls to platforms', 'platform', 'operation', 'status')
  const waited = seconds(
    'polypost_platform_call_seconds',
    'Seconds until the response of a platform began, or there was none.',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
  )
  const limited = counter(
    'polypost_platform_limited_total',
    'Calls that a rate limit of a platform refused',
    'platform',
  )
  const deliveries = counter('polypost_deliveries_ended_total', 'Ends of attempts at deliveries', 'outcome')
  const models = counter('polypost_model_calls_total', 'Questions to the language model', 'purpose', 'outcome')
  const signIns = counter('polypost_sign_ins_refused_total', 'Sign-ins that were refused', 'kind')

  return {
    jobEnded: ({ platform, environment, outcome, error, seconds }) => {
      ended.inc({ platform, environment, outcome })
      if (outcome === 'failed') failures.inc({ platform, error: error ?? 'unknown' })
      if (seconds !== null) took.observe({ platform }, seconds)
    },
    platformCalled: ({ platform, operation, status, seconds }) => {
      calls.inc({ platform, operation, status: status === null ? 'none' : `${Math.floor(status / 100)}xx` })
      waited.observe({ platform }, seconds)
    },
    platformLimited: (platform) => limited.inc({ platform }),
    deliveryEnded: (outcome) => deliveries.inc({ outcome }),
    modelCalled: (purpose, outcome) => models.inc({ purpose, outcome }),
    signInRefused: (kind) => signIns.inc({ kind }),
  }
}
