import { z } from 'zod'
import { type EventName, eventData, typeNameOf } from './events.ts'
import type { Components, Json } from './json-schema.ts'

const callbackEvents = ['post.published', 'post.partial', 'post.failed'] as const satisfies readonly EventName[]

const bodyOf = <const N extends EventName>(name: N) =>
  z
    .strictObject({
      event: z.literal(name).meta({ description: 'The name of the event.' }),
      event_id: z.uuid().meta({ description: 'The same for every attempt. Use it to recognise a repeat.' }),
      data: eventData[name],
      sent_at: z.iso.datetime().meta({ description: 'When this attempt was made, in UTC.' }),
      signed_payload: z.string().meta({
        description:
          'The text that was signed: the other fields as JSON. Check its signature, then use only what is in it.',
      }),
    })
    .meta({ id: `${typeNameOf(name)}Callback` })

const callback = z
  .discriminatedUnion('event', [bodyOf('post.published'), bodyOf('post.partial'), bodyOf('post.failed')])
  .meta({ id: 'PostCallback', description: `The end of a post: ${callbackEvents.join(', ')}.` })

const header = (name: string, description: string, required: boolean): Json => ({
  name,
  in: 'header',
  description,
  required,
  schema: { type: 'string' },
})

/** The callback to the `webhook_url` of a request. */
export const callbackOf = (schemas: Components): Json => ({
  postEnded: {
    '{$request.body#/webhook_url}': {
      post: {
        summary: 'The post has ended',
        description:
          'Sent when the post has ended, and again if a retry changes the result. The signatures are made with the callback secret: see `GET /callback-secret`.',
        security: [],
        parameters: [
          header(
            'X-Service-Payload-Signature',
            'HMAC-SHA256 of `signed_payload`: `sha256=` and hexadecimal digits.',
            true,
          ),
          header(
            'X-Service-Payload-Signature-Previous',
            'The same with the secret before, for a day after a rotation.',
            false,
          ),
          header('webhook-id', 'The same for every attempt of a delivery, as in Standard Webhooks.', true),
          header('webhook-timestamp', 'When the attempt was made, in seconds since 1970.', true),
          header('webhook-signature', 'The signatures of Standard Webhooks, separated by spaces.', true),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.convert(callback, 'output') } },
        },
        responses: {
          '2XX': { description: 'You have received it.' },
          '4XX': { description: 'It is tried again, as after any other status and after 15 seconds without one.' },
        },
      },
    },
  },
})
