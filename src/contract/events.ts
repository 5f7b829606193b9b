import { z } from 'zod'
import { actor, downwardsNext, downwardsQuery, envelope, profileId, time } from './common.ts'
import type { Operation } from './operation.ts'
import { actionRequired, jobStatus } from './publishing.ts'

const job = z
  .strictObject({
    platform: z.string(),
    jobId: z.int(),
    status: jobStatus,
    platform_post_id: z.string().nullable(),
    platform_post_url: z.string().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'EventJob' })

const subject = {
  post_id: z.int(),
  batch_id: z.string(),
  profile_id: profileId,
  platform: z.string().meta({ description: 'The platform, or `multiple`.' }),
  scheduled_at: time.nullable(),
}

const ofGroup = <const S extends string>(status: S) =>
  z.strictObject({ ...subject, status: z.literal(status), jobs: z.array(job) })

const jobId = z.int().meta({ description: 'The job that the event is about.' })

const ofDraft = {
  draft_id: z.uuid(),
  profile_id: profileId,
  revision: z.int(),
  scheduled_at: time.nullable().meta({ description: 'The time that the author wanted; null: none, or the next slot.' }),
  requested_by: actor,
}

/** The name of the data of an event, and what it is. */
const about = (event: string) => ({ id: `${event}Data`, description: 'What the event is about.' })

/** `data` of each event. */
export const eventData = {
  'post.scheduled': ofGroup('queued').meta(about('PostScheduled')),
  'post.published': ofGroup('completed')
    .extend({
      test: z.literal(true).optional().meta({ description: 'Only in a test delivery, whose IDs are not real.' }),
    })
    .meta(about('PostPublished')),
  'post.failed': ofGroup('failed').meta(about('PostFailed')),
  'post.partial': ofGroup('partial').meta(about('PostPartial')),
  'post.cancelled': ofGroup('cancelled')
    .extend({
      deleted: z.boolean().meta({ description: 'The post was deleted. `POST /posts/{id}/restore` brings it back.' }),
      cancelled_by: actor,
    })
    .meta({ ...about('PostCancelled'), 'x-addition': true }),
  'post.delayed': z
    .strictObject({
      ...subject,
      status: z.enum(['retrying', 'queued', 'action_required']),
      job_id: jobId,
      action_required: actionRequired.optional().meta({ description: 'Only if `status` is `action_required`.' }),
    })
    .meta(about('PostDelayed')),
  'post.job_failed': z
    .strictObject({
      ...subject,
      status: z.literal('failed'),
      job_id: jobId,
      error: z.string().nullable(),
    })
    .meta(about('PostJobFailed')),
  'auto_reply.posted': z
    .strictObject({
      ...subject,
      status: z.literal('completed'),
      comment_id: z.string(),
      reply_id: z.string(),
      message: z.string(),
    })
    .meta(about('AutoReplyPosted')),
  'draft.submitted': z
    .strictObject({ ...ofDraft, status: z.literal('awaiting_approval') })
    .meta(about('DraftSubmitted')),
  'draft.approved': z
    .strictObject({
      ...ofDraft,
      status: z.literal('submitted'),
      approved_by: actor,
      post_id: z.int(),
      batch_id: z.string(),
    })
    .meta(about('DraftApproved')),
  'draft.returned': z
    .strictObject({
      ...ofDraft,
      status: z.literal('draft'),
      returned_by: actor,
      note: z.string().nullable(),
    })
    .meta(about('DraftReturned')),
} as const satisfies Record<string, z.ZodObject>

export type EventName = keyof typeof eventData

// An object of TypeScript may have more keys than its type. This one has not.
export const eventNames = Object.keys(eventData) as readonly EventName[]

export const eventName = z.enum(eventNames)

/** An event that a webhook can subscribe to, or `*` for all events. */
export const eventSelector = z.enum([...eventNames, '*'])

/** `post.job_failed` → `PostJobFailed`. */
export const typeNameOf = (name: EventName): string =>
  name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())

const eventOf = <const N extends EventName>(name: N) =>
  z
    .strictObject({
      seq: z.int().meta({ description: 'Increases with every event.' }),
      event_id: z.uuid(),
      event: z.literal(name),
      data: eventData[name],
      created_at: time,
    })
    .meta({ id: `${typeNameOf(name)}Event` })

const [firstEvent, ...otherEvents] = eventNames.map(eventOf)
if (!firstEvent) throw new Error('There are events.')

/** An event as `GET /events` returns it. */
const event = z.discriminatedUnion('event', [firstEvent, ...otherEvents]).meta({ id: 'Event' })

const callbackSecret = envelope(
  z.strictObject({
    secret: z.string().meta({ description: 'The key of the signatures, as the secret of a webhook is.' }),
    created_at: time,
  }),
)

const exampleSecret = {
  status: 'ok',
  data: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwYk5d2mVn1xQ=', created_at: '2026-11-01T08:00:00.000Z' },
}

export const eventOperations = {
  listEvents: {
    method: 'GET',
    path: '/events',
    tag: 'events',
    summary: 'List events',
    returns: 'A page of events, newest first.',
    description: 'The events that webhooks receive, even if there are no webhooks. Newest first.',
    scope: 'read',
    query: z.strictObject(downwardsQuery),
    response: envelope(
      z.strictObject({
        events: z.array(event).max(50),
        ...downwardsNext,
      }),
    ),
    example: {
      response: {
        status: 'ok',
        data: {
          events: [
            {
              seq: 418,
              event_id: '019a43f2-6c1e-7d0a-9b7e-3f5c2a8d1e60',
              event: 'post.published',
              data: {
                post_id: 101,
                batch_id: 'batch_8sK2mQ0vTzR4xLw7NcYb1HdE',
                profile_id: 'k3TfQ9sXb2Lm',
                platform: 'bluesky',
                scheduled_at: null,
                status: 'completed',
                jobs: [
                  {
                    platform: 'bluesky',
                    jobId: 102,
                    status: 'completed',
                    platform_post_id: 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3lf9zq7v4ck2a',
                    platform_post_url: 'https://bsky.app/profile/acme.example/post/3lf9zq7v4ck2a',
                    error: null,
                  },
                ],
              },
              created_at: '2026-11-02T09:00:03.000Z',
            },
          ],
          next_cursor: null,
          next_before: null,
        },
      },
    },
    addition: true,
  },
  streamEvents: {
    method: 'GET',
    path: '/events/stream',
    tag: 'events',
    summary: 'Follow every status change as it happens',
    returns: 'The stream. It does not end by itself.',
    description:
      'Server-sent events `job` and `post`, each with an increasing `id`. They are stored for 24 hours: with the header `Last-Event-ID` the stream continues after that event. If it is older, the first event is `reset`, and the caller must read everything again. Without the header the stream starts now. An `id` without an event means that everything before it was sent. The stream ends when its key is no longer valid, when the process stops, or when the client reads nothing. A user can have 10 open streams.',
    scope: 'read',
    produces: 'text/event-stream',
    response: z.string(),
    errors: ['limit_reached'],
    example: {
      response:
        'id: 9031\nevent: job\ndata: {"job_id":102,"post_id":101,"batch_id":"batch_8sK2mQ0vTzR4xLw7NcYb1HdE","platform":"bluesky","status":"completed","at":"2026-11-02T09:00:03.000Z"}\n\n',
    },
    addition: true,
  },
  getCallbackSecret: {
    method: 'GET',
    path: '/callback-secret',
    tag: 'events',
    summary: 'Read the secret that signs per-post callbacks',
    returns: 'The secret.',
    description:
      'It signs the notifications to the `webhook_url` of a post. Because it is a secret, it requires the scope `write`.',
    scope: 'write',
    fresh: true,
    role: 'admin',
    secret: true,
    response: callbackSecret,
    example: { response: exampleSecret },
    addition: true,
  },
  rotateCallbackSecret: {
    method: 'POST',
    path: '/callback-secret/rotate',
    tag: 'events',
    summary: 'Replace the secret that signs per-post callbacks',
    returns: 'The new secret.',
    description:
      'From now on the new secret signs every attempt, for earlier posts too. For a day the old one signs as well: in `X-Service-Payload-Signature-Previous`, and as the second signature of `webhook-signature`.',
    scope: 'write',
    fresh: true,
    role: 'admin',
    response: callbackSecret,
    example: { response: exampleSecret },
    addition: true,
  },
} as const satisfies Record<string, Operation>
