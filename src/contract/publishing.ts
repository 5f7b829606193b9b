import { z } from 'zod'
import { postWarningNames } from '../domain/warning-codes.ts'
import { httpUrl, time } from './common.ts'
import type { ErrorCode } from './errors.ts'

export const jobStatus = z
  .enum(['queued', 'processing', 'retrying', 'action_required', 'completed', 'failed', 'cancelled'])
  .meta({
    description:
      '`queued`: it waits for its time or its turn. `processing`: it is being published, or Polypost finds out whether it was. `retrying`: an attempt failed, and another one follows. `action_required`: a person must act. `completed`: it is on the platform. `failed`: the platform refused it, or all attempts failed. `cancelled`: it was cancelled before it started.',
  })

export const postStatus = z
  .enum(['scheduled', 'queued', 'processing', 'successful', 'partial', 'failed', 'cancelled'])
  .meta({
    description:
      '`scheduled`: its time has not come. `queued`: no job has started. `processing`: a job has started, and not all have ended. `successful`: all jobs completed. `partial`: some completed, others failed. `failed`: none completed. `cancelled`: all jobs were cancelled. Cancelled jobs count only if all are.',
  })

/** The action that a person must take before the job can end. */
export const actionRequired = z
  .discriminatedUnion('code', [
    z.strictObject({ code: z.literal('finish_in_app'), message: z.string(), resolve_by: time }),
    z.strictObject({ code: z.literal('outcome_unknown'), message: z.string(), look_at: z.array(z.string()) }),
  ])
  .meta({ id: 'ActionRequired' })

/** When to publish, and which URL to notify. */
export const schedule = {
  scheduled_at: z.string().min(1).max(64).meta({
    description:
      'When to publish: a time with `Z` or an offset, or a local time together with `scheduled_timezone`. At most 60 seconds in the past and 2 years in the future. `next_slot`: the next free slot of the profile (an addition). Default: now.',
  }),
  scheduled_timezone: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Time zone of a local `scheduled_at`, as an IANA name such as `Europe/Warsaw`.' }),
  webhook_url: httpUrl.meta({
    description: 'Is notified when the post has ended. The notification is signed with the callback secret.',
  }),
}

/** Where the post of a job is after publishing. */
export const publishedAt = {
  platform_post_id: z.string().nullable().meta({ description: 'Null until the job is completed.' }),
  platform_post_url: z.string().nullable().meta({ description: 'Null until the job is completed.' }),
}

const postWarning = z
  .strictObject({
    platform: z.string().nullable().meta({ description: 'Null if the warning is not about one platform.' }),
    code: z
      .enum(postWarningNames)
      .meta({ description: 'What the warning says, as a stable word. docs/reference/errors.md lists them.' }),
    severity: z.enum(['info', 'warning']),
    message: z.string(),
  })
  .meta({ id: 'PostWarning' })

/** The same under the name that other responses use. */
export const sameJobId = z.int().meta({ description: 'The same as `jobId`.', 'x-addition': true })

const submittedJob = z
  .strictObject({ platform: z.string(), jobId: z.int(), job_id: sameJobId, ...publishedAt })
  .meta({ id: 'SubmittedJob' })

/** The response for a post or a draft that was accepted. */
export const submission = z
  .strictObject({
    status: z.literal('queued'),
    post_id: z.int(),
    batch_id: z.string(),
    profile_id: z.string().nullable(),
    scheduled_at: time.nullable().meta({ description: 'When the post is published; null: now.', 'x-addition': true }),
    jobs: z.array(submittedJob),
    warnings: z.array(postWarning).meta({ description: 'Warnings do not refuse the post: it is queued.' }),
  })
  .meta({ id: 'Submission' })

/** Why a valid request for a post can be refused. */
export const publishErrors = [
  'account_limit_reached',
  'posting_allowance_used_up',
  'limit_reached',
  'content_rejected',
  'platform_not_connected',
  'reconnect_required',
  'media_not_ready',
  'forbidden_address',
  'platform_error',
] as const satisfies readonly ErrorCode[]
