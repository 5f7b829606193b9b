import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  displayViews,
  type MetricRead,
  type RateBase,
  rateBases,
  rateOf,
  type Totals,
  totalNames,
  totalsOf,
} from '../../src/domain/engagement.ts'
import { type Metrics, metricNames, metricWindows, noMetrics } from '../../src/domain/metrics.ts'

const read = (metrics: Partial<MetricRead>): MetricRead => ({
  ...noMetrics,
  metric_window: 'lifetime',
  captured_at: 1,
  ...metrics,
})

describe('the rate of a platform’s post', () => {
  const cases: readonly (readonly [
    what: string,
    metrics: Partial<Metrics>,
    rate: number | null,
    of: RateBase | null,
  ])[] = [
    ['is of views where they are told', { engagement: 5, views: 100, impressions: 200, reach: 50 }, 0.05, 'views'],
    ['is of impressions where views are not', { engagement: 5, impressions: 200, reach: 50 }, 0.025, 'impressions'],
    ['is of reach where neither is', { engagement: 5, reach: 50 }, 0.1, 'reach'],
    ['is not of what was counted as none', { engagement: 5, views: 0, impressions: 200 }, 0.025, 'impressions'],
    ['is zero where nobody did anything', { engagement: 0, views: 10 }, 0, 'views'],
    ['may be more than one', { engagement: 30, views: 10 }, 3, 'views'],
    ['is none where nothing was seen', { engagement: 0, views: 0, impressions: 0, reach: 0 }, null, null],
    ['is none where nothing is known of what was seen', { engagement: 7 }, null, null],
    ['is none where nothing is known of what was done', { views: 10, likes: 3 }, null, null],
  ]
  for (const [what, metrics, rate, base] of cases)
    test(what, () => {
      assert.deepEqual(rateOf({ ...noMetrics, ...metrics }), {
        engagement_rate: rate,
        engagement_rate_base: base,
        engagement_rate_base_count: base && (metrics[base] ?? null),
      })
    })
})

test('displayed views are the views if reported, zero too, and otherwise the impressions', () => {
  assert.equal(displayViews({ ...noMetrics, views: 0, impressions: 9 }), 0)
  assert.equal(displayViews({ ...noMetrics, impressions: 9 }), 9)
  assert.equal(displayViews({ ...noMetrics, reach: 9 }), null)
})

describe('the totals of a group', () => {
  const cases: readonly (readonly [
    what: string,
    rows: readonly (MetricRead | null)[],
    totals: Partial<{ [N in keyof Totals]: Totals[N] }>,
  ])[] = [
    [
      'of nothing that was read are empty',
      [null, null],
      {
        ...{ views: null, views_available: false, views_partial: false, captured_at: null, metric_window: null },
        ...{ engagement_rate: null, engagement_rate_sample_count: 0, engagement_rate_partial: false },
        engagement_rate_denominator: null,
      },
    ],
    [
      'are sums of the known values, and partial if one is unknown',
      [read({ views: 10, likes: 0 }), read({ likes: 3 }), null],
      {
        ...{ views: 10, views_available: true, views_partial: true },
        ...{ likes: 3, likes_available: true, likes_partial: true },
        ...{ clicks: null, clicks_available: false, clicks_partial: false },
      },
    ],
    [
      'are whole where all tell, and a reported zero is a number',
      [read({ shares: 0 }), read({ shares: 0 })],
      { shares: 0, shares_available: true, shares_partial: false },
    ],
    [
      'display views of one platform beside impressions of another',
      [read({ views: 10, impressions: 99 }), read({ impressions: 5 })],
      { display_views: 15, display_views_partial: false, views: 10, views_partial: true, impressions: 104 },
    ],
    [
      'have the rate that each base weighs, and no part in it for a post without one',
      [
        read({ engagement: 10, views: 100 }),
        read({ engagement: 90, impressions: 300 }),
        read({ engagement: 50 }),
        read({ views: 1_000 }),
      ],
      {
        ...{ engagement_rate: 0.25, engagement_rate_sample_count: 2, engagement_rate_partial: true },
        engagement_rate_denominator: 'mixed',
      },
    ],
    [
      'name the base that all rates share',
      [read({ engagement: 1, reach: 4 }), read({ engagement: 0, reach: 6 })],
      {
        ...{ engagement_rate: 0.1, engagement_rate_sample_count: 2, engagement_rate_partial: false },
        engagement_rate_denominator: 'reach',
      },
    ],
    [
      'are of the window that all share, as of the latest read',
      [read({ metric_window: 'rolling_90_days', captured_at: 5 }), null],
      { metric_window: 'rolling_90_days', captured_at: 5 },
    ],
    [
      'are of mixed windows where these differ',
      [read({ captured_at: 9 }), read({ metric_window: 'rolling_30_days', captured_at: 7 })],
      { metric_window: 'mixed', captured_at: 9 },
    ],
  ]
  for (const [what, rows, expected] of cases)
    test(what, () => {
      const totals = totalsOf(rows)
      const chosen = Object.fromEntries(Object.entries(totals).filter(([name]) => name in expected))
      assert.deepEqual(chosen, expected)
    })

  const count = fc.option(fc.oneof(fc.constant(0), fc.nat(1_000_000)))
  const reads: fc.Arbitrary<MetricRead> = fc.record({
    views: count,
    impressions: count,
    reach: count,
    likes: count,
    comments: count,
    shares: count,
    saves: count,
    clicks: count,
    engagement: count,
    captured_at: fc.nat(),
    metric_window: fc.constantFrom(...metricWindows),
  })

  test('follow the documented rules, whatever the platforms report', () => {
    fc.assert(
      fc.property(fc.array(fc.option(reads), { maxLength: 10 }), (rows) => {
        const { engagement_rate: rate, ...totals } = totalsOf(rows)
        const { engagement_rate: expected, ...rest } = inWords(rows)
        assert.deepEqual(totals, rest)
        if (rate === null || expected === null) assert.equal(rate, expected)
        else assert.ok(Math.abs(rate - expected) <= 1e-9 * Math.max(1, expected), `${rate} ${expected}`)
      }),
      { numRuns: 2_000 },
    )
  })
})

/** A second implementation, one rule after the other in the documented order. */
function inWords(rows: readonly (MetricRead | null)[]): Record<string, unknown> & { engagement_rate: number | null } {
  const totals: Record<string, unknown> = {}
  for (const name of totalNames) {
    let sum: number | null = null
    let suppliers = 0
    for (const row of rows) {
      let value: number | null = null
      if (row !== null && name !== 'display_views') value = row[name]
      if (row !== null && name === 'display_views') value = row.views === null ? row.impressions : row.views
      if (value === null) continue
      suppliers += 1
      sum = (sum ?? 0) + value
    }
    totals[name] = sum
    totals[`${name}_available`] = suppliers > 0
    totals[`${name}_partial`] = suppliers > 0 && suppliers !== rows.length
  }
  let weighted = 0
  let weight = 0
  let samples = 0
  const bases = new Set<string>()
  const windows = new Set<string>()
  let latest: number | null = null
  for (const row of rows) {
    if (row === null) continue
    windows.add(row.metric_window)
    if (latest === null || row.captured_at > latest) latest = row.captured_at
    for (const base of rateBases) {
      const seen = row[base]
      if (row.engagement === null || seen === null || seen === 0) continue
      weighted += (row.engagement / seen) * seen
      weight += seen
      samples += 1
      bases.add(base)
      break
    }
  }
  return {
    ...totals,
    engagement_rate: samples === 0 ? null : weighted / weight,
    engagement_rate_sample_count: samples,
    engagement_rate_partial: samples > 0 && samples < rows.length,
    engagement_rate_denominator: bases.size === 0 ? null : bases.size === 1 ? [...bases][0] : 'mixed',
    metric_window: windows.size === 0 ? null : windows.size === 1 ? [...windows][0] : 'mixed',
    captured_at: latest,
  }
}

test('every metric of a platform has a total', () => {
  assert.deepEqual(totalNames, [...metricNames, 'display_views'])
})
