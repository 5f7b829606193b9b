import { z } from 'zod'
import { clients } from '../domain/client.ts'
import {
  actor,
  bodyId,
  createdBy,
  dayOrTime,
  envelope,
  environment,
  exampleActor,
  freeObject,
  nextCursor,
  onePaging,
  optionalProfileId,
  pageMeta,
  pageOrCursorQuery,
  pathId,
  profileId,
  profileScope,
  queryWords,
  queryZone,
  time,
  updatedBy,
} from './common.ts'
import { detailCodeNames, detailWords } from './errors.ts'
import { labelNames, queryLabel, shownLabels } from './labels.ts'
import { exampleMediaUrl, mediaItem, storedMediaItem } from './media.ts'
import { metricTotals } from './metrics.ts'
import type { Operation } from './operation.ts'
import type { Vocabulary } from './platform-options.ts'
import { textUnit } from './platforms.ts'
import { jobStatus, postStatus, publishErrors, publishedAt, sameJobId, schedule, submission } from './publishing.ts'
import { delivery } from './webhooks.ts'

/** The content of a post when it is created, checked or edited. */
const content = ({ names, additionsIn, options }: Vocabulary) => ({
  message: z
    .string()
    .min(1)
    .max(100_000)
    .meta({ description: 'The text for every platform that has no text of its own in `platform_options`.' }),
  platforms: z
    .array(z.enum(names).meta(additionsIn(names)))
    .min(1)
    .max(50),
  media: z.array(mediaItem).max(100).meta({ description: 'Your uploads, in the order of the post.' }),
  comments_under_post: z
    .array(z.string().min(1).max(10_000))
    .max(3)
    .meta({ description: 'Follow-up comments. Platforms and post types without them get a warning.' }),
  auto_reply_enabled: z.boolean().meta({ description: 'Replaces the profile’s setting for this post.' }),
  platform_options: options,
  labels: labelNames,
  ...schedule,
})

const totals = z.strictObject(metricTotals).meta({ id: 'MetricTotals' })

const postJob = z
  .strictObject({
    platform: z.string(),
    jobId: z.int(),
    job_id: sameJobId,
    status: jobStatus,
    environment,
    ...publishedAt,
  })
  .meta({ id: 'PostJob' })

const postResult = z
  .strictObject({
    platform: z.string(),
    success: z.boolean(),
    platform_post_id: z.string().nullable(),
    error_message: z.string().nullable(),
    created_at: time,
  })
  .meta({ id: 'PostResult' })

export const post = z
  .strictObject({
    id: z.int(),
    batch_id: z.string(),
    profile_id: z.string().nullable(),
    message: z.string(),
    platforms: z.array(z.string()),
    media: z.array(storedMediaItem),
    comments_under_post: z.array(z.string()),
    platform_options: freeObject.nullable(),
    auto_reply_enabled: z.boolean().nullable(),
    labels: shownLabels,
    webhook_url: z.string().nullable(),
    status: postStatus,
    source: z.enum(clients).meta({ description: 'The value of the header `X-Polypost-Client`; `api` without it.' }),
    scheduled_at: time.nullable(),
    scheduled_timezone: z.string().nullable().meta({ description: 'As it was sent.' }),
    posted_at: time.nullable(),
    created_at: time,
    created_by: createdBy,
    updated_by: updatedBy,
    effective_at: time.meta({
      description:
        'The time of the post in a calendar: `scheduled_at`; without it `posted_at`; without both `created_at`.',
      'x-addition': true,
    }),
    revision: z.int().meta({ description: 'Send it as `expected_revision` when you edit the post.' }),
    editable: z.boolean().meta({ description: 'True while publishing has not started on any platform.' }),
    jobs: z.array(postJob),
    results: z.array(postResult).meta({ description: 'The results of the jobs that have ended.' }),
    analytics: totals.nullable().meta({ description: 'The latest metrics; null before the first read.' }),
    callback_deliveries: z.array(delivery).meta({ description: 'Notifications to `webhook_url`.' }),
    deleted_at: time.optional().meta({ description: 'Only of a deleted post.', 'x-addition': true }),
    deleted_by: actor
      .nullable()
      .optional()
      .meta({ description: 'Only of a deleted post. Null: before this was recorded.', 'x-addition': true }),
    restored_as: z
      .int()
      .nullable()
      .optional()
      .meta({ description: 'Only of a deleted post: the ID as which it came back, or null.', 'x-addition': true }),
  })
  .meta({ id: 'Post' })

export const finding = z
  .object({
    path: z.string().optional(),
    platform: z.string().optional(),
    code: z.enum(detailCodeNames).meta({ description: detailWords }),
    message: z.string(),
  })
  // Other fields (`limit`, `actual`, …) depend on the code.
  .catchall(z.unknown())
  .meta({ id: 'Finding' })

const preview = z
  .strictObject({
    platform: z.string(),
    post_type: z.string().nullable().meta({ description: 'Null if no post type fits.' }),
    text: z.string().meta({ description: 'The text as it would be published.' }),
    length: z.int().meta({ description: 'Counted as the platform counts.' }),
    limit: z.int().nullable(),
    unit: textUnit,
  })
  .meta({ id: 'Preview' })

const added = { 'x-addition': true }

const params = z.strictObject({ id: pathId('post', 'ID of a post, or of any of its jobs.') })

const postRead = envelope(post)

const exampleSchedule = { scheduled_at: '2026-11-03T09:00:00', scheduled_timezone: 'Europe/Warsaw' }

const exampleContent = {
  message: 'We are live.',
  platforms: ['x', 'bluesky'],
  media: [{ url: exampleMediaUrl, alt_text: 'A rocket leaves its pad.' }],
  platform_options: { x: { message: 'We are live. Come and see.' } },
}

const exampleSubmission = {
  status: 'queued',
  post_id: 1041,
  batch_id: 'batch_8fK2mQx0ZtB4vN7cR1sYpW3d',
  profile_id: 'k3TfQ9sXb2Lm',
  scheduled_at: '2026-11-03T08:00:00.000Z',
  jobs: [
    { platform: 'x', jobId: 1042, job_id: 1042, platform_post_id: null, platform_post_url: null },
    { platform: 'bluesky', jobId: 1043, job_id: 1043, platform_post_id: null, platform_post_url: null },
  ],
  warnings: [],
}

const exampleRestoredJobs = exampleSubmission.jobs.map((job) => ({
  ...job,
  jobId: job.jobId + 16,
  job_id: job.job_id + 16,
}))

const examplePost = {
  id: 1041,
  batch_id: exampleSubmission.batch_id,
  profile_id: exampleSubmission.profile_id,
  message: exampleContent.message,
  platforms: exampleContent.platforms,
  media: [{ url: exampleMediaUrl, thumbnail_url: null, alt_text: 'A rocket leaves its pad.', small_url: null }],
  comments_under_post: [],
  platform_options: exampleContent.platform_options,
  auto_reply_enabled: null,
  labels: [],
  webhook_url: null,
  status: 'scheduled',
  source: 'api',
  scheduled_at: '2026-11-03T08:00:00.000Z',
  scheduled_timezone: exampleSchedule.scheduled_timezone,
  posted_at: null,
  created_at: '2026-11-02T09:00:00.000Z',
  created_by: exampleActor,
  updated_by: null,
  effective_at: '2026-11-03T08:00:00.000Z',
  revision: 1,
  editable: true,
  jobs: exampleSubmission.jobs.map((job) => ({ ...job, status: 'queued', environment: 'live' })),
  results: [],
  analytics: null,
  callback_deliveries: [],
}

const exampleRead = { status: 'ok', data: examplePost }

export const listQuery = ({ names, additionsIn }: Vocabulary) =>
  z
    .strictObject({
      profile_id: profileScope,
      status: queryWords(postStatus.options, 'One status, or several.'),
      platform: queryWords(names, 'The post goes to one of these platforms.', additionsIn(names)),
      from: dayOrTime('`effective_at` is this time or later, or on this day or later.').meta(added),
      to: dayOrTime('`effective_at` is this time or earlier, or on this day or earlier.').meta(added),
      scheduled_from: dayOrTime('Scheduled at this time or later, or on this day or later.'),
      scheduled_to: dayOrTime('Scheduled at this time or earlier, or on this day or earlier.'),
      timezone: queryZone,
      search: z.string().min(1).max(200).optional().meta({ description: 'Part of the text, or a batch ID.' }),
      batch_id: z.string().min(1).max(64).optional().meta(added),
      label: queryLabel,
      deleted: z
        .literal('only')
        .optional()
        .meta({
          description:
            '`only`: the posts that were deleted in the last 30 days, instead of those that were not; by default the last deleted first. `POST /posts/{id}/restore` brings one back.',
          ...added,
        }),
      sort: z
        .enum(['newest', 'time', 'time_asc'])
        .optional()
        .meta({
          description:
            '`newest`: created last first. `time`: the latest `effective_at` first. `time_asc`: the earliest first. Default: `time_asc` with `from` or `to`, otherwise `newest`.',
          ...added,
        }),
      ...pageOrCursorQuery,
    })
    .superRefine(onePaging)

export const postOperations = (vocabulary: Vocabulary) => {
  const { message, platforms: destinations, ...rest } = content(vocabulary)
  const body = z.strictObject({
    message,
    platforms: destinations,
    profile_id: optionalProfileId,
    ...z.strictObject(rest).partial().shape,
  })

  return {
    createPost: {
      method: 'POST',
      path: '/post',
      tag: 'posts',
      summary: 'Publish or schedule a post',
      returns: 'The post was accepted: its IDs, one job per platform, and warnings.',
      description:
        'Queues one job per platform and returns at once. Read the IDs and URLs from the post or its jobs when they have finished. All or nothing: a finding on one platform refuses the whole post; `POST /post/validate` reports it in advance. `details` contains every finding. The code of the error is the first of these codes that a finding has: `account_limit_reached`, `posting_allowance_used_up`, `platform_not_connected`, `reconnect_required`, `media_not_ready`, `forbidden_address`; otherwise `content_rejected`.',
      scope: 'write',
      publishes: 'at_its_time',
      body,
      response: submission,
      errors: publishErrors,
      example: { body: { ...exampleContent, ...exampleSchedule }, response: exampleSubmission },
    },
    validatePost: {
      method: 'POST',
      path: '/post/validate',
      tag: 'posts',
      summary: 'Check a post without publishing it',
      returns: 'What was found, what would be published, and whether the post would be accepted.',
      description:
        'Runs the same checks as creating a post and returns all findings. Nothing is stored. A post with findings gets status 200 and `ok` false.',
      scope: 'read',
      role: 'author',
      body: body.extend({
        post_id: bodyId('post', 'The post that is edited: it is not compared with itself.')
          .optional()
          .meta({ 'x-addition': true }),
      }),
      response: envelope(
        z.strictObject({
          ok: z.boolean().meta({ description: 'True if there are no findings.' }),
          scheduled_at: time
            .nullable()
            .meta({ description: 'When the post would be published; null: now, or the time is a finding.' }),
          findings: z.array(finding),
          warnings: submission.shape.warnings,
          preview: z.array(preview).meta({ description: 'One preview per platform.' }),
        }),
      ),
      errors: ['platform_error'],
      example: {
        body: { message: 'We are live.', platforms: ['x'], media: [{ url: exampleMediaUrl }] },
        response: {
          status: 'ok',
          data: {
            ok: false,
            scheduled_at: null,
            findings: [
              {
                path: 'platforms.0',
                platform: 'x',
                code: 'platform_not_connected',
                message: 'X is not connected in this profile. Connect it with POST /connect.',
              },
            ],
            warnings: [],
            preview: [
              { platform: 'x', post_type: 'post', text: 'We are live.', length: 12, limit: 280, unit: 'weighted' },
            ],
          },
        },
      },
      addition: true,
    },
    listPosts: {
      method: 'GET',
      tagged: true,
      path: '/posts',
      tag: 'posts',
      summary: 'List a profile’s posts',
      returns: 'A page of posts, each with its jobs.',
      description:
        'For a calendar, send `from` and `to`. Follow `next_cursor` to read many posts: such pages do not shift, and the posts are counted only once, for the first page. A page by number counts again.',
      scope: 'read',
      query: listQuery(vocabulary),
      response: envelope(z.strictObject({ posts: z.array(post), meta: pageMeta, next_cursor: nextCursor })),
      errors: ['invalid_cursor'],
      example: {
        query: { from: '2026-11-01', to: '2026-11-30', timezone: 'Europe/Warsaw' },
        response: {
          status: 'ok',
          data: { posts: [examplePost], meta: { page: 1, per_page: 25, total: 1 }, next_cursor: null },
        },
      },
    },
    getPost: {
      method: 'GET',
      path: '/posts/{id}',
      tag: 'posts',
      summary: 'Read a post',
      returns: 'The post with its jobs.',
      description:
        'Takes the ID of a post or of one of its jobs. `results` has one entry for each platform, and `revision` is needed for an edit.',
      scope: 'read',
      params,
      query: z.strictObject({
        profile_id: profileId
          .optional()
          .meta({ description: 'Profile of the post. If the post belongs to another profile, the response is 404.' }),
      }),
      response: postRead,
      example: { response: exampleRead },
    },
    updatePost: {
      method: 'PATCH',
      path: '/posts/{id}',
      tag: 'posts',
      summary: 'Edit a post before it starts',
      returns: 'The post as it is after the edit.',
      description:
        'Fields that you leave out stay as they are. Arrays and `platform_options` replace the saved value. Null clears a field. A platform that stays keeps its job; the job of a platform that you remove is cancelled. An edit of nothing but `labels` is possible at any time.',
      scope: 'write',
      publishes: 'at_its_time',
      params,
      body: z.strictObject({
        expected_revision: z.int().min(1).meta({ description: 'The `revision` that was read.' }),
        message: message.optional(),
        platforms: destinations.optional(),
        profile_id: profileId.optional().meta({ description: 'Moves the post to this profile.' }),
        media: rest.media.optional(),
        comments_under_post: rest.comments_under_post.optional(),
        auto_reply_enabled: rest.auto_reply_enabled.nullish(),
        platform_options: rest.platform_options.nullish(),
        labels: rest.labels.optional(),
        scheduled_at: rest.scheduled_at
          .nullish()
          .meta({ description: 'As for a new post. Null: publish now. Left out: stays as it is.' }),
        scheduled_timezone: rest.scheduled_timezone.nullish(),
        webhook_url: rest.webhook_url.nullish(),
      }),
      response: postRead,
      errors: ['revision_conflict', 'not_editable', ...publishErrors],
      example: {
        body: { expected_revision: 1, message: 'We are live, and it works.' },
        response: {
          status: 'ok',
          data: { ...examplePost, message: 'We are live, and it works.', revision: 2 },
        },
      },
    },
    deletePost: {
      method: 'DELETE',
      path: '/posts/{id}',
      tag: 'posts',
      summary: 'Delete a post before it starts',
      returns: 'The post was deleted: its IDs.',
      description:
        'Deletes the post with all its jobs; the ID may be that of any of them. Only before publishing has started. For 30 days `GET /posts?deleted=only` lists it, and `POST /posts/{id}/restore` brings it back.',
      scope: 'write',
      params,
      response: envelope(
        z.strictObject({
          id: z.int(),
          batch_id: z.string(),
          deleted: z.literal(true),
          cancelled_job_ids: z.array(z.int()),
        }),
      ),
      errors: ['already_started'],
      example: {
        response: {
          status: 'ok',
          data: { id: 1041, batch_id: exampleSubmission.batch_id, deleted: true, cancelled_job_ids: [1042, 1043] },
        },
      },
    },
    restorePost: {
      method: 'POST',
      path: '/posts/{id}/restore',
      tag: 'posts',
      summary: 'Bring back a deleted post',
      returns: 'The new post was accepted: its IDs, one job per platform, and warnings.',
      description:
        'Makes a new post from a post that was deleted in the last 30 days: with its text, media, options, labels and time, for the platforms that it would have gone to. All checks of a new post are made again. If its time is over, or if it had none, `scheduled_at` is required: nothing is published at once unless it is null. A post comes back once: then the error `wrong_state` has the ID of the new post in `details`.',
      scope: 'write',
      publishes: 'at_its_time',
      params,
      body: z.strictObject({
        scheduled_at: rest.scheduled_at
          .nullish()
          .meta({ description: 'As for a new post. Null: publish now. Left out: the time that the post had.' }),
        scheduled_timezone: rest.scheduled_timezone.nullish(),
      }),
      bodyOptional: true,
      response: submission,
      errors: ['wrong_state', ...publishErrors],
      example: { body: exampleSchedule, response: { ...exampleSubmission, post_id: 1057, jobs: exampleRestoredJobs } },
      addition: true,
    },
    retryPost: {
      method: 'POST',
      path: '/posts/{id}/retry',
      tag: 'posts',
      summary: 'Retry the failed jobs of a post',
      returns: 'The post as it is after its failed jobs were queued again.',
      description: 'Queues every failed job of the post again, with new attempts. Other jobs stay as they are.',
      scope: 'write',
      publishes: 'at_once',
      params,
      response: postRead,
      errors: ['wrong_state', 'posting_allowance_used_up'],
      example: {
        response: {
          status: 'ok',
          data: { ...examplePost, status: 'queued', scheduled_at: null, scheduled_timezone: null },
        },
      },
      addition: true,
    },
  } as const satisfies Record<string, Operation>
}
