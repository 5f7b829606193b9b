import { z } from 'zod'

/** The parts of the API's responses that the check reads. */
const envelope = <T extends z.ZodType>(data: T) => z.object({ data })

const mediaRule = z.object({ types: z.array(z.string()) })

const platform = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  title: z.string(),
  post_types: z.array(
    z.object({
      name: z.string(),
      by_option: z.string().optional(),
      text: z.object({ use: z.enum(['required', 'caption', 'none']) }),
      media: z.array(z.object({ image: mediaRule.optional(), gif: mediaRule.optional(), video: mediaRule.optional() })),
      first_comments: z.literal(false).optional(),
    }),
  ),
  supports: z.object({
    read_comments: z.boolean(),
    reply: z.boolean(),
    metrics: z.boolean(),
    first_comments: z.number(),
  }),
  configured: z.boolean(),
})

const account = z.object({
  username: z.string().nullable(),
  display_name: z.string().nullable(),
  account_type: z.string().nullable(),
  environment: z.enum(['live', 'sandbox']),
  status: z.string(),
  missing_permissions: z.array(z.string()),
})

const connection = z.object({
  connection_id: z.string(),
  status: z.enum(['waiting', 'choosing', 'connected', 'failed', 'expired']),
  url: z.string().nullable(),
  error: z.object({ message: z.string() }).nullable(),
  failure: z.object({ advice: z.string().nullable(), guide: z.string() }).nullable(),
})

const job = z.object({
  status: z.string(),
  failedReason: z.string().nullable(),
  platform_post_url: z.string().nullable(),
  action_required: z.looseObject({ message: z.string() }).nullable(),
})

const comment = z.object({ id: z.string(), post_id: z.number(), is_own: z.boolean(), can_reply: z.boolean() })

const platformErrors = z.array(z.object({ code: z.string(), message: z.string() }))

export const answers = {
  platforms: envelope(z.object({ platforms: z.array(platform) })),
  profiles: envelope(
    z.object({
      profiles: z.array(
        z.object({ id: z.string(), name: z.string(), platform_profiles: z.record(z.string(), account) }),
      ),
      default_profile_id: z.string(),
    }),
  ),
  connection: envelope(connection),
  upload: z.object({ url: z.string(), publicUrl: z.string(), headers: z.record(z.string(), z.string()) }),
  validation: envelope(z.object({ ok: z.boolean(), findings: z.array(z.object({ message: z.string() })) })),
  submission: z.object({ post_id: z.number(), jobs: z.array(z.object({ jobId: z.number() })).min(1) }),
  job: envelope(z.object({ job, warnings: z.array(z.object({ code: z.string(), message: z.string() })) })),
  comments: envelope(z.object({ comments: z.array(comment), platform_errors: platformErrors })),
  reply: envelope(z.object({ reply_id: z.string() })),
  metrics: envelope(
    z.object({ platform_metrics: z.array(z.record(z.string(), z.unknown())), platform_errors: platformErrors }),
  ),
}

export type PlatformRules = z.output<typeof platform>
export type ConnectedAccount = z.output<typeof account>
