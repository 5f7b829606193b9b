import { z } from 'zod'
import { cursor, pageSize } from '../fields.ts'
import { defineTool } from '../tool.ts'

const metric = z.number().nullable()

const metrics = {
  views: metric,
  impressions: metric,
  reach: metric,
  likes: metric,
  comments: metric,
  shares: metric,
  saves: metric,
  clicks: metric,
  engagement: metric,
  engagement_rate: metric,
}

type Metrics = Readonly<Record<keyof typeof metrics, number | null>>

export const getAnalytics = (names: readonly string[]) =>
  defineTool({
    name: 'get_analytics',
    title: 'Metrics',
    description:
      'Without post_id: a ranking of the posts of a profile by a metric, 20 per page. With post_id: the metrics of this post. The numbers are the latest that were read. Null means that no platform provides this number, or that nothing was read yet; it does not mean zero.',
    kind: 'reads',
    operation: 'getAnalytics',
    input: z.strictObject({
      post_id: z.int().optional(),
      profile_id: z.string().optional().describe('Default: the default profile.'),
      sort: z
        .enum(['newest', 'views', 'likes', 'comments', 'engagement', 'engagement_rate', 'clicks', 'impressions'])
        .optional()
        .describe('Highest first. Only without post_id. Default: newest.'),
      platform: z.enum(names).optional().describe('Only without post_id.'),
      start_date: z.string().optional().describe('Created on or after this UTC date. Only without post_id.'),
      end_date: z.string().optional(),
      cursor,
    }),
    output: z.strictObject({
      posts: z.array(
        z.strictObject({
          post_id: z.int(),
          message: z.string().nullable().describe('Null with post_id.'),
          posted_at: z.string().nullable().describe('Null with post_id.'),
          read_at: z.string().nullable(),
          ...metrics,
          by_platform: z.array(z.strictObject({ platform: z.string(), url: z.string().nullable(), ...metrics })),
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
    run: async ({ operate, input: { post_id, ...filters } }) => {
      if (post_id !== undefined) {
        const { data } = await operate('getAnalytics', { query: { post_id: String(post_id), ...filters } })
        // The summary of a profile is the response without `post_id`.
        if (!('totals' in data)) throw new Error('The metrics of a post are missing.')
        const { totals, platform_metrics } = data
        const post = { post_id: data.post_id, message: null, posted_at: null, read_at: totals.captured_at }
        return {
          posts: [{ ...post, ...pick(totals), by_platform: platform_metrics.map(ofPlatform) }],
          next_cursor: null,
        }
      }
      const { data } = await operate('browseAnalytics', { query: { ...filters, limit: pageSize } })
      return {
        posts: data.groups.map(({ platform_metrics, ...group }) => ({
          post_id: group.post_id,
          message: group.message,
          posted_at: group.posted_at,
          read_at: group.captured_at,
          ...pick(group),
          by_platform: platform_metrics.map(ofPlatform),
        })),
        next_cursor: data.next_cursor,
      }
    },
  })

const ofPlatform = (read: Metrics & { readonly platform: string; readonly platform_post_url: string | null }) => ({
  platform: read.platform,
  url: read.platform_post_url,
  ...pick(read),
})

const pick = (read: Metrics): Metrics => ({
  views: read.views,
  impressions: read.impressions,
  reach: read.reach,
  likes: read.likes,
  comments: read.comments,
  shares: read.shares,
  saves: read.saves,
  clicks: read.clicks,
  engagement: read.engagement,
  engagement_rate: read.engagement_rate,
})
