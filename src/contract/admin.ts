import { z } from 'zod'
import { planIds, tiers } from '../domain/plans.ts'
import { envelope, nextCursor, onePaging, pageMeta, pageOrCursorQuery, pathId, time } from './common.ts'
import { createdKey, exampleCreated, exampleKey, exampleRevoked, keySummary, newKeyBody, revokedKey } from './keys.ts'
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

const params = z.strictObject({ id: pathId('user', 'ID of a user.') })

const exampleUser = {
  id: 2,
  email: 'ana@acme.example',
  plan_id: 2,
  tier: 'starter',
  default_profile_id: 'k3TfQ9sXb2Lm',
  created_at: '2026-11-01T08:00:00.000Z',
} as const

export const adminOperations = {
  listUsers: {
    method: 'GET',
    path: '/admin/users',
    tag: 'admin',
    summary: 'List the users of this instance',
    returns: 'A page of users.',
    description: 'All users of this instance, oldest first.',
    scope: 'admin',
    query: z.strictObject(pageOrCursorQuery).superRefine(onePaging),
    response: envelope(z.strictObject({ users: z.array(user), meta: pageMeta, next_cursor: nextCursor })),
    example: {
      response: {
        status: 'ok',
        data: { users: [exampleUser], meta: { page: 1, per_page: 25, total: 1 }, next_cursor: null },
      },
    },
    addition: true,
  },
  createUser: {
    method: 'POST',
    path: '/admin/users',
    tag: 'admin',
    summary: 'Create a user',
    returns: 'The new user.',
    description: 'The user gets a default profile, but no API key.',
    scope: 'admin',
    body: z.strictObject({ email: z.email().max(254), plan_id: planId.default(1) }),
    response: envelope(user),
    errors: ['name_taken'],
    example: { body: { email: 'ana@acme.example', plan_id: 2 }, response: { status: 'ok', data: exampleUser } },
    addition: true,
  },
  updateUser: {
    method: 'PATCH',
    path: '/admin/users/{id}',
    tag: 'admin',
    summary: 'Change a user’s plan',
    returns: 'The user as it is after the change.',
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
    returns: 'All keys of the user, without the keys themselves.',
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
    returns: 'The new key.',
    description:
      'Only this response contains the key itself. A repeat with the same idempotency key returns `key` null.',
    scope: 'admin',
    fresh: true,
    params,
    body: newKeyBody,
    response: createdKey,
    errors: ['limit_reached'],
    example: { body: { name: exampleKey.name }, response: exampleCreated },
    addition: true,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/admin/keys/{id}',
    tag: 'admin',
    summary: 'Revoke an API key',
    returns: 'The key was revoked.',
    description: 'The key stops working at once. Revoking it again changes nothing.',
    scope: 'admin',
    fresh: true,
    params: z.strictObject({ id: pathId('key', 'ID of an API key.') }),
    response: revokedKey,
    example: { response: exampleRevoked },
    addition: true,
  },
} as const satisfies Record<string, Operation>
