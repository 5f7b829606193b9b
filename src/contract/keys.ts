import { z } from 'zod'
import { maxMinutesAhead, policyTypes } from '../domain/policy.ts'
import { actor, envelope, exampleActor, pathId, time } from './common.ts'
import type { Operation } from './operation.ts'

/** An offset can move a time out of the years that the API can represent. */
const isRepresentable = (time: string): boolean =>
  !(Date.parse(time) < Date.parse('0000-01-01T00:00:00Z') || Date.parse(time) > Date.parse('9999-12-31T23:59:59.999Z'))

const scope = z.enum(['read', 'write', 'admin'])

const policy = z.enum(policyTypes).meta({
  description:
    '`publish`: everything. `ahead`: only posts that are scheduled at least `minutes_ahead` minutes ahead. `drafts`: nothing goes out; a draft that is submitted waits for approval.',
  'x-addition': true,
})

export const minutesAhead = z.int().min(1).max(maxMinutesAhead).meta({
  description: 'Required with the policy `ahead`, and only allowed with it.',
  'x-addition': true,
})

const unattended = z.boolean().meta({
  description:
    'Whether it may publish and delete without asking. `false`: an assistant asks a person before it publishes, replies, or takes away what is scheduled; if its client cannot ask, posts wait for approval, and the rest is refused. Outside of `/mcp` nobody can be asked, so there such a key may do what one with the policy `drafts` may.',
  'x-addition': true,
})

/** The program to which a person gave the key. */
const application = z
  .strictObject({
    client_id: z.string(),
    name: z.string().meta({ description: 'As the application calls itself.' }),
    host: z.string().meta({ description: 'Where it is published, or where the browser went after the consent.' }),
    signed_in_until: time.meta({ description: 'Its key cannot be renewed after that. Every renewal moves it.' }),
  })
  .meta({ id: 'KeyApplication' })

/** The person to whom a key belongs. */
const keyPerson = z
  .strictObject({
    id: z.int().meta({ description: 'ID of the person.' }),
    name: z.string().meta({ description: 'As the person is called now, or was called when the key was made.' }),
    active: z
      .boolean()
      .meta({ description: 'False: the person can no longer sign in here, so the key does not work.' }),
  })
  .meta({ id: 'KeyPerson' })

/** A key without its secret. */
export const keySummary = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    prefix: z.string().meta({ description: 'The key’s first 10 characters.' }),
    scopes: z.array(scope),
    policy,
    minutes_ahead: minutesAhead.nullable().meta({ description: 'Null without the policy `ahead`.' }),
    unattended,
    expires_at: time.nullable(),
    last_used_at: time.nullable().meta({ description: 'Accurate to a minute.' }),
    revoked_at: time.nullable(),
    created_by: actor
      .nullable()
      .meta({ description: 'Null for a key that the command line created, and for old keys.', 'x-addition': true }),
    person: keyPerson.nullable().meta({
      description:
        'Whose key it is: it may do no more than this person may now. Null: a service key, which belongs to nobody and stays when people leave.',
      'x-addition': true,
    }),
    application: application.nullable().meta({
      description:
        'The application that a person authorized with OAuth, such as an assistant. It renews its key every hour; `id` stays. To end its access, revoke the key.',
      'x-addition': true,
    }),
    created_at: time,
  })
  .meta({ id: 'ApiKey' })

const name = z.string().trim().min(1).max(80)

const expiry = z.iso
  .datetime({ offset: true })
  .refine(isRepresentable, 'Must be in the years 0 to 9999 (UTC).')
  .nullable()

const newKeyFields = {
  name,
  scopes: z
    .array(scope)
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Must contain each scope only once.')
    .default(['read', 'write']),
  policy: policy.default('publish'),
  minutes_ahead: minutesAhead.optional(),
  unattended: unattended.default(true),
  expires_at: expiry.default(null),
}

type NewKey = z.output<z.ZodObject<typeof newKeyFields>>

function checkNew(body: NewKey, context: z.RefinementCtx) {
  checkMinutes(body, context)
  if (body.policy !== 'publish' && body.scopes.includes('admin'))
    context.addIssue({
      code: 'custom',
      path: ['policy'],
      message: 'A key with the scope `admin` can create other keys, so its policy must be `publish`.',
    })
}

/** The fields of a new service key. */
export const newKeyBody = z.strictObject(newKeyFields).superRefine(checkNew)

const newOwnKeyBody = z
  .strictObject({
    ...newKeyFields,
    service: z.boolean().default(false).meta({
      description:
        'False: the key is yours, and may do no more than you may at each request. True: a service key, which belongs to nobody and stays when you leave.',
      'x-addition': true,
    }),
  })
  .superRefine(checkNew)

function checkMinutes(
  body: { policy?: string | undefined; minutes_ahead?: number | undefined },
  context: z.RefinementCtx,
) {
  if ((body.policy === 'ahead') === (body.minutes_ahead !== undefined)) return
  context.addIssue({
    code: 'custom',
    path: ['minutes_ahead'],
    message: 'Is required with the policy `ahead`, and only allowed with it.',
  })
}

export const createdKey = envelope(
  z.strictObject({
    ...keySummary.shape,
    key: z.string().nullable().meta({ description: 'The complete key; null in a repeated response.' }),
  }),
)

export const revokedKey = envelope(z.strictObject({ id: z.int(), revoked_at: time }))

export const exampleKey = {
  id: 7,
  name: 'deploy script',
  prefix: 'pp_4fK9aLm',
  scopes: ['read', 'write'],
  policy: 'publish',
  minutes_ahead: null,
  unattended: true,
  expires_at: null,
  last_used_at: '2026-11-02T09:14:00.000Z',
  revoked_at: null,
  created_by: exampleActor,
  person: { id: exampleActor.id, name: exampleActor.name, active: true },
  application: null,
  created_at: '2026-11-01T08:00:00.000Z',
} as const

export const exampleCreated = {
  status: 'ok',
  data: { ...exampleKey, last_used_at: null, key: 'pp_4fK9aLmT2vXcB7nQe81RzY5uWp3HsJd60GkPoNaF' },
}

export const exampleRevoked = { status: 'ok', data: { id: 7, revoked_at: '2026-11-02T09:00:00.000Z' } }

const params = z.strictObject({ id: pathId('key', 'ID of an API key.') })

const ahead = { policy: 'ahead', minutes_ahead: 10 } as const

export const keyOperations = {
  listOwnKeys: {
    method: 'GET',
    path: '/keys',
    tag: 'keys',
    summary: 'List your API keys',
    returns: 'All keys of the user, without the keys themselves.',
    description:
      'All keys of your user with their scopes and their last use, without the keys themselves. An application that somebody authorized is one key.',
    scope: 'admin',
    role: 'admin',
    response: envelope(z.strictObject({ keys: z.array(keySummary) })),
    example: { response: { status: 'ok', data: { keys: [exampleKey] } } },
    addition: true,
  },
  createOwnKey: {
    method: 'POST',
    path: '/keys',
    tag: 'keys',
    summary: 'Create an API key for yourself',
    returns: 'The new key.',
    description:
      'Only this response contains the key itself. A repeat with the same idempotency key returns `key` null. A key has no more rights than its creator. A key that a person makes is theirs: it shrinks with their role, and stops when they leave.',
    scope: 'admin',
    role: 'admin',
    fresh: true,
    body: newOwnKeyBody,
    response: createdKey,
    errors: ['limit_reached'],
    example: {
      body: { name: 'assistant', ...ahead },
      response: { status: 'ok', data: { ...exampleCreated.data, name: 'assistant', ...ahead } },
    },
    addition: true,
  },
  updateOwnKey: {
    method: 'PATCH',
    path: '/keys/{id}',
    tag: 'keys',
    summary: 'Change an API key',
    returns: 'The key as it is after the change.',
    description:
      'Fields that you leave out stay as they are. The next request with the key has the new rights. To change its scopes, create another key.',
    scope: 'admin',
    role: 'admin',
    fresh: true,
    params,
    body: z
      .strictObject({
        name: name.optional(),
        policy: policy.optional(),
        minutes_ahead: minutesAhead.optional(),
        unattended: unattended.optional(),
        expires_at: expiry.optional().meta({ description: 'Null: the key does not expire.' }),
      })
      .superRefine(checkMinutes),
    response: envelope(keySummary),
    errors: ['wrong_state'],
    example: {
      body: ahead,
      response: { status: 'ok', data: { ...exampleKey, ...ahead } },
    },
    addition: true,
  },
  revokeOwnKey: {
    method: 'DELETE',
    path: '/keys/{id}',
    tag: 'keys',
    summary: 'Revoke an API key of yours',
    returns: 'The key was revoked.',
    description: 'The key stops working at once. Revoking it again changes nothing.',
    scope: 'admin',
    role: 'admin',
    fresh: true,
    params,
    response: revokedKey,
    example: { response: exampleRevoked },
    addition: true,
  },
} as const satisfies Record<string, Operation>
