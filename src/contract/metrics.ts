import { z } from 'zod'
import { time } from './common.ts'

export const metricWindow = z
  .enum(['lifetime', 'rolling_30_days', 'rolling_90_days', 'mixed'])
  .meta({ description: 'The period of the numbers: since publication, or the platform’s own rolling window.' })

const count = z.int().nullable().meta({ description: 'Null if no platform provided it.' })
const available = z.boolean().meta({ description: 'At least one platform provided it.' })
const partial = z.boolean().meta({ description: 'Only some of the platforms provided it.' })

/** The fields of a post's metrics over its platforms. */
export const metricTotals = {
  captured_at: time,
  metric_window: metricWindow,
  views: count,
  views_available: available,
  views_partial: partial,
  impressions: count,
  impressions_available: available,
  impressions_partial: partial,
  reach: count,
  reach_available: available,
  reach_partial: partial,
  likes: count,
  likes_available: available,
  likes_partial: partial,
  comments: count,
  comments_available: available,
  comments_partial: partial,
  shares: count,
  shares_available: available,
  shares_partial: partial,
  saves: count,
  saves_available: available,
  saves_partial: partial,
  clicks: count,
  clicks_available: available,
  clicks_partial: partial,
  engagement: count,
  engagement_available: available,
  engagement_partial: partial,
  display_views: count,
  display_views_available: available,
  display_views_partial: partial,
  engagement_rate: z.number().nullable().meta({ description: 'A fraction: 0.042 is 4.2 %.' }),
  engagement_rate_sample_count: z.int().meta({ description: 'Number of platforms in the rate.' }),
  engagement_rate_partial: z.boolean().meta({ description: 'The rate does not include all platforms.' }),
  engagement_rate_denominator: z
    .enum(['views', 'impressions', 'reach', 'mixed'])
    .nullable()
    .meta({ description: 'The number by which the engagement is divided.' }),
}

const metric = z.int().nullable().meta({ description: 'Null if the platform did not provide it.' })

/** The metrics of one platform’s post. */
export const metrics = {
  views: metric,
  impressions: metric,
  reach: metric,
  likes: metric,
  comments: metric,
  shares: metric,
  saves: metric,
  clicks: metric,
  engagement: metric,
  display_views: metric.meta({ description: '`views` if the platform provides them, otherwise `impressions`.' }),
  engagement_rate: z.number().nullable().meta({ description: 'A fraction: 0.042 is 4.2 %.' }),
}

export const capturedAt = time.nullable().meta({ description: 'Time of the last read; null before the first read.' })

export const platformMetrics = z
  .strictObject({
    platform: z.string(),
    job_id: z.int(),
    platform_post_id: z.string().nullable(),
    platform_post_url: z.string().nullable(),
    ...metrics,
    engagement_rate_base: z
      .enum(['views', 'impressions', 'reach'])
      .nullable()
      .meta({ description: 'The number by which the engagement is divided.' }),
    engagement_rate_base_count: z.int().nullable(),
    metric_window: metricWindow.exclude(['mixed']).nullable(),
    captured_at: capturedAt,
  })
  .meta({ id: 'PlatformMetrics' })
