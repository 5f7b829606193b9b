import { z } from 'zod'
import type { Output } from '../contract/operation.ts'
import type { Operations } from '../contract/operations.ts'

type Post = Output<Operations['getPost']>['data']

export const shownPost = z.strictObject({
  post_id: z.int(),
  profile_id: z.string().nullable(),
  status: z.string(),
  message: z.string(),
  media: z.array(z.string()),
  scheduled_at: z.string().nullable(),
  posted_at: z.string().nullable(),
  revision: z.int(),
  editable: z.boolean().describe('True until publishing starts.'),
  jobs: z.array(
    z.strictObject({
      job_id: z.int(),
      platform: z.string(),
      status: z.string(),
      url: z.string().nullable(),
      problem: z.string().nullable().describe('Why the job failed.'),
    }),
  ),
})

/** The fields of a post that an assistant needs. */
export const showPost = (post: Post): z.input<typeof shownPost> => ({
  post_id: post.id,
  profile_id: post.profile_id,
  status: post.status,
  message: post.message,
  media: post.media.map(({ url }) => url),
  scheduled_at: post.scheduled_at,
  posted_at: post.posted_at,
  revision: post.revision,
  editable: post.editable,
  jobs: post.jobs.map(({ platform, jobId, status, platform_post_url }) => ({
    job_id: jobId,
    platform,
    status,
    url: platform_post_url,
    problem: post.results.find((result) => result.platform === platform)?.error_message ?? null,
  })),
})
