import { z } from 'zod'
import { faultKinds, faultOperations } from '../domain/sandbox-faults.ts'
import { envelope, queryInteger, time } from './common.ts'
import type { Operation } from './operation.ts'

const maxCount = 1_000_000

const fault = z
  .strictObject({
    operation: z.enum([...faultOperations, '*']).meta({ description: 'The calls that meet the fault; `*`: all.' }),
    kind: z.enum(faultKinds),
    times: z.int().min(1).max(maxCount).default(1).meta({ description: 'How many calls meet it.' }),
    after: z.int().min(0).max(maxCount).default(0).meta({ description: 'How many such calls pass before.' }),
  })
  .meta({ description: 'docs/sandbox.md describes the kinds.' })

const waitingFault = z.strictObject(fault.shape).meta({ id: 'SimulatedFault' })

const faults = envelope(z.strictObject({ faults: z.array(waitingFault) }))

const post = z
  .strictObject({
    id: z.string(),
    account_id: z.string(),
    text: z.string(),
    media_count: z.int(),
    reply_to: z.string().nullable().meta({ description: 'The post that it replies to; null if it is no reply.' }),
    url: z.string(),
    created_at: time,
  })
  .meta({ id: 'SimulatedPost' })

const request = z
  .strictObject({
    at: time,
    method: z.string(),
    path: z.string(),
    query: z.string(),
    status: z.int().nullable().meta({ description: 'Null if no response was sent.' }),
    fault: z.string().nullable().meta({ description: 'The fault that the call met.' }),
  })
  .meta({ id: 'SimulatedRequest' })

const kind = z
  .strictObject({
    name: z.string(),
    description: z.string().meta({ description: 'What is special about such an account.' }),
    login: z.string().nullable().meta({ description: 'The login method that shows it; null: any.' }),
  })
  .meta({ id: 'SimulatedKind' })

const params = z.strictObject({
  platform: z.string().min(1).max(50).meta({ description: 'Name of a platform.' }),
})

const query = z.strictObject({
  since: z.iso.datetime({ offset: true }).optional().meta({ description: 'Leaves out what is older.' }),
  limit: queryInteger({ min: 1, max: 1_000 }).meta({
    description: 'At most so many, the oldest first. Default: all of them.',
    'x-addition': true,
  }),
})

const postId = z.string().min(1).max(500).meta({ description: 'ID of a simulated post.' })

const usual = { tag: 'sandbox', scope: 'admin', addition: true } as const
const errors = ['not_found', 'wrong_state', 'unavailable'] as const

const exampleFault = { operation: 'create', kind: 'rate_limit', times: 2, after: 0 } as const

export const sandboxOperations = {
  listSandboxKinds: {
    ...usual,
    // Who connects accounts chooses a kind.
    role: 'admin',
    method: 'GET',
    path: '/sandbox/{platform}/kinds',
    summary: 'List the kinds of simulated accounts',
    returns: 'The kinds of accounts.',
    description:
      'The values for `account` of `POST /connect`, the usual one first, and the numbers that a simulated post has.',
    params,
    response: envelope(
      z.strictObject({
        kinds: z.array(kind),
        metrics: z
          .array(z.string())
          .meta({ description: 'The names for `metrics` of `POST /sandbox/{platform}/metrics`.' }),
      }),
    ),
    errors,
    example: {
      response: {
        status: 'ok',
        data: {
          kinds: [{ name: 'standard', description: 'Nothing is wrong with the account.', login: null }],
          metrics: ['like_count', 'reply_count'],
        },
      },
    },
  },
  listSandboxPosts: {
    ...usual,
    method: 'GET',
    path: '/sandbox/{platform}/posts',
    summary: 'List what is visible on a simulated platform',
    returns: 'A page of posts as people would see them.',
    description: 'Posts and replies, oldest first.',
    params,
    query,
    response: envelope(z.strictObject({ posts: z.array(post) })),
    errors,
    example: {
      response: {
        status: 'ok',
        data: {
          posts: [
            {
              id: '1985420033',
              account_id: '88',
              text: 'We are live.',
              media_count: 0,
              reply_to: null,
              url: 'http://127.0.0.1:4001/x/posts/1985420033',
              created_at: '2026-11-02T09:00:03.000Z',
            },
          ],
        },
      },
    },
  },
  listSandboxRequests: {
    ...usual,
    method: 'GET',
    path: '/sandbox/{platform}/requests',
    summary: 'List the calls that a simulated platform received',
    returns: 'A page of calls.',
    description: 'Oldest first, without headers and bodies. Tokens are masked.',
    params,
    query,
    response: envelope(z.strictObject({ requests: z.array(request) })),
    errors,
    example: {
      response: {
        status: 'ok',
        data: {
          requests: [
            {
              at: '2026-11-02T09:00:03.000Z',
              method: 'POST',
              path: '/2/tweets',
              query: '',
              status: 201,
              fault: null,
            },
          ],
        },
      },
    },
  },
  listSandboxFaults: {
    ...usual,
    method: 'GET',
    path: '/sandbox/{platform}/faults',
    summary: 'List the faults that wait on a simulated platform',
    returns: 'The faults that wait.',
    description: 'A fault is gone when enough calls have met it.',
    params,
    response: faults,
    errors,
    example: { response: { status: 'ok', data: { faults: [exampleFault] } } },
  },
  addSandboxFault: {
    ...usual,
    method: 'POST',
    path: '/sandbox/{platform}/faults',
    summary: 'Let calls of a simulated platform fail',
    returns: 'The faults that wait now.',
    description: 'The next `times` calls, after `after` calls, meet the fault.',
    params,
    body: fault,
    response: faults,
    errors,
    example: { body: exampleFault, response: { status: 'ok', data: { faults: [exampleFault] } } },
  },
  clearSandboxFaults: {
    ...usual,
    method: 'DELETE',
    path: '/sandbox/{platform}/faults',
    summary: 'Remove the faults of a simulated platform',
    returns: 'The faults that are left: none.',
    description: 'All calls succeed again.',
    params,
    response: faults,
    errors,
    example: { response: { status: 'ok', data: { faults: [] } } },
  },
  addSandboxComment: {
    ...usual,
    method: 'POST',
    path: '/sandbox/{platform}/comments',
    summary: 'Write a comment as a simulated person',
    returns: 'The new comment.',
    description: 'The comment is under a simulated post, as if somebody else had written it.',
    params,
    body: z.strictObject({
      post_id: postId,
      author: z.string().trim().min(1).max(50).default('maria').meta({ description: 'Name of an account.' }),
      message: z.string().min(1).max(10_000),
    }),
    response: envelope(z.strictObject({ id: z.string() })),
    errors: [...errors, 'content_rejected'],
    example: {
      body: { post_id: '1985420033', author: 'maria', message: 'Great!' },
      response: { status: 'ok', data: { id: '1985420040' } },
    },
  },
  setSandboxMetrics: {
    ...usual,
    method: 'POST',
    path: '/sandbox/{platform}/metrics',
    summary: 'Set the numbers of a simulated post',
    returns: 'The numbers as they are now.',
    description: 'The names of the numbers are those of the platform. An unknown one is refused with the known ones.',
    params,
    body: z.strictObject({ post_id: postId, metrics: z.record(z.string().max(100), z.int().min(0)) }),
    response: envelope(z.strictObject({ metrics: z.record(z.string(), z.int()) })),
    errors: [...errors, 'content_rejected'],
    example: {
      body: { post_id: '1985420033', metrics: { like_count: 12 } },
      response: { status: 'ok', data: { metrics: { like_count: 12 } } },
    },
  },
  resetSandbox: {
    ...usual,
    method: 'POST',
    path: '/sandbox/reset',
    summary: 'Forget everything on all simulated platforms',
    returns: 'Everything was forgotten.',
    description: 'Simulated accounts are gone too, so connect them again. Posts of this instance stay.',
    response: envelope(z.strictObject({ reset: z.literal(true) })),
    errors: ['wrong_state', 'unavailable'],
    example: { response: { status: 'ok', data: { reset: true } } },
  },
} as const satisfies Record<string, Operation>
