import { z } from 'zod'
import { analyticsPlans } from '../domain/plans.ts'
import {
  bodyId,
  dayOrTime,
  envelope,
  optionalProfileId,
  platformError,
  profileId,
  profileScope,
  queryCursor,
  queryId,
  queryInteger,
  queryNumberOf,
  queryZone,
  time,
} from './common.ts'
import { capturedAt, metrics, metricTotals, metricWindow, platformMetrics } from './metrics.ts'
import type { Operation } from './operation.ts'
import type { Vocabulary } from './platform-options.ts'
import { postStatus } from './publishing.ts'

/** These totals exist before the first read too, unlike those of a post. */
const totals = { ...metricTotals, metric_window: metricWindow.nullable(), captured_at: capturedAt }

const mediaType = z.enum(['video', 'photo', 'mixed_media', 'text_or_link'])

const group = z
  .strictObject({
    post_id: z.int(),
    batch_id: z.string(),
    profile_id: profileId.meta({ 'x-addition': true }),
    message: z.string(),
    platforms: z.array(z.string()),
    media_type: mediaType,
    status: postStatus,
    created_at: time,
    posted_at: time.nullable(),
    platform_metrics: z.array(platformMetrics),
    ...totals,
  })
  .meta({ id: 'AnalyticsGroup' })

const history = z
  .array(z.strictObject({ ...metrics, captured_at: time }))
  .max(500)
  .meta({ description: 'The latest 500 reads, oldest first.' })

const postAnalytics = z
  .strictObject({
    post_id: z.int(),
    batch_id: z.string(),
    profile_id: profileId.nullable().meta({ description: 'Null if the profile was deleted.' }),
    totals: z.strictObject(totals).meta({ id: 'PostTotals' }),
    platform_metrics: z.array(
      z.strictObject({ ...platformMetrics.shape, history }).meta({ id: 'PlatformMetricsHistory' }),
    ),
  })
  .meta({ id: 'PostAnalytics' })

const snapshot = z
  .strictObject({
    profile_id: profileId,
    days: z.literal([7, 30, 90]),
    since: time,
    platforms: z.array(
      z.strictObject({
        platform: z.string(),
        posts: z.int().meta({ description: 'Number of posts published since `since`.' }),
        measured_posts: z.int().meta({ description: 'Number of these posts that have metrics.' }),
        ...metrics,
        captured_at: capturedAt,
      }),
    ),
  })
  .meta({ id: 'AnalyticsSnapshot' })

const audienceAccount = z
  .strictObject({
    platform: z.string(),
    account_id: z.string(),
    username: z.string().nullable(),
    followers: z.int().nullable().meta({ description: 'Null if the platform does not provide it.' }),
    captured_at: capturedAt,
    history: z
      .array(z.strictObject({ followers: z.int(), captured_at: time }))
      .max(90)
      .meta({ description: 'One count per day, oldest first.' }),
  })
  .meta({ id: 'AudienceAccount' })

const days = queryNumberOf([7, 30, 90], 30)

const sort = z
  .enum([
    'newest',
    'oldest',
    'views',
    'display_views',
    'display_views_asc',
    'likes',
    'likes_asc',
    'comments',
    'comments_asc',
    'engagement',
    'engagement_rate',
    'engagement_rate_asc',
    'clicks',
    'impressions',
  ])
  .default('newest')
  .meta({
    description:
      'Metrics sort highest first, or lowest first with `_asc`. Posts without the metric come last in both cases.',
  })

const snapshotTime = z.iso.datetime({ precision: 0 })

const added = { 'x-addition': true }

const browseQuery = ({ names, additionsIn }: Vocabulary) =>
  z
    .strictObject({
      profile_id: profileScope,
      start_date: z.iso.date().optional().meta({ description: 'Created on or after this UTC date.' }),
      end_date: z.iso.date().optional().meta({ description: 'Created on or before this UTC date.' }),
      from: dayOrTime('`effective_at` is this time or later, or on this day or later.').meta(added),
      to: dayOrTime('`effective_at` is this time or earlier, or on this day or earlier.').meta(added),
      timezone: queryZone,
      platform: z
        .enum(names)
        .optional()
        .meta({
          ...additionsIn(names),
          description: 'At least one job of the group is on this platform. x and twitter are the same platform.',
        }),
      status: z
        .enum(['successful', 'scheduled', 'failed', 'processing', 'partial'])
        .optional()
        .meta({ description: '`processing` also matches queued posts.' }),
      media_type: mediaType.optional(),
      search: z.string().max(200).optional().meta({ description: 'Searches in post texts and batch IDs.' }),
      sort,
      limit: queryInteger({ min: 1, max: 100, fallback: 25 }),
      page: queryInteger({ min: 1, max: 10_000 }).meta({
        description: 'Number of the page. Cannot be combined with `cursor`.',
      }),
      cursor: queryCursor,
      snapshot_at: snapshotTime.optional().meta({
        description:
          'Only with `page`: sorts and shows the metrics of this moment, which is at most one day ago. The first numbered page returns it.',
      }),
    })
    .superRefine(({ page, cursor, snapshot_at, start_date, end_date }, context) => {
      if (start_date !== undefined && end_date !== undefined && start_date > end_date)
        context.addIssue({ code: 'custom', path: ['end_date'], message: 'Must not be before `start_date`.' })
      if (page !== undefined && cursor !== undefined)
        context.addIssue({ code: 'custom', path: ['cursor'], message: 'Send `page` or `cursor`, not both.' })
      if (page === undefined && snapshot_at !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['snapshot_at'],
          message: 'Send `snapshot_at` only together with `page`.',
        })
    })

const exampleMetrics = {
  ...{ views: null, impressions: 1200, reach: null, likes: 34, comments: 5, shares: 7, saves: 2, clicks: 18 },
  ...{ engagement: 66, display_views: 1200, engagement_rate: 0.055, captured_at: '2026-11-02T11:00:00.000Z' },
}

const examplePlatformMetrics = {
  platform: 'x',
  job_id: 102,
  platform_post_id: '1985271234567890123',
  platform_post_url: 'https://x.com/acme/status/1985271234567890123',
  ...exampleMetrics,
  engagement_rate_base: 'impressions',
  engagement_rate_base_count: 1200,
  metric_window: 'lifetime',
}

const exampleTotals = {
  ...exampleMetrics,
  ...{ views_available: false, views_partial: false, impressions_available: true, impressions_partial: false },
  ...{ reach_available: false, reach_partial: false, likes_available: true, likes_partial: false },
  ...{ comments_available: true, comments_partial: false, shares_available: true, shares_partial: false },
  ...{ saves_available: true, saves_partial: false, clicks_available: true, clicks_partial: false },
  ...{ engagement_available: true, engagement_partial: false },
  ...{ display_views_available: true, display_views_partial: false },
  engagement_rate_sample_count: 1,
  engagement_rate_partial: false,
  engagement_rate_denominator: 'impressions',
  metric_window: 'lifetime',
}

const examplePost = {
  post_id: 101,
  batch_id: 'batch_8sK2mQ0vTzR4xLw7NcYb1HdE',
  profile_id: 'k3TfQ9sXb2Lm',
  totals: exampleTotals,
  platform_metrics: [{ ...examplePlatformMetrics, history: [exampleMetrics] }],
}

export const analyticsOperations = (vocabulary: Vocabulary) =>
  ({
    browseAnalytics: {
      method: 'GET',
      path: '/analytics/posts',
      tag: 'analytics',
      summary: 'Browse the metrics of a profile’s posts',
      returns: 'A page of posts with their metrics.',
      description:
        'Returns the groups of the profile’s whole history. Each metric is the latest saved total of its post, even if you filter by date. Without `page` and `cursor`, the response is the first page of cursor paging, and each cursor contains its own snapshot. For numbered paging, send `page`, and from the second page on also the `snapshot_at` of the first page. Both kinds of paging can continue for one day. Several profiles are read with cursors only: numbered pages need one profile. A group that was deleted in the meantime is missing from its page. `status`, `platform` and `search` filter by the current state of the posts: if it changes between two requests, numbered pages shift and cursor pages do not.',
      scope: 'read',
      plans: analyticsPlans,
      query: browseQuery(vocabulary),
      response: envelope(
        z.strictObject({
          groups: z.array(group).max(100),
          page: z.int().nullable().meta({ description: 'Null with cursor paging.' }),
          total_pages: z.int(),
          limit: z.int(),
          total: z.int().meta({ description: 'Number of matching groups on all pages.' }),
          snapshot_at: snapshotTime.nullable().meta({ description: 'Null with cursor paging.' }),
          next_cursor: z.string().nullable().meta({ description: 'Null on the last page and with numbered paging.' }),
        }),
      ),
      errors: ['invalid_cursor'],
      example: {
        query: { start_date: '2026-11-01', platform: 'x', sort: 'display_views', page: '1' },
        response: {
          status: 'ok',
          data: {
            groups: [
              {
                post_id: examplePost.post_id,
                batch_id: examplePost.batch_id,
                profile_id: examplePost.profile_id,
                message: 'The autumn range is here.',
                platforms: ['x'],
                media_type: 'photo',
                status: 'successful',
                created_at: '2026-11-02T09:00:00.000Z',
                posted_at: '2026-11-02T09:00:03.000Z',
                platform_metrics: [examplePlatformMetrics],
                ...exampleTotals,
              },
            ],
            page: 1,
            total_pages: 1,
            limit: 25,
            total: 1,
            snapshot_at: '2026-11-02T12:00:00Z',
            next_cursor: null,
          },
        },
      },
    },
    getAnalytics: {
      method: 'GET',
      path: '/analytics',
      tag: 'analytics',
      summary: 'Read the metrics of a post, or a summary of a profile',
      returns: 'The metrics of the post, or the summary of the profile.',
      description:
        'With `post_id`: the latest metrics of this post and their history. Without `post_id`: for each platform, the sums over all posts that were published in the last `days` days.',
      scope: 'read',
      plans: analyticsPlans,
      query: z
        .strictObject({
          post_id: queryId('post', 'ID of a post or of any of its jobs.').optional(),
          profile_id: profileId.optional().meta({
            description:
              'ID of a connection profile. Default: the profile of the post, or the default profile if there is no `post_id`.',
          }),
          days,
        })
        .superRefine(({ post_id, days }, context) => {
          if (post_id !== undefined && days !== undefined)
            context.addIssue({ code: 'custom', path: ['days'], message: 'Send `post_id` or `days`, not both.' })
        }),
      response: envelope(z.union([postAnalytics, snapshot])),
      example: { query: { post_id: '101' }, response: { status: 'ok', data: examplePost } },
      addition: true,
    },
    refreshAnalytics: {
      method: 'POST',
      path: '/analytics/refresh',
      tag: 'analytics',
      summary: 'Refresh the metrics of a post',
      returns: 'The metrics of the post as they were read now, and the platforms that could not be read.',
      description:
        'Reads the metrics from the platforms now, at most once every 5 minutes per post. `platform_errors` lists platforms that could not be read; they keep their last metrics. If no platform could be read, the request fails.',
      scope: 'write',
      plans: analyticsPlans,
      body: z.strictObject({ post_id: bodyId('post', 'ID of a post or of any of its jobs.') }),
      response: envelope(z.strictObject({ ...postAnalytics.shape, platform_errors: z.array(platformError) })),
      errors: ['not_published', 'platform_not_connected', 'reconnect_required', 'platform_error'],
      example: { body: { post_id: 101 }, response: { status: 'ok', data: { ...examplePost, platform_errors: [] } } },
      addition: true,
    },
    getAudience: {
      method: 'GET',
      path: '/audience',
      tag: 'analytics',
      summary: 'Read the follower counts of a profile',
      returns: 'The follower counts of the connected accounts.',
      description:
        'Returns the latest count of each connected account, and one count for each of the last `days` days.',
      scope: 'read',
      query: z.strictObject({ profile_id: optionalProfileId, days }),
      response: envelope(
        z.strictObject({ profile_id: profileId, days: z.literal([7, 30, 90]), accounts: z.array(audienceAccount) }),
      ),
      example: {
        response: {
          status: 'ok',
          data: {
            profile_id: examplePost.profile_id,
            days: 30,
            accounts: [
              {
                platform: 'bluesky',
                account_id: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
                username: 'acme.example',
                followers: 812,
                captured_at: '2026-11-02T06:00:00.000Z',
                history: [
                  { followers: 805, captured_at: '2026-11-01T06:00:00.000Z' },
                  { followers: 812, captured_at: '2026-11-02T06:00:00.000Z' },
                ],
              },
            ],
          },
        },
      },
      addition: true,
    },
  }) as const satisfies Record<string, Operation>
