import { z } from 'zod'
import { envelope, freeObject, maxId, nextCursor, optionalProfileId, time } from './common.ts'
import type { Operation } from './operation.ts'
import type { Vocabulary } from './platform-options.ts'
import { finding, listQuery, post } from './posts.ts'
import { publishErrors, schedule, submission } from './publishing.ts'

const maxPosts = 500
const maxShiftDays = 731

const rowError = z
  .strictObject({ code: z.string(), message: z.string(), details: z.array(z.looseObject({ code: z.string() })) })
  .nullable()
  .meta({ description: 'What the operation for this post alone would have answered.' })

const bulkBody = z
  .strictObject({
    action: z
      .enum(['cancel', 'move', 'delete', 'restore'])
      .meta({ description: '`restore` is an addition, as is the whole operation.' }),
    ids: z
      .array(z.int().min(1).max(maxId))
      .min(1)
      .max(maxPosts)
      .meta({ description: 'IDs of posts, or of any of their jobs.' }),
    shift: z
      .strictObject({
        days: z.int().min(-maxShiftDays).max(maxShiftDays),
        minutes: z
          .int()
          .min(-maxShiftDays * 1440)
          .max(maxShiftDays * 1440),
      })
      .partial()
      .optional()
      .meta({
        description:
          'For `move`: how far to move each post from its time. Days keep the time of the day in the post’s `scheduled_timezone`, or in UTC. Minutes are exact.',
      }),
    ...z
      .strictObject({ scheduled_at: schedule.scheduled_at, scheduled_timezone: schedule.scheduled_timezone })
      .partial().shape,
  })
  .superRefine(({ action, shift, scheduled_at, scheduled_timezone }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (action === 'move') {
      if (!shift === (scheduled_at === undefined)) fault('shift', 'A move needs either `shift` or `scheduled_at`.')
      if (shift && scheduled_timezone !== undefined)
        fault('scheduled_timezone', 'Belongs to `scheduled_at`. Leave it out with `shift`.')
      return
    }
    if (shift !== undefined) fault('shift', 'Is only for the action `move`.')
    if (action === 'restore') return
    for (const [path, given] of Object.entries({ scheduled_at, scheduled_timezone }))
      if (given !== undefined) fault(path, 'Is only for the actions `move` and `restore`.')
  })

const importBody = z
  .strictObject({
    profile_id: optionalProfileId,
    as: z.enum(['posts', 'drafts']).default('posts'),
    commit: z.boolean().default(false).meta({ description: 'False only checks the rows and stores nothing.' }),
    rows: z.array(freeObject).min(1).max(maxPosts).optional().meta({
      description: 'The rows as objects with the fields of `POST /post`, or with those of `POST /drafts`.',
    }),
    csv: z.string().min(1).max(1_000_000).optional().meta({
      description:
        'The rows as CSV. The first row names the columns: `message`, `platforms` (separated by spaces), `profile_id`, `scheduled_at`, `scheduled_timezone`, `media` (URLs of your uploads, separated by spaces or line breaks), `alt_texts` (one line for each file), `comment_1` to `comment_3`, `auto_reply_enabled`, `platform_options` (JSON), `labels` (separated by commas), `webhook_url`. The other columns of an export are ignored.',
    }),
  })
  .superRefine(({ rows, csv }, context) => {
    if ((rows === undefined) === (csv === undefined))
      context.addIssue({ code: 'custom', path: ['rows'], message: 'Send either `rows` or `csv`.' })
  })

const importedRow = z
  .strictObject({
    row: z.int().meta({ description: 'In `rows`, the first one is 1. In a CSV, the header is row 1.' }),
    ok: z.boolean(),
    findings: z.array(finding),
    warnings: submission.shape.warnings,
    fields: freeObject.meta({ description: 'The row as it was read.' }),
    scheduled_at: time.nullable(),
    post_id: z.int().nullable().meta({ description: 'Null until the row is stored as a post.' }),
    draft_id: z.string().nullable().meta({ description: 'Null until the row is stored as a draft.' }),
  })
  .meta({ id: 'ImportedRow' })

export const manyPostOperations = (vocabulary: Vocabulary) =>
  ({
    importPosts: {
      method: 'POST',
      path: '/posts/import',
      tag: 'posts',
      summary: 'Import posts or drafts from JSON or CSV',
      returns: 'What was found in each row, and with `commit` what was stored.',
      description:
        'Without `commit`, every row is checked as by `POST /post/validate`, and the response has the findings of each row. With `commit`, all rows are stored together, or none: if a row has findings, they are in `details` with their `row`, and nothing is stored. At most 500 rows and 1 MB. Send an `Idempotency-Key` with `commit`, so that a repeat stores nothing twice. A cell of a CSV that begins with an apostrophe before `=`, `+`, `-` or `@` is read without it.',
      scope: 'write',
      role: 'author',
      publishes: 'after_approval',
      body: importBody,
      response: envelope(
        z.strictObject({
          committed: z.boolean().meta({ description: 'True if the rows are stored.' }),
          ok: z.boolean().meta({ description: 'True if the rows can be stored as they are.' }),
          unknown_columns: z
            .array(z.string())
            .meta({ description: 'Columns of the CSV that do not exist. They refuse a commit.' }),
          rows: z.array(importedRow),
        }),
      ),
      errors: ['approval_required', ...publishErrors],
      example: {
        body: {
          csv: 'message,platforms,scheduled_at\r\nWe are live.,x bluesky,2026-11-03T09:00:00Z\r\n',
        },
        response: {
          status: 'ok',
          data: {
            committed: false,
            ok: true,
            unknown_columns: [],
            rows: [
              {
                row: 2,
                ok: true,
                findings: [],
                warnings: [],
                fields: { message: 'We are live.', platforms: ['x', 'bluesky'], scheduled_at: '2026-11-03T09:00:00Z' },
                scheduled_at: '2026-11-03T09:00:00.000Z',
                post_id: null,
                draft_id: null,
              },
            ],
          },
        },
      },
      addition: true,
    },
    exportPosts: {
      method: 'GET',
      path: '/posts/export',
      tag: 'posts',
      summary: 'Export posts as JSON or CSV',
      returns: 'A page of posts as rows, or as CSV.',
      description:
        'Takes the filters of `GET /posts`. Follow `next_cursor` for the rest: the pages of a CSV can be joined to one file, since only the first has the header. `POST /posts/import` reads the columns again. A cell that a spreadsheet would run as a formula, because it begins with `=`, `+`, `-` or `@`, gets an apostrophe in front. Covers of media are only in JSON.',
      scope: 'read',
      query: listQuery(vocabulary).extend({ format: z.enum(['json', 'csv']).default('json') }),
      response: envelope(
        z.strictObject({
          posts: z.array(post).meta({ description: 'Empty in the format `csv`.' }),
          csv: z.string().nullable().meta({ description: 'Null in the format `json`.' }),
          next_cursor: nextCursor,
        }),
      ),
      errors: ['invalid_cursor'],
      example: {
        query: { format: 'csv' },
        response: {
          status: 'ok',
          data: { posts: [], csv: 'id,message,platforms\r\n1041,We are live.,x bluesky\r\n', next_cursor: null },
        },
      },
      addition: true,
    },
    bulkPosts: {
      method: 'POST',
      path: '/posts/bulk',
      tag: 'posts',
      summary: 'Cancel, move, delete or bring back many posts',
      returns: 'What happened to each post.',
      description:
        'Each post answers for itself: one that is refused does not hold up the others, and its `error` is that of `POST /jobs/{id}/cancel`, `PATCH /posts/{id}`, `DELETE /posts/{id}` or `POST /posts/{id}/restore`. `cancel` cancels all jobs that can still be cancelled; `next_slot` gives each post a slot of its own. `restore` takes `scheduled_at` for all posts; its results have the IDs of the new posts. What succeeds is stored together. Send an `Idempotency-Key`, so that a repeat does not move a post twice.',
      scope: 'write',
      body: bulkBody,
      response: envelope(
        z.strictObject({
          ok: z.boolean().meta({ description: 'True if every post succeeded.' }),
          done: z.int().meta({ description: 'How many posts succeeded.' }),
          results: z
            .array(
              z.strictObject({
                id: z.int().meta({ description: 'As it was sent.' }),
                ok: z.boolean(),
                post_id: z.int().nullable(),
                scheduled_at: time.nullable(),
                revision: z.int().nullable(),
                cancelled_job_ids: z.array(z.int()),
                error: rowError,
              }),
            )
            .meta({ description: 'In the order of `ids`.' }),
        }),
      ),
      publishes: 'at_its_time',
      errors: publishErrors,
      example: {
        body: { action: 'move', ids: [1041, 1055], shift: { days: 7 } },
        response: {
          status: 'ok',
          data: {
            ok: false,
            done: 1,
            results: [
              {
                id: 1041,
                ok: true,
                post_id: 1041,
                scheduled_at: '2026-11-10T08:00:00.000Z',
                revision: 2,
                cancelled_job_ids: [],
                error: null,
              },
              {
                id: 1055,
                ok: false,
                post_id: null,
                scheduled_at: null,
                revision: null,
                cancelled_job_ids: [],
                error: {
                  code: 'not_found',
                  message: 'There is no such post. Check the ID, and that the post belongs to the user of this key.',
                  details: [],
                },
              },
            ],
          },
        },
      },
      addition: true,
    },
  }) as const satisfies Record<string, Operation>
