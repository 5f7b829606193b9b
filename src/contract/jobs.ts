import { z } from 'zod'
import { jobErrors } from '../domain/job-error.ts'
import { envelope, freeObject, httpUrl, ok, pathId, time, warning } from './common.ts'
import type { Operation } from './operation.ts'
import { actionRequired, jobStatus, publishedAt } from './publishing.ts'

const jobError = z.enum(jobErrors)

const id = z.string().meta({ description: 'The ID of the job as a string. Elsewhere it is an integer.' })
const result = freeObject.nullable().meta({ description: 'The response of the platform, unchanged.' })
const error = jobError.nullable().meta({ description: 'A stable code for the reason of the failure.' })
const times = { created_at: time, started_at: time.nullable(), finished_at: time.nullable() }

const job = z
  .strictObject({
    id,
    platform: z.string(),
    status: jobStatus,
    attemptsMade: z.int(),
    failedReason: z.string().nullable().meta({ description: 'The reason of the failure as a sentence.' }),
    ...publishedAt,
    result,
    error,
    action_required: actionRequired.nullable(),
    ...times,
    updated_at: time,
  })
  .meta({ id: 'Job' })

const olderJob = z
  .strictObject({
    id,
    status: jobStatus,
    payload: freeObject.meta({ description: 'What the job publishes.' }),
    result,
    error,
    ...times,
  })
  .meta({ id: 'OlderJob', description: 'The job in an older form.' })

const jobRead = z.strictObject({
  status: ok,
  data: z.strictObject({ job, warnings: z.array(warning) }),
  job: olderJob,
})

const params = z.strictObject({ id: pathId('job', 'ID of a job.') })

const exampleTimes = {
  created_at: '2026-11-02T09:00:00.000Z',
  started_at: '2026-11-02T09:00:00.112Z',
  finished_at: '2026-11-02T09:00:02.840Z',
}

const exampleUrl = 'https://www.tiktok.com/@acme/video/7436512345678901234'

const exampleResult = { publish_id: 'v_inbox_file~v2.7436512345678901234' }

const exampleRead = {
  status: 'ok',
  data: {
    job: {
      id: '1042',
      platform: 'tiktok',
      status: 'completed',
      attemptsMade: 1,
      failedReason: null,
      platform_post_id: '7436512345678901234',
      platform_post_url: exampleUrl,
      result: exampleResult,
      error: null,
      action_required: null,
      ...exampleTimes,
      updated_at: '2026-11-02T09:00:02.840Z',
    },
    warnings: [],
  },
  job: {
    id: '1042',
    status: 'completed',
    payload: { platform: 'tiktok', message: 'We are live.' },
    result: exampleResult,
    error: null,
    ...exampleTimes,
  },
}

const exampleRequeued = {
  status: 'ok',
  data: {
    job: {
      ...exampleRead.data.job,
      status: 'queued',
      attemptsMade: 0,
      platform_post_id: null,
      platform_post_url: null,
      result: null,
      started_at: null,
      finished_at: null,
    },
    warnings: [],
  },
  job: { ...exampleRead.job, status: 'queued', result: null, started_at: null, finished_at: null },
}

export const jobOperations = {
  getJob: {
    method: 'GET',
    path: '/jobs/{id}',
    tag: 'jobs',
    summary: 'Read a job',
    returns: 'The job and its warnings.',
    description:
      'A job is the post on one platform: its status, its attempts, its warnings, and what a person has to do, if anything.',
    scope: 'read',
    params,
    response: jobRead,
    example: { response: exampleRead },
  },
  cancelJob: {
    method: 'POST',
    path: '/jobs/{id}/cancel',
    tag: 'jobs',
    summary: 'Cancel a job',
    returns: 'The job was cancelled: its status before, and the jobs that stay completed.',
    description: 'Cancels a queued or retrying job. The other jobs of its post stay as they are.',
    scope: 'write',
    params,
    response: envelope(
      z.strictObject({
        job_id: z.int(),
        batch_id: z.string(),
        platform: z.string(),
        previous_status: z.enum(['queued', 'retrying']),
        status: z.literal('cancelled'),
        completed_job_ids_preserved: z.array(z.int()).meta({ description: 'The completed jobs of the post.' }),
      }),
    ),
    errors: ['not_cancellable'],
    example: {
      response: {
        status: 'ok',
        data: {
          job_id: 1042,
          batch_id: 'batch_8fK2mQx0ZtB4vN7cR1sYpW3d',
          platform: 'tiktok',
          previous_status: 'queued',
          status: 'cancelled',
          completed_job_ids_preserved: [1043],
        },
      },
    },
  },
  attachTiktokUrl: {
    method: 'POST',
    path: '/jobs/{id}/tiktok-url',
    tag: 'jobs',
    summary: 'Attach the URL of a post finished in TikTok',
    returns: 'The job, completed.',
    description:
      'For a job that waits with `finish_in_app`. The job is then completed with this URL, and its metrics are read.',
    scope: 'write',
    publishes: 'at_once',
    params,
    body: z.strictObject({
      url: httpUrl.meta({
        description: '`https://www.tiktok.com/@<handle>/video/<id>` or `…/photo/<id>`, of the connected account.',
      }),
    }),
    response: jobRead,
    errors: ['wrong_state', 'content_rejected'],
    example: { body: { url: exampleUrl }, response: exampleRead },
  },
  retryJob: {
    method: 'POST',
    path: '/jobs/{id}/retry',
    tag: 'jobs',
    summary: 'Retry a failed job',
    returns: 'The job, queued again.',
    description: 'Queues the job again, with new attempts.',
    scope: 'write',
    publishes: 'at_once',
    params,
    response: jobRead,
    errors: ['wrong_state', 'posting_allowance_used_up'],
    example: { response: exampleRequeued },
    addition: true,
  },
  resolveJob: {
    method: 'POST',
    path: '/jobs/{id}/resolve',
    tag: 'jobs',
    summary: 'Report whether a job with an unknown outcome was published',
    returns: 'The job, completed or queued again.',
    description:
      'For a job that waits with `outcome_unknown`. If it was published, it is completed with the URL. If not, it is queued again.',
    scope: 'write',
    publishes: 'at_once',
    params,
    body: z
      .strictObject({
        published: z.boolean(),
        url: httpUrl.optional().meta({ description: 'URL of the post; required if it was published.' }),
      })
      .superRefine(({ published, url }, context) => {
        if (published && url === undefined)
          context.addIssue({ code: 'custom', path: ['url'], message: 'Send the URL of the published post.' })
        if (!published && url !== undefined)
          context.addIssue({ code: 'custom', path: ['url'], message: 'Leave out `url` if the post was not published.' })
      }),
    response: jobRead,
    errors: ['wrong_state', 'content_rejected'],
    example: { body: { published: true, url: exampleUrl }, response: exampleRead },
    addition: true,
  },
} as const satisfies Record<string, Operation>
