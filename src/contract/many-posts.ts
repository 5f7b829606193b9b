import { z } from 'zod'
import { envelope, maxId, time } from './common.ts'
import type { Operation } from './operation.ts'
import { publishErrors, schedule } from './publishing.ts'

const maxPosts = 500
const maxShiftDays = 731

const rowError = z
  .strictObject({ code: z.string(), message: z.string(), details: z.array(z.looseObject({ code: z.string() })) })
  .nullable()
  .meta({ description: 'What the operation for this post alone would have answered.' })

const bulkBody = z
  .strictObject({
    action: z.enum(['cancel', 'move', 'delete']),
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
    for (const [path, given] of Object.entries({ shift, scheduled_at, scheduled_timezone }))
      if (given !== undefined) fault(path, 'Is only for the action `move`.')
  })

export const manyPostOperations = {
  bulkPosts: {
    method: 'POST',
    path: '/posts/bulk',
    tag: 'posts',
    summary: 'Cancel, move or delete many posts',
    description:
      'Each post answers for itself: one that is refused does not hold up the others, and its `error` is that of `POST /jobs/{id}/cancel`, `PATCH /posts/{id}` or `DELETE /posts/{id}`. `cancel` cancels all jobs that can still be cancelled; `next_slot` gives each post a slot of its own. What succeeds is stored together. Send an `Idempotency-Key`, so that a repeat does not move a post twice.',
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
    idempotent: true,
    addition: true,
  },
} as const satisfies Record<string, Operation>
