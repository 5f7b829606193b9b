import { z } from 'zod'
import { auditActions, auditFields, auditTargets } from '../domain/audit.ts'
import { isCommonPassword } from '../domain/common-passwords.ts'
import { roles } from '../domain/roles.ts'
import {
  downwardsNext,
  downwardsQuery,
  envelope,
  maxId,
  pathId,
  queryFlag,
  queryInteger,
  queryWords,
  time,
} from './common.ts'
import type { Operation } from './operation.ts'

const rolesInOrder = 'Each role may do what those before it may: viewer, author, editor, admin, owner.'

export const role = z.enum(roles).meta({ id: 'Role', description: rolesInOrder })

/** The same in a request, where the values are all there are. */
const newRole = z.enum(roles).meta({ id: 'NewRole', description: rolesInOrder })

export const email = z.email().max(254).toLowerCase()
export const personName = z.string().trim().min(1).max(80)
export const password = z.string().max(256)
export const newPassword = z
  .string()
  .min(12)
  .max(256)
  .refine((text) => !isCommonPassword(text), 'This password is among those that are guessed first. Choose another one.')
  .meta({ description: 'At least 12 characters, and not easy to guess: three or four unrelated words.' })

/** The secret part of a link, as it stands behind `token=` in the link. */
export const linkToken = z.string().min(1).max(200)

const person = z
  .strictObject({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    role,
    disabled: z.boolean().meta({ description: 'The person can’t sign in for this user.' }),
    has_second_factor: z.boolean().meta({
      description: 'Signing in with the password needs a code of an authenticator app, too.',
      'x-addition': true,
    }),
    last_seen_at: time.nullable().meta({ description: 'Accurate to a minute; null if no session is left.' }),
    created_at: time,
  })
  .meta({ id: 'Person' })

const invite = z
  .strictObject({ id: z.int(), email: z.string(), role, expires_at: time, created_at: time })
  .meta({ id: 'Invite' })

const auditValue = z.union([z.string(), z.number(), z.boolean()]).nullable()

const auditChange = z
  .strictObject({
    field: z.enum(auditFields).meta({ description: 'The field of the API that has another value.' }),
    from: auditValue.meta({ description: 'The value before; null: there was none.' }),
    to: auditValue.meta({ description: 'The value after; null: there is none.' }),
  })
  .meta({ id: 'AuditChange' })

const auditEntry = z
  .strictObject({
    id: z.int(),
    action: z.enum(auditActions),
    by: z
      .strictObject({ type: z.enum(['person', 'key']), id: z.int(), name: z.string() })
      .nullable()
      .meta({
        description:
          'Null: the command line of the operator, or whoever opened a link to connect an account. The name is the one of that time.',
      }),
    target: z
      .strictObject({ type: z.enum(auditTargets), id: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'What it was about; null: the person or the user itself.' }),
    change: z.array(auditChange).nullable().meta({
      description:
        'The roles, rights and email addresses that are other than before; null: none, or it was before this was recorded.',
      'x-addition': true,
    }),
    address: z.string().nullable().meta({ description: 'Where a person signed in from.' }),
    created_at: time,
  })
  .meta({ id: 'AuditEntry' })

const params = z.strictObject({ id: pathId('person', 'ID of a person.') })

const examplePerson = {
  id: 3,
  email: 'ana@acme.example',
  name: 'Ana',
  role: 'editor',
  disabled: false,
  has_second_factor: true,
  last_seen_at: '2026-11-23T09:14:00.000Z',
  created_at: '2026-11-20T08:00:00.000Z',
} as const

const exampleInvite = {
  id: 5,
  email: 'ben@acme.example',
  role: 'author',
  expires_at: '2026-11-26T08:00:00.000Z',
  created_at: '2026-11-23T08:00:00.000Z',
} as const

export const peopleOperations = {
  listPeople: {
    method: 'GET',
    path: '/people',
    tag: 'people',
    summary: 'List the people of the user',
    returns: 'The people of the user.',
    description: 'Everybody who can sign in for the user, with their roles, oldest first.',
    scope: 'admin',
    role: 'admin',
    response: envelope(z.strictObject({ people: z.array(person) })),
    example: { response: { status: 'ok', data: { people: [examplePerson] } } },
    addition: true,
  },
  updatePerson: {
    method: 'PATCH',
    path: '/people/{id}',
    tag: 'people',
    summary: 'Change a person’s role, or disable a person',
    returns: 'The person as they are after the change.',
    description:
      'Ends the person’s sessions for this user, so a change applies at once. Nobody can give a role above their own, or change a person whose role is above their own. The last owner stays. Whom the operator disabled for the whole instance, only the operator enables: then `disabled: false` is `wrong_state`.',
    scope: 'admin',
    role: 'admin',
    fresh: true,
    params,
    body: z.strictObject({ role: newRole.optional(), disabled: z.boolean().optional() }),
    response: envelope(person),
    errors: ['insufficient_role', 'last_owner', 'wrong_state'],
    example: { body: { role: 'editor' }, response: { status: 'ok', data: examplePerson } },
    addition: true,
  },
  removePerson: {
    method: 'DELETE',
    path: '/people/{id}',
    tag: 'people',
    summary: 'Remove a person',
    returns: 'The person was removed: their ID.',
    description:
      'The person’s sessions for this user end at once, and the keys that belong to the person stop working. What the person did stays. The last owner can’t be removed.',
    scope: 'admin',
    role: 'admin',
    fresh: true,
    params,
    query: z.strictObject({
      keep_keys: queryFlag('The keys of the person become service keys, and go on working.'),
    }),
    response: envelope(z.strictObject({ id: z.int() })),
    errors: ['insufficient_role', 'last_owner'],
    example: { response: { status: 'ok', data: { id: 3 } } },
    addition: true,
  },
  endPersonSessions: {
    method: 'DELETE',
    path: '/people/{id}/sessions',
    tag: 'people',
    summary: 'End the sessions of a person',
    returns: 'The sessions have ended.',
    description:
      'The person is signed out of this user in every browser at once, and may sign in again. Nothing else changes: to keep somebody out, disable or remove them.',
    scope: 'admin',
    role: 'admin',
    fresh: true,
    params,
    response: envelope(z.strictObject({ ended: z.int().meta({ description: 'How many sessions ended.' }) })),
    errors: ['insufficient_role'],
    example: { response: { status: 'ok', data: { ended: 2 } } },
    addition: true,
  },
  createInvite: {
    method: 'POST',
    path: '/invites',
    tag: 'people',
    summary: 'Invite a person',
    returns: 'The new invite, with its link.',
    description:
      'Only this response contains the link. Send it to the person yourself: Polypost sends no emails. It works once, within 72 hours, for this email address and this role. A new invite of the same address replaces the earlier one.',
    scope: 'admin',
    role: 'admin',
    fresh: true,
    body: z.strictObject({ email, role: newRole }),
    response: envelope(
      z.strictObject({
        ...invite.shape,
        link: z.string().nullable().meta({ description: 'The link to send; null in a repeated response.' }),
      }),
    ),
    errors: ['insufficient_role', 'already_member', 'limit_reached'],
    example: {
      body: { email: 'ben@acme.example', role: 'author' },
      response: {
        status: 'ok',
        data: {
          ...exampleInvite,
          link: 'https://polypost.example/invite#token=4fK9aLmT2vXcB7nQe81RzY5uWp3HsJd60GkPoNaF9xQ',
        },
      },
    },
    addition: true,
  },
  listInvites: {
    method: 'GET',
    path: '/invites',
    tag: 'people',
    summary: 'List open invites',
    returns: 'All open invites, without their links.',
    description: 'Invites that were neither accepted nor deleted and have not expired, without their links.',
    scope: 'admin',
    role: 'admin',
    response: envelope(z.strictObject({ invites: z.array(invite) })),
    example: { response: { status: 'ok', data: { invites: [exampleInvite] } } },
    addition: true,
  },
  deleteInvite: {
    method: 'DELETE',
    path: '/invites/{id}',
    tag: 'people',
    summary: 'Delete an invite',
    returns: 'The invite was deleted: its ID.',
    description: 'The link stops working at once.',
    scope: 'admin',
    role: 'admin',
    params: z.strictObject({ id: pathId('invite', 'ID of an invite.') }),
    response: envelope(z.strictObject({ id: z.int() })),
    example: { response: { status: 'ok', data: { id: 5 } } },
    addition: true,
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    tag: 'people',
    summary: 'List who did what',
    returns: 'A page of entries, newest first.',
    description:
      'Sign-ins, refused sign-ins of known people, and changes of people, keys, the plan, profiles, connections, settings and webhooks. Newest first.',
    scope: 'admin',
    role: 'admin',
    query: z.strictObject({
      ...downwardsQuery,
      action: queryWords(auditActions, 'Only these actions.'),
      person: queryInteger({ min: 1, max: maxId }).meta({ description: 'Only what the person with this ID did.' }),
    }),
    response: envelope(z.strictObject({ entries: z.array(auditEntry), ...downwardsNext })),
    example: {
      response: {
        status: 'ok',
        data: {
          entries: [
            {
              id: 41,
              action: 'key.created',
              by: { type: 'person', id: 3, name: 'Ana' },
              target: { type: 'key', id: '7', name: 'deploy script' },
              change: null,
              address: null,
              created_at: '2026-11-23T09:14:00.000Z',
            },
          ],
          next_cursor: null,
          next_before: null,
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
