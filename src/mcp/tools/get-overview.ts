import { z } from 'zod'
import { shownPost, showPost } from '../show-post.ts'
import { defineTool } from '../tool.ts'

const few = '5'

export const getOverview = defineTool({
  name: 'get_overview',
  title: 'Overview',
  description:
    'Start here. Returns the profiles with their connected accounts, the use of the plan, and what needs a person: accounts to connect again, posts that failed, and comments.',
  kind: 'reads',
  operation: 'listProfiles',
  input: z.strictObject({}),
  output: z.strictObject({
    default_profile_id: z.string(),
    profiles: z.array(
      z.strictObject({
        profile_id: z.string(),
        name: z.string(),
        accounts: z.array(
          z.strictObject({
            platform: z.string(),
            username: z.string().nullable(),
            environment: z.string().describe('sandbox: a simulated platform.'),
            status: z.string(),
          }),
        ),
      }),
    ),
    plan: z.strictObject({
      name: z.string(),
      posts_left_this_month: z.int().nullable().describe('Null: no limit.'),
    }),
    may_publish: z
      .enum(['publish', 'ahead', 'drafts'])
      .describe('What this key may publish. drafts: only save drafts.'),
    unattended: z.boolean().describe('False: a person must agree to what goes out or is cancelled.'),
    scheduled_posts: z.int(),
    failed_posts: z.array(shownPost).describe('The newest posts that failed on some platform.'),
    comments: z.strictObject({
      unread: z.int(),
      auto_replies_waiting: z.int().describe('list_comments with needs_approval lists them.'),
    }),
  }),
  run: async ({ operate, caller }) => {
    const [{ data: list }, { data: usage }, scheduled, failed, inbox] = await Promise.all([
      operate('listProfiles'),
      operate('getUsage'),
      operate('listPosts', { query: { profile_id: 'all', status: 'scheduled', per_page: '1' } }),
      operate('listPosts', { query: { profile_id: 'all', status: 'failed,partial', per_page: few } }),
      operate('countInbox'),
    ])
    const { limit, used } = usage.posting_allowance
    return {
      default_profile_id: list.default_profile_id,
      profiles: list.profiles.map(({ id, name, platform_profiles }) => ({
        profile_id: id,
        name,
        accounts: Object.entries(platform_profiles).map(([platform, { username, environment, status }]) => ({
          platform,
          username,
          environment,
          status,
        })),
      })),
      plan: { name: usage.plan.name, posts_left_this_month: limit === null ? null : Math.max(0, limit - used) },
      may_publish: caller.publishing.type,
      unattended: caller.unattended,
      scheduled_posts: scheduled.data.meta.total,
      failed_posts: failed.data.posts.map(showPost),
      comments: { unread: inbox.data.unread, auto_replies_waiting: inbox.data.needs_approval },
    }
  },
})
