import { z } from 'zod'
import { tiers } from '../domain/plans.ts'
import { bodyId, envelope, pathId, time } from './common.ts'
import type { Operation } from './operation.ts'
import { email, linkToken, newPassword, password, personName, role } from './people.ts'

const code = z.string().trim().min(6).max(40).meta({
  description: 'The code that the authenticator app shows, or a recovery code. Each works once.',
})

const me = z
  .strictObject({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    has_password: z.boolean().meta({ description: 'False after a reset: set one with `POST /me/password`.' }),
    has_oidc: z.boolean().meta({ description: 'Linked with single sign-on.' }),
    has_second_factor: z
      .boolean()
      .meta({ description: 'Signing in with the password needs a code of an authenticator app, too.' }),
    recovery_codes_left: z.int(),
    created_at: time,
  })
  .meta({ id: 'Me' })

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

const exampleMe = {
  id: 3,
  email: 'ana@acme.example',
  name: 'Ana',
  has_password: true,
  has_oidc: false,
  has_second_factor: false,
  recovery_codes_left: 0,
  created_at: '2026-11-20T08:00:00.000Z',
} as const

const exampleSignedIn = {
  person: exampleMe,
  user: { id: 1, email: 'owner@localhost', tier: 'business', default_profile_id: 'k3TfQ9sXb2Lm' },
  role: 'owner',
  memberships: [{ user: { id: 1, email: 'owner@localhost' }, role: 'owner' }],
  password_until: '2026-11-23T09:24:00.000Z',
  expires_at: '2027-02-21T09:14:00.000Z',
} as const

const exampleToken = '4fK9aLmT2vXcB7nQe81RzY5uWp3HsJd60GkPoNaF9xQ'
const examplePassword = 'four words and a comma'
const exampleSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const exampleUrl = `otpauth://totp/Polypost%3Aana%40acme.example?secret=${exampleSecret}&issuer=Polypost`
const mine = { personal: true, role: 'viewer' } as const

export const sessionOperations = {
  setUp: {
    method: 'POST',
    path: '/setup',
    tag: 'session',
    summary: 'Become the owner of this instance',
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
    path: '/session',
    tag: 'session',
    summary: 'Sign in',
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
      }),
    ),
    example: {
      response: {
        status: 'ok',
        data: { session: exampleSignedIn, setup_open: false, oidc: { name: 'Acme', only: false } },
      },
    },
    addition: true,
  },
  startOidc: {
    method: 'POST',
    path: '/session/oidc',
    tag: 'session',
    summary: 'Sign in with single sign-on',
    description:
      'Returns the address of the identity provider. Send the browser there within 10 minutes: it comes back to `/oidc/callback`, which signs the person in and shows a page. With the `token` of an invite it accepts the invite: a new person needs no password. With `link` it links the person who is signed in, who must have entered the password in the last 10 minutes. A cookie binds the sign-in to this browser. Only issuer and subject identify a person, never an email address. Without an identity provider the error is `wrong_state`.',
    scope: null,
    cookie: true,
    body: z.strictObject({ token: linkToken.optional(), link: z.boolean().optional() }),
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
    description: 'Ends the session of the cookie, and removes the cookie. Without a session it does nothing.',
    scope: null,
    cookie: true,
    response: envelope(z.strictObject({ signed_out: z.boolean() })),
    example: { response: { status: 'ok', data: { signed_out: true } } },
    addition: true,
  },
  switchUser: {
    method: 'PATCH',
    path: '/session',
    tag: 'session',
    summary: 'Switch to another user',
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
    path: '/session/confirm',
    tag: 'session',
    summary: 'Enter the password again',
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
    description: 'It ends at once, in every process.',
    scope: 'write',
    ...mine,
    params: z.strictObject({ id: pathId('session', 'ID of a session.') }),
    response: envelope(z.strictObject({ id: z.int() })),
    example: { response: { status: 'ok', data: { id: 12 } } },
    addition: true,
  },
  getMe: {
    method: 'GET',
    path: '/me',
    tag: 'session',
    summary: 'Read one’s own name and email address',
    description: 'The person who is signed in.',
    scope: 'read',
    ...mine,
    response: envelope(me),
    example: { response: { status: 'ok', data: exampleMe } },
    addition: true,
  },
  updateMe: {
    method: 'PATCH',
    path: '/me',
    tag: 'session',
    summary: 'Change one’s own name or email address',
    description: 'The email address is the one to sign in with.',
    scope: 'write',
    ...mine,
    fresh: true,
    body: z.strictObject({ name: personName.optional(), email: email.optional() }),
    response: envelope(me),
    errors: ['name_taken'],
    example: { body: { name: 'Ana' }, response: { status: 'ok', data: exampleMe } },
    addition: true,
  },
  changePassword: {
    method: 'POST',
    path: '/me/password',
    tag: 'session',
    summary: 'Change one’s own password',
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
  unlinkOidc: {
    method: 'DELETE',
    path: '/me/oidc',
    tag: 'session',
    summary: 'Unlink single sign-on',
    description:
      'Refused if it is the only way to sign in: `details[0].status` is then `only_way`. It is `not_linked` if nothing is linked.',
    scope: 'write',
    ...mine,
    fresh: true,
    response: envelope(me),
    errors: ['wrong_state'],
    example: { response: { status: 'ok', data: exampleMe } },
    addition: true,
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/me/second-factor',
    tag: 'session',
    summary: 'Begin with a second factor',
    description:
      'Returns a new secret for an authenticator app. Nothing changes until a code of the app confirms it; beginning again replaces the secret.',
    scope: 'write',
    ...mine,
    fresh: true,
    response: envelope(
      z.strictObject({
        secret: z.string().meta({ description: 'For typing into the app.' }),
        url: z.string().meta({ description: 'The same as an `otpauth` URL, for a QR code.' }),
      }),
    ),
    errors: ['wrong_state'],
    example: { response: { status: 'ok', data: { secret: exampleSecret, url: exampleUrl } } },
    addition: true,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/me/second-factor/confirm',
    tag: 'session',
    summary: 'Turn the second factor on',
    description:
      'Takes a code of the app. From now on signing in with the password needs a code. Only this response contains the recovery codes: each of them works once, in place of a code.',
    scope: 'write',
    ...mine,
    fresh: true,
    body: z.strictObject({ code }),
    response: envelope(z.strictObject({ recovery_codes: z.array(z.string()) })),
    errors: ['sign_in_refused', 'wrong_state'],
    example: {
      body: { code: '492039' },
      response: { status: 'ok', data: { recovery_codes: ['QK4M-7TZ2-XBNE-5WHA', 'M3RD-KLU6-2VQP-YC7F'] } },
    },
    addition: true,
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/me/second-factor',
    tag: 'session',
    summary: 'Turn the second factor off',
    description:
      'Needs the password and a code. If both the app and the recovery codes are lost, the operator runs `polypost people reset`.',
    scope: 'write',
    ...mine,
    body: z.strictObject({ password, code: code.optional() }),
    response: envelope(me),
    errors: ['sign_in_refused', 'code_needed', 'wrong_state'],
    example: { body: { password: examplePassword, code: '492039' }, response: { status: 'ok', data: exampleMe } },
    addition: true,
  },
  acceptInvite: {
    method: 'POST',
    path: '/invites/accept',
    tag: 'session',
    summary: 'Accept an invite',
    description:
      'Takes the token of an invite’s link. A new person sends `name` and a new `password`. A person who has an account already signs in first, or sends the `password` of that account. Signs the person in.',
    scope: null,
    cookie: true,
    body: z.strictObject({
      token: linkToken,
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
