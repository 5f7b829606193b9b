import { z } from 'zod'
import { cursor, pageSize } from '../fields.ts'
import { shownPost, showPost } from '../show-post.ts'
import { defineTool } from '../tool.ts'

export const listPosts = (names: readonly string[]) =>
  defineTool({
    name: 'list_posts',
    title: 'List posts',
    description:
      'Lists posts with their status and addresses, 20 per page, newest first; with from or to, by time. Use get_post for the details of one post.',
    kind: 'reads',
    operation: 'listPosts',
    input: z.strictObject({
      profile_id: z.string().optional().describe('One ID, or up to 60 separated by commas. Default: all profiles.'),
      status: z
        .array(z.enum(['scheduled', 'queued', 'processing', 'successful', 'partial', 'failed', 'cancelled']))
        .min(1)
        .optional(),
      platforms: z.array(z.enum(names)).min(1).optional(),
      from: z.string().optional().describe('A date such as 2026-11-03, or a time with Z or an offset.'),
      to: z.string().optional(),
      timezone: z.string().optional().describe('Of dates without a time. Default: UTC.'),
      search: z.string().optional().describe('Part of the text.'),
      deleted: z.boolean().optional().describe('Deleted posts instead, for restore_post.'),
      cursor,
    }),
    output: z.strictObject({ posts: z.array(shownPost), next_cursor: z.string().nullable() }),
    run: async ({ operate, input }) => {
      const { profile_id = 'all', status, platforms, from, to, timezone, search, deleted, cursor } = input
      const filters = { profile_id, status, platform: platforms, from, to, timezone, search }
      const query = { ...filters, deleted: deleted ? 'only' : undefined, cursor, per_page: pageSize }
      const { posts, next_cursor } = (await operate('listPosts', { query })).data
      return { posts: posts.map(showPost), next_cursor }
    },
  })
