import { z } from 'zod'
import { analyticsPlans } from '../domain/plans.ts'
import { weekdays } from '../domain/weekdays.ts'
import { envelope, profileId, profileScope, queryZone } from './common.ts'
import { capturedAt, metrics } from './metrics.ts'
import type { Operation } from './operation.ts'

const maxDays = 366
const day = 24 * 60 * 60_000
const [firstDay, lastDay] = ['2000-01-01', '2099-12-31']

const queryDay = (description: string) =>
  z.iso
    .date()
    .refine((text) => text >= firstDay && text <= lastDay, `Must be a date from ${firstDay} to ${lastDay}.`)
    .meta({ description })

const query = z
  .strictObject({
    profile_id: profileScope,
    from: queryDay('The first day.'),
    to: queryDay(`The last day. At most ${maxDays} days with the first one.`),
    timezone: queryZone,
  })
  .superRefine(({ from, to }, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message })
    if (to < from) fault('Must not be before `from`.')
    if (Date.parse(to) - Date.parse(from) >= maxDays * day) fault(`At most ${maxDays} days in all.`)
  })

const { engagement_rate, ...counts } = metrics
const told = z.int()

const sums = {
  posts: z.int().meta({ description: 'Number of posts.' }),
  publications: z.int().meta({ description: 'The same, but a post counts once for each of its platforms.' }),
  measured_publications: z.int().meta({ description: 'Number of publications that have metrics.' }),
  ...counts,
  engagement_rate,
  told: z
    .strictObject({
      ...{ views: told, impressions: told, reach: told, likes: told, comments: told, shares: told },
      ...{ saves: told, clicks: told, engagement: told, display_views: told, engagement_rate: told },
    })
    .meta({
      id: 'AnalyticsTold',
      description: 'In how many publications the platform provided each metric. A sum of fewer than all is partial.',
    }),
}

const summed = z.strictObject(sums).meta({ id: 'AnalyticsSums' })
const date = z.iso.date()

const stretch = {
  from: date,
  to: date,
  total: summed,
  days: z
    .array(z.strictObject({ date, ...sums }))
    .max(maxDays)
    .meta({ description: 'Every day, oldest first.' }),
}

const exampleSums = {
  ...{ posts: 1, publications: 2, measured_publications: 2 },
  ...{ views: null, impressions: 1200, reach: null, likes: 38, comments: 5, shares: 7, saves: null, clicks: null },
  ...{ engagement: 50, display_views: 1200, engagement_rate: 0.0383 },
  told: {
    ...{ views: 0, impressions: 1, reach: 0, likes: 2, comments: 2, shares: 2, saves: 0, clicks: 0 },
    ...{ engagement: 2, display_views: 1, engagement_rate: 1 },
  },
}

const exampleStretch = (from: string) => ({
  ...{ from, to: from, total: exampleSums },
  days: [{ date: from, ...exampleSums }],
})

export const analyticsSummaryOperations = {
  summarizeAnalytics: {
    method: 'GET',
    path: '/analytics/summary',
    tag: 'analytics',
    summary: 'Sum up the metrics of some days',
    returns: 'The sums of the days, by platform and by day.',
    description:
      'Adds up the posts whose `effective_at` is within these days: by day, platform, weekday, hour and label, and in the same number of days before. Each metric is the latest saved one of its post. It counts for the day of the post, however much later somebody saw the post. A platform, weekday, hour or label without a post is missing. A post with two labels counts for both.',
    scope: 'read',
    plans: analyticsPlans,
    query,
    response: envelope(
      z.strictObject({
        profile_id: profileId.nullable().meta({ description: 'Null for several profiles.' }),
        timezone: z.string(),
        captured_at: capturedAt,
        ...stretch,
        before: z.strictObject(stretch).meta({ id: 'AnalyticsStretch' }),
        platforms: z.array(z.strictObject({ platform: z.string(), ...sums })),
        weekdays: z.array(z.strictObject({ weekday: z.enum(weekdays), ...sums })).max(7),
        hours: z.array(z.strictObject({ hour: z.int().min(0).max(23), ...sums })).max(24),
        labels: z.array(z.strictObject({ id: z.int(), name: z.string(), ...sums })),
      }),
    ),
    example: {
      query: { from: '2026-11-02', to: '2026-11-02', timezone: 'Europe/Warsaw' },
      response: {
        status: 'ok',
        data: {
          profile_id: 'k3TfQ9sXb2Lm',
          timezone: 'Europe/Warsaw',
          captured_at: '2026-11-02T11:00:00.000Z',
          ...exampleStretch('2026-11-02'),
          before: exampleStretch('2026-11-01'),
          platforms: [{ platform: 'x', ...exampleSums }],
          weekdays: [{ weekday: 'monday', ...exampleSums }],
          hours: [{ hour: 10, ...exampleSums }],
          labels: [{ id: 7, name: 'Launch', ...exampleSums }],
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
