import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** The duration of requests in seconds, by operation and status. */
  readonly requests: Histogram<'operation' | 'status'>
  /** A number that is read whenever the metrics are requested. */
  readonly watch: (name: string, help: string, read: () => Promise<number>) => void
  /** Numbers that only grow, one for each value of a label; they are read whenever the metrics are requested. */
  readonly watchCounts: (name: string, help: string, label: string, read: () => ReadonlyMap<string, number>) => void
  /** A 1, whose labels say what stays the same. */
  readonly tell: (name: string, help: string, labels: Readonly<Record<string, string>>) => void
  readonly contentType: string
  readonly text: () => Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    requests: new Histogram({
      name: 'polypost_http_request_seconds',
      help: 'Seconds that requests took, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    watch: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read())
        },
      })
    },
    watchCounts: (name, help, label, read) => {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [registry],
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
