import { z } from 'zod'
import { downwardsNext, downwardsQuery, envelope, httpUrl, ok, pathId, time } from './common.ts'
import { eventName, eventSelector } from './events.ts'
import type { Operation } from './operation.ts'

const identity = { id: z.int(), url: z.string(), events: z.array(eventSelector) }

const webhook = z
  .strictObject({
    ...identity,
    created_at: time,
    failing_since: time.nullable().meta({
      description: 'Since then every attempt failed. Null if the last one succeeded, or none was made.',
      'x-addition': true,
    }),
    disabled_at: time.nullable().meta({ description: 'Null while it is enabled.' }),
    disabled_reason: z.enum(['gone', 'failing', 'http_forbidden']).nullable().meta({
      description:
        '`gone`: the endpoint answered 410. `failing`: every delivery failed for 5 days. `http_forbidden`: the operator allows only https now.',
    }),
  })
  .meta({ id: 'Webhook' })

const deliveryError = z.enum(['http_error', 'network_error', 'timeout', 'worker_interrupted', 'endpoint_removed'])

const attempt = z
  .strictObject({
    attempt_number: z.int(),
    started_at: time,
    finished_at: time.nullable(),
    status_code: z.int().nullable(),
    error_code: deliveryError.nullable(),
  })
  .meta({ id: 'DeliveryAttempt' })

/** A delivery to a webhook or to the callback of a post. It never contains the body, the URL, the secret or the response. */
export const delivery = z
  .strictObject({
    id: z.int(),
    event_id: z.uuid(),
    event: eventName,
    status: z
      .enum(['pending', 'delivering', 'retrying', 'delivered', 'failed', 'cancelled'])
      .meta({ description: '`failed`: all attempts failed.' }),
    attempts: z.int(),
    next_attempt_at: time.nullable(),
    last_status_code: z.int().nullable(),
    last_error_code: deliveryError.nullable(),
    created_at: time,
    delivered_at: time.nullable(),
    attempt_history: z.array(attempt),
  })
  .meta({ id: 'WebhookDelivery' })

const id = pathId('webhook', 'ID of a webhook.')

const url = httpUrl.meta({ description: 'An https URL. http works only if the operator allows it.' })

const events = z
  .array(eventSelector)
  .refine((events) => new Set(events).size === events.length, 'Must contain each event only once.')
  .max(eventSelector.options.length)
  .meta({ description: 'The events to send. `*`, an empty list or no list means all events.' })

const secret = z
  .string()
  .min(16)
  .max(256)
  .optional()
  .meta({ description: 'The key of the signatures. Default: a new random secret.' })

const params = z.strictObject({ id })

const newDelivery = envelope(z.strictObject({ delivery }))

const exampleIdentity = {
  id: 5,
  url: 'https://acme.example/hooks/polypost',
  events: ['post.published', 'post.failed'],
} as const

const exampleWebhook = {
  ...exampleIdentity,
  created_at: '2026-11-01T08:00:00.000Z',
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
}

const pendingDelivery = {
  id: 902,
  event_id: '019a43f2-6c1e-7d0a-9b7e-3f5c2a8d1e60',
  event: 'post.published',
  status: 'pending',
  attempts: 0,
  next_attempt_at: '2026-11-02T09:00:03.000Z',
  last_status_code: null,
  last_error_code: null,
  created_at: '2026-11-02T09:00:03.000Z',
  delivered_at: null,
  attempt_history: [],
} as const

export const webhookOperations = {
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    tag: 'webhooks',
    summary: 'Create a webhook',
    returns: 'The new webhook, with its secret if the request contained none.',
    description:
      'A user has at most 20 webhooks, unless the operator sets another number. No later response contains the secret, except a repeat with the same idempotency key.',
    scope: 'write',
    role: 'admin',
    body: z.strictObject({
      url,
      events: events.default(['*']),
      secret,
    }),
    response: z.strictObject({
      ...identity,
      secret: z.string().optional().meta({ description: 'The new secret; only if the request contained none.' }),
    }),
    errors: ['limit_reached', 'forbidden_address'],
    example: {
      body: { url: exampleIdentity.url, events: exampleIdentity.events },
      response: { ...exampleIdentity, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwYk5d2mVn1xQ=' },
    },
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    tag: 'webhooks',
    summary: 'List webhooks',
    returns: 'All webhooks of the user.',
    description: 'All webhooks of the user with their status. Secrets are never returned.',
    scope: 'read',
    role: 'admin',
    response: envelope(z.strictObject({ webhooks: z.array(webhook) })),
    example: { response: { status: 'ok', data: { webhooks: [exampleWebhook] } } },
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/webhooks/{id}',
    tag: 'webhooks',
    summary: 'Change a webhook',
    returns: 'The webhook as it is after the change.',
    description:
      'Changes the URL, the events, or both; what is left out stays. After a change of the URL, deliveries that wait go to the new URL. A disabled webhook stays disabled until it is enabled.',
    scope: 'write',
    role: 'admin',
    params,
    body: z.strictObject({ url: url.optional(), events: events.optional() }),
    response: envelope(webhook),
    errors: ['forbidden_address'],
    example: {
      body: { events: exampleIdentity.events },
      response: { status: 'ok', data: exampleWebhook },
    },
    addition: true,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    tag: 'webhooks',
    summary: 'Replace the secret of a webhook',
    returns: 'The new secret if the request contained none, and until when the old one signs as well.',
    description:
      'For a day, deliveries are signed with the new secret and with the one before. A rotation within that day ends the older of the two. Send an `Idempotency-Key`, so that a repeated request rotates only once.',
    scope: 'write',
    role: 'admin',
    params,
    body: z.strictObject({ secret }),
    bodyOptional: true,
    response: envelope(
      z.strictObject({
        id: z.int(),
        secret: z.string().optional().meta({ description: 'The new secret; only if the request contained none.' }),
        previous_valid_until: time.meta({ description: 'Until then the secret before signs as well.' }),
      }),
    ),
    example: {
      body: {},
      response: {
        status: 'ok',
        data: {
          id: 5,
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwYk5d2mVn1xQ=',
          previous_valid_until: '2026-11-03T09:00:00.000Z',
        },
      },
    },
    addition: true,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{id}',
    tag: 'webhooks',
    summary: 'Delete a webhook',
    returns: 'The webhook was deleted.',
    description: 'Deliveries that have not ended are cancelled. The history of deliveries stays readable for 90 days.',
    scope: 'write',
    role: 'admin',
    params,
    response: z.strictObject({ status: ok }),
    example: { response: { status: 'ok' } },
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    tag: 'webhooks',
    summary: 'List a webhook’s deliveries',
    returns: 'A page of deliveries, newest first.',
    description: 'Newest first, with every attempt. Works for deleted webhooks too.',
    scope: 'read',
    role: 'admin',
    params,
    query: z.strictObject(downwardsQuery),
    response: z.strictObject({
      status: ok,
      deliveries: z.array(delivery).max(100),
      ...downwardsNext,
    }),
    example: {
      response: {
        status: 'ok',
        deliveries: [
          {
            ...pendingDelivery,
            status: 'retrying',
            attempts: 1,
            next_attempt_at: '2026-11-02T09:00:08.000Z',
            last_status_code: 503,
            last_error_code: 'http_error',
            attempt_history: [
              {
                attempt_number: 1,
                started_at: '2026-11-02T09:00:03.000Z',
                finished_at: '2026-11-02T09:00:03.000Z',
                status_code: 503,
                error_code: 'http_error',
              },
            ],
          },
        ],
        next_cursor: null,
        next_before: null,
      },
    },
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/{id}/test',
    tag: 'webhooks',
    summary: 'Send a test event',
    returns: 'The delivery, queued.',
    description: 'Queues a `post.published` event with `data.test` true, whatever events the webhook subscribes to.',
    scope: 'write',
    role: 'admin',
    params,
    response: newDelivery,
    errors: ['wrong_state'],
    example: { response: { status: 'ok', data: { delivery: pendingDelivery } } },
    addition: true,
  },
  enableWebhook: {
    method: 'POST',
    path: '/webhooks/{id}/enable',
    tag: 'webhooks',
    summary: 'Enable a webhook that was disabled',
    returns: 'The webhook, enabled.',
    description: 'The webhook receives events from now on. Enabling an enabled webhook changes nothing.',
    scope: 'write',
    role: 'admin',
    params,
    response: envelope(webhook),
    errors: ['forbidden_address'],
    example: { response: { status: 'ok', data: exampleWebhook } },
    addition: true,
  },
  redeliver: {
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    tag: 'webhooks',
    summary: 'Deliver an event again',
    returns: 'The new delivery, queued.',
    description:
      'Creates a new delivery with the same `event_id`. Not possible while the webhook is disabled or deleted.',
    scope: 'write',
    role: 'admin',
    params: z.strictObject({ id, delivery_id: pathId('delivery', 'ID of a delivery of this webhook.') }),
    response: newDelivery,
    errors: ['wrong_state'],
    example: { response: { status: 'ok', data: { delivery: pendingDelivery } } },
    addition: true,
  },
} as const satisfies Record<string, Operation>
