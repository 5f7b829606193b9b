import { z } from 'zod'
import { autoReplyPlans } from '../domain/plans.ts'
import { message } from './comments.ts'
import {
  actor,
  envelope,
  nextCursor,
  onePaging,
  pageMeta,
  pageOrCursorQuery,
  pathId,
  profileId,
  profileScope,
  time,
} from './common.ts'
import type { Operation } from './operation.ts'

const status = z.enum(['awaiting_approval', 'queued', 'posted', 'declined', 'rejected', 'failed']).meta({
  description:
    '`awaiting_approval`: in the mode `review`. `queued`: until the platform has confirmed the reply. `declined`: the model did not answer, or its answer must not be posted. `rejected`: a person rejected it. `failed`: the platform refused the reply. `error` contains the reason, also why one that is `queued` waits.',
})

export const autoReply = z
  .strictObject({
    id: z.int(),
    profile_id: profileId,
    post_id: z.int().meta({ description: 'ID of the job that published the post with the comment.' }),
    platform: z.string(),
    comment_id: z.string(),
    comment_author: z.string().nullable(),
    comment_message: z.string(),
    message: z
      .string()
      .nullable()
      .meta({ description: 'The reply; null if there is none yet, or if the model declined.' }),
    drafted_message: z
      .string()
      .nullable()
      .meta({ description: 'What the language model wrote, if a person approved other words; else null.' }),
    facts: z.array(z.string()).nullable().meta({
      description:
        'The settings fields from which the language model says it wrote the reply, such as `pricing`; null if there is no reply yet, or if it does not say.',
      'x-addition': true,
    }),
    status,
    decided_by: actor
      .nullable()
      .meta({ description: 'Who approved or rejected it; null if nobody has decided.', 'x-addition': true }),
    reply_id: z.string().nullable().meta({ description: 'The platform’s ID of the reply; null until it is posted.' }),
    error: z.string().nullable(),
    created_at: time,
    posted_at: time.nullable(),
  })
  .meta({ id: 'AutoReply' })

export const exampleAutoReply = {
  id: 31,
  profile_id: 'k3TfQ9sXb2Lm',
  post_id: 102,
  platform: 'bluesky',
  comment_id: 'at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3lfa2kq5m2k2x',
  comment_author: 'Jo',
  comment_message: 'Do you ship to Poland?',
  message: 'We do, within three days.',
  drafted_message: null,
  facts: ['faq'],
  status: 'awaiting_approval',
  decided_by: null,
  reply_id: null,
  error: null,
  created_at: '2026-11-02T10:15:00.000Z',
  posted_at: null,
} as const

export const autoReplyOperations = {
  listAutoReplies: {
    method: 'GET',
    path: '/auto-replies',
    tag: 'auto-replies',
    summary: 'List a profile’s auto-replies',
    returns: 'A page of auto-replies.',
    description: 'Newest first.',
    scope: 'read',
    query: z
      .strictObject({ profile_id: profileScope, status: status.optional(), ...pageOrCursorQuery })
      .superRefine(onePaging),
    response: envelope(
      z.strictObject({ auto_replies: z.array(autoReply).max(100), meta: pageMeta, next_cursor: nextCursor }),
    ),
    example: {
      response: {
        status: 'ok',
        data: { auto_replies: [exampleAutoReply], meta: { page: 1, per_page: 25, total: 1 }, next_cursor: null },
      },
    },
    addition: true,
  },
  approveAutoReply: {
    method: 'POST',
    path: '/auto-replies/{id}/approve',
    tag: 'auto-replies',
    summary: 'Approve an auto-reply',
    returns: 'The auto-reply, queued.',
    description:
      'Queues an auto-reply that waits for approval, with the drafted words or with yours. It is posted once. A profile posts at most 20 auto-replies per hour.',
    scope: 'write',
    publishes: 'at_once',
    plans: autoReplyPlans,
    params: z.strictObject({ id: pathId('auto_reply', 'ID of an auto-reply.') }),
    body: z.strictObject({
      message: message.optional().meta({ description: 'Posted instead of the draft, exactly as sent.' }),
    }),
    bodyOptional: true,
    response: envelope(autoReply),
    errors: ['wrong_state', 'content_rejected'],
    example: { body: {}, response: { status: 'ok', data: { ...exampleAutoReply, status: 'queued' } } },
    addition: true,
  },
  rejectAutoReply: {
    method: 'POST',
    path: '/auto-replies/{id}/reject',
    tag: 'auto-replies',
    summary: 'Reject an auto-reply',
    returns: 'The auto-reply, rejected.',
    description:
      'An auto-reply that waits for approval is never posted. Its comment gets no other one; a person can still answer it.',
    scope: 'write',
    params: z.strictObject({ id: pathId('auto_reply', 'ID of an auto-reply.') }),
    response: envelope(autoReply),
    errors: ['wrong_state'],
    example: { response: { status: 'ok', data: { ...exampleAutoReply, status: 'rejected' } } },
    addition: true,
  },
} as const satisfies Record<string, Operation>
