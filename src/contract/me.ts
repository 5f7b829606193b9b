import { z } from 'zod'
import { envelope, time } from './common.ts'
import type { Operation } from './operation.ts'
import { email, password, personName } from './people.ts'

export const code = z.string().trim().min(6).max(40).meta({
  description: 'The code that the authenticator app shows, or a recovery code. Each works once.',
})

export const me = z
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

export const exampleMe = {
  id: 3,
  email: 'ana@acme.example',
  name: 'Ana',
  has_password: true,
  has_oidc: false,
  has_second_factor: false,
  recovery_codes_left: 0,
  created_at: '2026-11-20T08:00:00.000Z',
} as const

export const examplePassword = 'four words and a comma'
const exampleSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const exampleUrl = `otpauth://totp/Polypost%3Aana%40acme.example?secret=${exampleSecret}&issuer=Polypost`
/** Only the person may do it, in any role. */
export const mine = { personal: true, role: 'viewer' } as const

/** The operations of a person on their own account. */
export const meOperations = {
  getMe: {
    method: 'GET',
    path: '/me',
    tag: 'session',
    summary: 'Read one’s own name and email address',
    returns: 'The person.',
    description: 'The person who is signed in.',
    scope: 'read',
    ...mine,
    response: envelope(me),
    example: { response: { status: 'ok', data: exampleMe } },
    addition: true,
  },
  updateMe: {
    method: 'PATCH',
    idempotent: false,
    path: '/me',
    tag: 'session',
    summary: 'Change one’s own name or email address',
    returns: 'The person as they are after the change.',
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
  unlinkOidc: {
    method: 'DELETE',
    path: '/me/oidc',
    tag: 'session',
    summary: 'Unlink single sign-on',
    returns: 'The person, without single sign-on.',
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
    idempotent: false,
    path: '/me/second-factor',
    tag: 'session',
    summary: 'Begin with a second factor',
    returns: 'The secret for the app that makes codes. It counts only after it is confirmed.',
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
    idempotent: false,
    path: '/me/second-factor/confirm',
    tag: 'session',
    summary: 'Turn the second factor on',
    returns: 'The second factor is on: recovery codes that are shown only now.',
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
    returns: 'The second factor is off.',
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
} as const satisfies Record<string, Operation>
