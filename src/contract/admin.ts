import { z } from 'zod'
import { planIds, tiers } from '../domain/plans.ts'
import { envelope, pageMeta, pageQuery, pathId, time } from './common.ts'
import type { Operation } from './operation.ts'

const planId = z.literal(planIds).meta({ description: '1 Free, 2 Starter, 3 Pro, 4 Business.' })

const user = z
  .strictObject({
    id: z.int(),
    email: z.string(),
    plan_id: planId,
    tier: z.enum(tiers),
    default_profile_id: z.string(),
    created_at: time,
  })
  .meta({ id: 'User' })

/** An offset can move a time out of the years that the API can represent. */
const isRepresentable = (time: string): boolean =>
  !(Date.parse(time) < Date.parse('0000-01-01T00:00:00Z') || Date.parse(time) > Date.parse('9999-12-31T23:59:59.999Z'))

const scope = z.enum(['read', 'write', 'admin'])

/** A key without its secret. */
export const keySummary = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    prefix: z.string().meta({ description: 'The key’s first 10 characters.' }),
    scopes: z.array(scope),
    expires_at: time.nullable(),
    last_used_at: time.nullable().meta({ description: 'Accurate to a minute.' }),
    revoked_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: 'ApiKey' })

const params = z.strictObject({ id: pathId('user', 'ID of a user.') })

const exampleUser = {
  id: 2,
  email: 'ana@acme.example',
  plan_id: 2,
  tier: 'starter',
  default_profile_id: 'k3TfQ9sXb2Lm',
  created_at: '2026-11-01T08:00:00.000Z',
} as const

export const exampleKey = {
  id: 7,
  name: 'deploy script',
  prefix: 'pp_4fK9aLm',
  scopes: ['read', 'write'],
  expires_at: null,
  last_used_at: '2026-11-02T09:14:00.000Z',
  revoked_at: null,
  created_at: '2026-11-01T08:00:00.000Z',
} as const

export const adminOperations = {
  listUsers: {
    method: 'GET',
    path: '/admin/users',
    tag: 'admin',
    summary: 'List the users of this instance',
    description: 'All users of this instance, oldest first.',
    scope: 'admin',
    query: z.strictObject(pageQuery),
    response: envelope(z.strictObject({ users: z.array(user), meta: pageMeta })),
    example: {
      response: { status: 'ok', data: { users: [exampleUser], meta: { page: 1, per_page: 25, total: 1 } } },
    },
    addition: true,
  },
  createUser: {
    method: 'POST',
    path: '/admin/users',
    tag: 'admin',
    summary: 'Create a user',
    description: 'The user gets a default profile, but no API key.',
    scope: 'admin',
    body: z.strictObject({ email: z.email().max(254), plan_id: planId.default(1) }),
    response: envelope(user),
    errors: ['name_taken'],
    example: { body: { email: 'ana@acme.example', plan_id: 2 }, response: { status: 'ok', data: exampleUser } },
    idempotent: true,
    addition: true,
  },
  updateUser: {
    method: 'PATCH',
    path: '/admin/users/{id}',
    tag: 'admin',
    summary: 'Change a user’s plan',
    description: 'Changes the plan. A lower plan applies at once, and deletes nothing.',
    scope: 'admin',
    params,
    body: z.strictObject({ plan_id: planId }),
    response: envelope(user),
    example: { body: { plan_id: 3 }, response: { status: 'ok', data: { ...exampleUser, plan_id: 3, tier: 'pro' } } },
    addition: true,
  },
  listKeys: {
    method: 'GET',
    path: '/admin/users/{id}/keys',
    tag: 'admin',
    summary: 'List a user’s API keys',
    description: 'All keys of the user with their scopes and their last use, without the keys themselves.',
    scope: 'admin',
    params,
    response: envelope(z.strictObject({ keys: z.array(keySummary) })),
    example: { response: { status: 'ok', data: { keys: [exampleKey] } } },
    addition: true,
  },
  createKey: {
    method: 'POST',
    path: '/admin/users/{id}/keys',
    tag: 'admin',
    summary: 'Create an API key',
    description:
      'Only this response contains the key itself. A repeat with the same idempotency key returns `key` null.',
    scope: 'admin',
    fresh: true,
    params,
    body: z.strictObject({
      name: z.string().trim().min(1).max(80),
      scopes: z
        .array(scope)
        .min(1)
        .refine((scopes) => new Set(scopes).size === scopes.length, 'Must contain each scope only once.')
        .default(['read', 'write']),
      expires_at: z.iso
        .datetime({ offset: true })
        .refine(isRepresentable, 'Must be in the years 0 to 9999 (UTC).')
        .nullable()
        .default(null),
    }),
    response: envelope(
      z.strictObject({
        ...keySummary.shape,
        key: z.string().nullable().meta({ description: 'The complete key; null in a repeated response.' }),
      }),
    ),
    errors: ['limit_reached'],
    example: {
      body: { name: 'deploy script' },
      response: {
        status: 'ok',
        data: { ...exampleKey, last_used_at: null, key: 'pp_4fK9aLmT2vXcB7nQe81RzY5uWp3HsJd60GkPoNaF' },
      },
    },
    idempotent: true,
    addition: true,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/admin/keys/{id}',
    tag: 'admin',
    summary: 'Revoke an API key',
    description: 'The key stops working at once. Revoking it again changes nothing.',
    scope: 'admin',
    fresh: true,
    params: z.strictObject({ id: pathId('key', 'ID of an API key.') }),
    response: envelope(z.strictObject({ id: z.int(), revoked_at: time })),
    example: { response: { status: 'ok', data: { id: 7, revoked_at: '2026-11-02T09:00:00.000Z' } } },
    addition: true,
  },
} as const satisfies Record<string, Operation>
