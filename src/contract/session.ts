import { z } from 'zod'
import { tiers } from '../domain/plans.ts'
import { bodyId, envelope, pathId, time } from './common.ts'
import { code, exampleMe, examplePassword, me, mine } from './me.ts'
import type { Operation } from './operation.ts'
import { email, linkToken, newPassword, password, personName, role } from './people.ts'

const viewedUser = z
  .strictObject({ id: z.int(), email: z.string(), tier: z.enum(tiers), default_profile_id: z.string() })
  .meta({ id: 'ViewedUser' })

/** A person who is signed in. */
const signedIn = z
  .strictObject({
    person: me,
    user: viewedUser.meta({ description: 'The user in view: requests with this session act for it.' }),
    role,
    memberships: z
      .array(z.strictObject({ user: z.strictObject({ id: z.int(), email: z.string() }), role }))
      .meta({ description: 'The users that the person can switch to, the one in view among them.' }),
    password_until: time.meta({
      description: 'Until then the password counts as entered, for operations marked `x-fresh`.',
    }),
    expires_at: time.meta({ description: 'When the session ends, however much it is used.' }),
  })
  .meta({ id: 'SignedIn' })

const session = z
  .strictObject({
    id: z.int(),
    current: z.boolean().meta({ description: 'It is the session of this request.' }),
    label: z.string().meta({ description: 'Browser and system, for people.' }),
    address: z.string().meta({ description: 'Where it began. Of IPv6 only the first half.' }),
    last_seen_at: time.meta({ description: 'Accurate to a minute.' }),
    created_at: time,
    expires_at: time,
  })
  .meta({ id: 'Session' })

const exampleSignedIn = {
  person: exampleMe,
  user: { id: 1, email: 'owner@localhost', tier: 'business', default_profile_id: 'k3TfQ9sXb2Lm' },
  role: 'owner',
  memberships: [{ user: { id: 1, email: 'owner@localhost' }, role: 'owner' }],
  password_until: '2026-11-23T09:24:00.000Z',
  expires_at: '2027-02-21T09:14:00.000Z',
} as const

/** Browsers read two slashes, also backslashes, as the beginning of another host. */
const ownPath = /^\/(?![/\\])[\x21-\x7e]*$/

const exampleToken = '4fK9aLmT2vXcB7nQe81RzY5uWp3HsJd60GkPoNaF9xQ'
export const sessionOperations = {
  setUp: {
    method: 'POST',
    idempotent: false,
    path: '/setup',
    tag: 'session',
    summary: 'Become the owner of this instance',
    returns: 'The owner is signed in: the session is in a cookie.',
    description:
      'Takes the token of the link that the first start prints. It works once, and only while nobody is the owner. Signs the owner in.',
    scope: null,
    cookie: true,
    body: z.strictObject({ token: linkToken, email, name: personName, password: newPassword }),
    response: envelope(signedIn),
    errors: ['invalid_link', 'name_taken'],
    example: {
      body: { token: exampleToken, email: 'ana@acme.example', name: 'Ana', password: examplePassword },
      response: { status: 'ok', data: exampleSignedIn },
    },
    addition: true,
  },
  signIn: {
    method: 'POST',
    idempotent: false,
    path: '/session',
    tag: 'session',
    summary: 'Sign in',
    returns: 'The person is signed in: the session is in a cookie.',
    description:
      'With `email` and `password`, or with the `token` of a sign-in link alone. A person with a second factor also sends `code`; without it the error is `code_needed`. The session is a cookie that scripts can’t read. It ends after 14 days without a request, at the latest after 90 days. After 5 wrong passwords or codes the answer is 429 for up to a quarter of an hour.',
    scope: null,
    cookie: true,
    body: z.strictObject({
      email: email.optional(),
      password: password.optional(),
      code: code.optional(),
      token: linkToken.optional(),
    }),
    response: envelope(signedIn),
    errors: ['sign_in_refused', 'code_needed', 'invalid_link'],
    example: {
      body: { email: 'ana@acme.example', password: examplePassword },
      response: { status: 'ok', data: exampleSignedIn },
    },
    addition: true,
  },
  getSession: {
    method: 'GET',
    path: '/session',
    tag: 'session',
    summary: 'Read who is signed in',
    returns: 'Who is signed in; without a session, how one can sign in.',
    description: 'Answers without a session too: then `session` is null.',
    scope: null,
    response: envelope(
      z.strictObject({
        session: signedIn.nullable().meta({ description: 'Null: nobody is signed in.' }),
        setup_open: z.boolean().meta({ description: 'Nobody is the owner yet: the set-up link is waiting.' }),
        oidc: z
          .strictObject({
            name: z.string().meta({ description: 'For the button.' }),
            only: z.boolean().meta({ description: 'Passwords do not sign in.' }),
          })
          .nullable()
          .meta({ description: 'Single sign-on with `POST /session/oidc`. Null: this instance has none.' }),
        second_factor_needed: z.boolean().meta({
          description:
            'This instance requires a second factor of the person, who has none. Until it is set up with `POST /me/second-factor`, all other operations are refused.',
          'x-addition': true,
        }),
        administers: z.boolean().meta({
          description:
            'Whether the person may administer this instance: check it, and control its simulated platforms.',
          'x-addition': true,
        }),
        sandbox: z
          .boolean()
          .meta({ description: 'Whether this instance has simulated platforms.', 'x-addition': true }),
      }),
    ),
    example: {
      response: {
        status: 'ok',
        data: {
          session: exampleSignedIn,
          setup_open: false,
          oidc: { name: 'Acme', only: false },
          second_factor_needed: false,
          administers: true,
          sandbox: false,
        },
      },
    },
    addition: true,
  },
  startOidc: {
    method: 'POST',
    idempotent: false,
    path: '/session/oidc',
    tag: 'session',
    summary: 'Sign in with single sign-on',
    returns: 'The URL of the identity provider.',
    description:
      'Returns the address of the identity provider. Send the browser there within 10 minutes: it comes back to `/oidc/callback`, which signs the person in and shows a page. With the `token` of an invite it accepts the invite: a new person needs no password. With `link` it links the person who is signed in, who must have entered the password in the last 10 minutes. A cookie binds the sign-in to this browser. Only issuer and subject identify a person, never an email address. Without an identity provider the error is `wrong_state`.',
    scope: null,
    cookie: true,
    body: z.strictObject({
      token: linkToken.optional(),
      link: z.boolean().optional(),
      return_to: z
        .string()
        .max(6_000)
        .regex(ownPath, 'Must be a path of this instance, such as /oauth/authorize?…')
        .optional()
        .meta({ description: 'A path of this instance where the browser goes afterwards.' }),
    }),
    bodyOptional: true,
    response: envelope(z.strictObject({ url: z.string() })),
    errors: ['wrong_state', 'unauthorized', 'invalid_link', 'password_needed', 'unavailable'],
    example: {
      body: {},
      response: { status: 'ok', data: { url: 'https://login.acme.example/authorize?client_id=polypost&state=9f2c' } },
    },
    addition: true,
  },
  signOut: {
    method: 'DELETE',
    path: '/session',
    tag: 'session',
    summary: 'Sign out',
    returns: 'Nobody is signed in in this browser any more.',
    description: 'Ends the session of the cookie, and removes the cookie. Without a session it does nothing.',
    scope: null,
    cookie: true,
    response: envelope(z.strictObject({ signed_out: z.boolean() })),
    example: { response: { status: 'ok', data: { signed_out: true } } },
    addition: true,
  },
  switchUser: {
    method: 'PATCH',
    idempotent: false,
    path: '/session',
    tag: 'session',
    summary: 'Switch to another user',
    returns: 'The person acts for the other user now.',
    description: 'The session acts for this user from now on. The person must be a member of it.',
    scope: 'write',
    ...mine,
    body: z.strictObject({ user: bodyId('user', 'ID of one of the users in `memberships`.') }),
    response: envelope(signedIn),
    example: { body: { user: 1 }, response: { status: 'ok', data: exampleSignedIn } },
    addition: true,
  },
  confirmSession: {
    method: 'POST',
    idempotent: false,
    path: '/session/confirm',
    tag: 'session',
    summary: 'Enter the password again',
    returns: 'The password is right: for 10 minutes it need not be entered again.',
    description: 'For the next 10 minutes, operations marked `x-fresh` are allowed in this session.',
    scope: 'write',
    ...mine,
    body: z.strictObject({ password }),
    response: envelope(z.strictObject({ password_until: time })),
    errors: ['sign_in_refused'],
    example: {
      body: { password: examplePassword },
      response: { status: 'ok', data: { password_until: '2026-11-23T09:24:00.000Z' } },
    },
    addition: true,
  },
  listSessions: {
    method: 'GET',
    path: '/sessions',
    tag: 'session',
    summary: 'List one’s own sessions',
    returns: 'The sessions of the person.',
    description: 'Every browser in which the person is signed in, the last used one first.',
    scope: 'read',
    ...mine,
    response: envelope(z.strictObject({ sessions: z.array(session) })),
    example: {
      response: {
        status: 'ok',
        data: {
          sessions: [
            {
              id: 12,
              current: true,
              label: 'Firefox on Linux',
              address: '203.0.113.9',
              last_seen_at: '2026-11-23T09:14:00.000Z',
              created_at: '2026-11-23T09:14:00.000Z',
              expires_at: '2027-02-21T09:14:00.000Z',
            },
          ],
        },
      },
    },
    addition: true,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/sessions',
    tag: 'session',
    summary: 'Sign out everywhere else',
    returns: 'How many sessions were ended.',
    description: 'Ends all sessions of the person except this one.',
    scope: 'write',
    ...mine,
    response: envelope(z.strictObject({ ended: z.int() })),
    example: { response: { status: 'ok', data: { ended: 2 } } },
    addition: true,
  },
  endSession: {
    method: 'DELETE',
    path: '/sessions/{id}',
    tag: 'session',
    summary: 'End one of one’s own sessions',
    returns: 'The session was ended.',
    description: 'It ends at once, in every process.',
    scope: 'write',
    ...mine,
    params: z.strictObject({ id: pathId('session', 'ID of a session.') }),
    response: envelope(z.strictObject({ id: z.int() })),
    example: { response: { status: 'ok', data: { id: 12 } } },
    addition: true,
  },
  changePassword: {
    method: 'POST',
    idempotent: false,
    path: '/me/password',
    tag: 'session',
    summary: 'Change one’s own password',
    returns: 'The password was changed, and the session is a new one.',
    description: 'All sessions end. This browser gets a new one.',
    scope: 'write',
    ...mine,
    fresh: true,
    cookie: true,
    body: z.strictObject({ password: newPassword }),
    response: envelope(signedIn),
    example: { body: { password: examplePassword }, response: { status: 'ok', data: exampleSignedIn } },
    addition: true,
  },
  acceptInvite: {
    method: 'POST',
    idempotent: false,
    path: '/invites/accept',
    tag: 'session',
    summary: 'Accept an invite',
    returns: 'The person is signed in: the session is in a cookie.',
    description:
      'Takes the token of an invite’s link. A new person sends `name` and a new `password`, and may send another `email` than the invited one, for example because somebody else uses that here; the audit list names both. A person who has an account already signs in first, or sends the `password` of that account. Signs the person in.',
    scope: null,
    cookie: true,
    body: z.strictObject({
      token: linkToken,
      email: email.optional().meta({ description: 'Instead of the invited address.', 'x-addition': true }),
      name: personName.optional(),
      password: password.optional(),
      code: code.optional(),
    }),
    response: envelope(signedIn),
    errors: ['invalid_link', 'sign_in_refused', 'code_needed'],
    example: {
      body: { token: exampleToken, name: 'Ben', password: examplePassword },
      response: { status: 'ok', data: exampleSignedIn },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
