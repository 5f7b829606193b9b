import { z } from 'zod'
import { languages, themes, usualPreferences } from '../domain/preferences.ts'
import { envelope, time } from './common.ts'
import type { Operation } from './operation.ts'
import { email, password, personName } from './people.ts'

export const code = z.string().trim().min(6).max(40).meta({
  description: 'The code that the authenticator app shows, or a recovery code. Each works once.',
})

const mostPinned = 8

const preferences = {
  pinned: z
    .array(z.string().regex(/^[A-Za-z0-9]{6,32}$/, 'A profile ID is 6 to 32 letters and digits.'))
    .max(mostPinned)
    .meta({ description: 'IDs of profiles at the top of the switcher. One that does not exist has no effect.' }),
  single_keys: z.boolean().meta({ description: 'Whether single keys, such as N, do something in the dashboard.' }),
  zone: z.string().min(1).max(64).nullable().meta({
    description: 'Time zone of a calendar with several profiles, as an IANA name; null: that of the browser.',
  }),
  language: z.enum(languages).nullable().meta({ description: 'Null: that of the browser.' }),
  theme: z.enum(themes).nullable().meta({ description: 'Null: that of the browser.' }),
}

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
    preferences: z
      .strictObject(preferences)
      .meta({ id: 'Preferences', description: 'What the dashboard remembers for the person.', 'x-addition': true }),
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
  preferences: usualPreferences,
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
    summary: 'Change one’s own name, email address or preferences',
    returns: 'The person as they are after the change.',
    description:
      'The email address is the one to sign in with. For the name and the address, the password must have been entered in the last minutes. Preferences that you leave out stay as they are.',
    scope: 'write',
    ...mine,
    body: z.strictObject({
      name: personName.optional(),
      email: email.optional(),
      preferences: z.strictObject(preferences).partial().optional().meta({ 'x-addition': true }),
    }),
    response: envelope(me),
    errors: ['name_taken', 'password_needed'],
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
