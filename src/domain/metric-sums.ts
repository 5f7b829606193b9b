import { type TotalName, totalNames } from './engagement.ts'

/** Sums over publications: a publication is a post on one of its platforms. */
export interface MetricSums {
  /** Null if no publication has the metric. */
  readonly sums: Readonly<Record<TotalName, number | null>>
  /** How many publications have it. */
  readonly told: Readonly<Record<TotalName, number>>
  readonly posts: number
  readonly publications: number
  readonly measured: number
  /** The numbers from which the engagement rate is computed: of the publications that have one. */
  readonly rated: { readonly publications: number; readonly engagement: number; readonly base: number }
  /** When the latest of them was read; null: none was. */
  readonly capturedAt: number | null
}

const each = <Value>(valueFor: (name: TotalName) => Value): Readonly<Record<TotalName, Value>> =>
  // The list contains every name; TypeScript cannot derive that from a list of pairs.
  Object.fromEntries(totalNames.map((name) => [name, valueFor(name)])) as Record<TotalName, Value>

const noSums: MetricSums = {
  sums: each(() => null),
  told: each(() => 0),
  ...{ posts: 0, publications: 0, measured: 0 },
  rated: { publications: 0, engagement: 0, base: 0 },
  capturedAt: null,
}

/** The sums of parts that have no post in common. */
export const addUp = (parts: readonly MetricSums[]): MetricSums => parts.reduce(plus, noSums)

const plus = (one: MetricSums, other: MetricSums): MetricSums => ({
  sums: each((name) => plusKnown(one.sums[name], other.sums[name])),
  told: each((name) => one.told[name] + other.told[name]),
  posts: one.posts + other.posts,
  publications: one.publications + other.publications,
  measured: one.measured + other.measured,
  rated: {
    publications: one.rated.publications + other.rated.publications,
    engagement: one.rated.engagement + other.rated.engagement,
    base: one.rated.base + other.rated.base,
  },
  capturedAt: latest(one.capturedAt, other.capturedAt),
})

const plusKnown = (one: number | null, other: number | null): number | null =>
  one === null ? other : one + (other ?? 0)

const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)
