import type { AnalyticsSums } from '@polypost/sdk'
import type { MetricName } from '../../data/metrics.ts'

/** Some platform of some post does not tell the number. */
export const isPartial = ({ told, publications }: Pick<AnalyticsSums, 'told' | 'publications'>, metric: MetricName) =>
  told[metric] < publications
