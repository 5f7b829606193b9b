import { z } from 'zod'
import { envelope, pathId, time } from './common.ts'
import type { Operation } from './operation.ts'

const step = z
  .strictObject({
    name: z.string().meta({ description: 'Unique in the job, for example `upload_1`, `post` or `comment_1`.' }),
    kind: z.enum(['prepare', 'upload', 'wait', 'commit', 'follow_up']).meta({
      description:
        '`prepare`: shows nothing. `upload`: sends a file. `wait`: asks whether the platform is ready. `commit`: makes the post visible. `follow_up`: comes after the post, such as a comment.',
    }),
    status: z.enum(['planned', 'running', 'done', 'failed', 'in_doubt']).meta({
      description: '`in_doubt`: it was called, and nobody knows yet whether it took effect.',
    }),
    tries: z.int(),
    share: z.number().nullable().meta({
      description: 'How much of the file the platform has, from 0 to 1. Null if the step sends no file in parts.',
    }),
    started_at: time.nullable(),
    finished_at: time.nullable(),
  })
  .meta({ id: 'JobStep' })

export const jobStepOperations = {
  listJobSteps: {
    method: 'GET',
    path: '/jobs/{id}/steps',
    tag: 'jobs',
    summary: 'List the steps of a job',
    returns: 'The steps of the job, in their order.',
    description:
      'What publishing on the platform consists of, and how far it is. Empty until publishing starts, and once the records of an old post were deleted.',
    scope: 'read',
    params: z.strictObject({ id: pathId('job', 'ID of a job.') }),
    response: envelope(z.strictObject({ job_id: z.int(), steps: z.array(step) })),
    example: {
      response: {
        status: 'ok',
        data: {
          job_id: 1042,
          steps: [
            {
              name: 'upload_1',
              kind: 'upload',
              status: 'running',
              tries: 0,
              share: 0.62,
              started_at: '2026-11-02T09:00:00.112Z',
              finished_at: null,
            },
            {
              name: 'post',
              kind: 'commit',
              status: 'planned',
              tries: 0,
              share: null,
              started_at: null,
              finished_at: null,
            },
          ],
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
