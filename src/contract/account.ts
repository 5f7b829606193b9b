import { z } from 'zod'
import { planIds, tiers } from '../domain/plans.ts'
import { envelope, time } from './common.ts'
import { exampleKey, keySummary } from './keys.ts'
import type { Operation } from './operation.ts'

const days = z.int()

const usage = z
  .strictObject({
    plan: z.strictObject({ id: z.literal(planIds), name: z.string(), tier: z.enum(tiers) }),
    limits: z.strictObject({
      requests_per_minute: z.int(),
      max_accounts_per_platform: z.int(),
      stored_bytes: z.int().nullable().meta({ description: 'Bytes of media; null if the plan has no limit.' }),
      fetches_at_once: z.int().meta({ description: 'Uploads by URL at the same time.' }),
      uploads_at_once: z.int().meta({ description: 'Files that are sent at the same time.' }),
      webhooks: z.int(),
      event_streams: z.int().meta({ description: 'Open event streams.' }),
    }),
    used: z
      .strictObject({
        stored_bytes: z.int(),
        fetches_at_once: z.int(),
        uploads_at_once: z.int(),
        webhooks: z.int(),
        event_streams: z.int(),
      })
      .meta({
        description:
          'How much of these limits is used. What counts at the same time counts in the process that answers: several API processes each have the limit.',
      }),
    posting_allowance: z.strictObject({
      limit: z.int().nullable().meta({ description: 'Null if the plan has no limit.' }),
      used: z.int(),
      resets_at: time,
    }),
    model_tokens: z
      .strictObject({
        limit: z
          .int()
          .nullable()
          .meta({ description: 'For input and output together; null if the plan has no limit.' }),
        input: z.int(),
        output: z.int(),
        since: time,
      })
      .meta({ description: 'Language-model tokens of all profiles in this calendar month (UTC).' }),
    kept_days: z
      .strictObject({
        posts: days.nullable().meta({ description: 'Posts that have ended, with their jobs; null: for ever.' }),
        steps: days.meta({ description: 'Plans and steps of jobs that have ended.' }),
        metrics: days.meta({ description: 'Metrics of a post, since they were last read. The latest ones stay.' }),
        replies: days.meta({ description: 'Replies and auto-replies that have ended.' }),
        comments: days.meta({ description: 'Comments in the inbox, since they were found.' }),
        events: days.meta({ description: 'Events and webhook deliveries.' }),
        audit: days.meta({ description: 'The record of who did what.' }),
        media: days.meta({ description: 'Files that no draft and no waiting post uses.' }),
      })
      .meta({ description: 'For how many days this instance keeps what. Its operator sets it.' }),
    keys: z.array(keySummary),
  })
  .meta({ id: 'Usage' })

export const accountOperations = {
  getUsage: {
    method: 'GET',
    path: '/usage',
    tag: 'account',
    summary: 'Read the plan, its limits and the usage',
    returns: 'The plan, its limits, and what is used of them.',
    description:
      'What the user has used of each limit of the plan, when it starts again, and how long this instance keeps data.',
    scope: 'read',
    response: envelope(usage),
    example: {
      response: {
        status: 'ok',
        data: {
          plan: { id: 4, name: 'Business', tier: 'business' },
          limits: {
            requests_per_minute: 1500,
            max_accounts_per_platform: 50,
            stored_bytes: 1_073_741_824_000,
            fetches_at_once: 16,
            uploads_at_once: 32,
            webhooks: 20,
            event_streams: 10,
          },
          used: { stored_bytes: 8_412_004, fetches_at_once: 0, uploads_at_once: 1, webhooks: 1, event_streams: 2 },
          posting_allowance: { limit: null, used: 12, resets_at: '2026-12-01T00:00:00.000Z' },
          model_tokens: { limit: null, input: 5210, output: 830, since: '2026-11-01T00:00:00.000Z' },
          kept_days: {
            posts: null,
            steps: 30,
            metrics: 400,
            replies: 400,
            comments: 400,
            events: 90,
            audit: 400,
            media: 30,
          },
          keys: [exampleKey],
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
