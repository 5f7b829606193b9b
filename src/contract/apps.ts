import { z } from 'zod'
import { capabilities } from '../domain/capabilities.ts'
import { envelope, time } from './common.ts'
import type { Operation } from './operation.ts'

const refusal = z
  .strictObject({
    at: time,
    code: z.string(),
    message: z.string(),
    platform_code: z.string().nullable().meta({ description: 'The platform’s own code, if it reported one.' }),
    platform_message: z.string().nullable().meta({ description: 'The platform’s own message, if it reported one.' }),
    advice: z.string().nullable().meta({ description: 'What to change, and where.' }),
  })
  .meta({ id: 'AppRefusal' })

const appLogin = z
  .strictObject({
    login: z.string().meta({ description: 'The login method; the name of the platform if it has only one.' }),
    app: z.string().nullable().meta({ description: 'Prefix of the settings of the app; null if none is needed.' }),
    source: z.enum(['environment', 'stored']).nullable().meta({
      description: 'Where the app in use comes from; null if there is none. The environment wins over a stored app.',
    }),
    client_id: z.string().nullable(),
    has_secret: z.boolean(),
    updated_at: time.nullable().meta({ description: 'When the app was stored; null if it is not.' }),
    settings: z.array(z.string()).meta({ description: 'The settings that hold the app in the environment.' }),
    shared_with: z
      .array(z.string())
      .meta({ description: 'Other platforms that use the same app. A change is for them too.' }),
    redirect_uri: z
      .string()
      .nullable()
      .meta({ description: 'Exactly this redirect URI must be registered with the app.' }),
    scopes: z.array(z.string()).meta({
      description:
        'The scopes that a sign-in asks for. Empty if a configuration at the platform chooses them, or none are needed.',
    }),
    permissions: z
      .array(
        z.strictObject({
          scope: z.string(),
          requested: z.boolean().meta({ description: 'Whether a sign-in asks for it; see `scopes`.' }),
          enables: z.array(z.enum(capabilities)).meta({
            description:
              'What it makes possible. `publish`: nothing is published without it. `find`: looking for a post whose response was lost. `profile`: the address of the profile. `pages`: finding all Pages of the person.',
          }),
        }),
      )
      .meta({ description: 'All scopes that Polypost can use, with their purpose.' }),
    last_refusal: refusal.nullable().meta({
      description: 'How the last sign-in with this app failed; null if it succeeded or nobody has tried.',
    }),
  })
  .meta({ id: 'AppLogin' })

const app = z
  .strictObject({
    platform: z.string(),
    title: z.string(),
    logins: z.array(appLogin).meta({ description: 'The login methods, the usual one first.' }),
    missing_permissions: z.array(z.string()).meta({
      description: 'Permissions that connected accounts lack. The app may lack them, or the person did not grant them.',
    }),
    connected_accounts: z.int().meta({
      description:
        'How many real accounts of the platform are connected, over all users. Without the app that they were connected with, their logins cannot be renewed.',
      'x-addition': true,
    }),
    guide: z.string().meta({ description: 'The page of the platform in the documentation.' }),
  })
  .meta({ id: 'App' })

const params = z.strictObject({
  platform: z.string().min(1).max(50).meta({ description: 'Name of a platform.' }),
})

const login = z
  .string()
  .min(1)
  .max(30)
  .optional()
  .meta({ description: 'The login method, if the platform has several. Default: the first one.' })

/** People copy these from a web page, with spaces around them. */
const credential = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'Must be 1 to 500 visible ASCII characters.')

const exampleApp = {
  platform: 'x',
  title: 'X',
  logins: [
    {
      login: 'x',
      app: 'X',
      source: 'stored',
      client_id: 'dGhpcyBpcyBub3QgYW4gSUQ',
      has_secret: true,
      updated_at: '2026-11-02T09:00:00.000Z',
      settings: ['X_CLIENT_ID', 'X_CLIENT_SECRET'],
      shared_with: [],
      redirect_uri: 'https://polypost.acme.example/oauth/callback',
      scopes: ['tweet.read', 'tweet.write', 'users.read', 'offline.access', 'media.write'],
      permissions: [{ scope: 'tweet.write', requested: true, enables: ['publish', 'reply'] }],
      last_refusal: null,
    },
  ],
  missing_permissions: [],
  connected_accounts: 2,
  guide: 'docs/platforms/x.md',
} as const

const one = { params, response: envelope(app), example: { response: { status: 'ok', data: exampleApp } } }

export const appOperations = {
  listApps: {
    method: 'GET',
    path: '/apps',
    tag: 'apps',
    summary: 'List the developer apps of this instance',
    returns: 'The app of each platform, without its secret.',
    description: 'For each platform: its app, what to register with it, and what it lacks as far as known. No secrets.',
    scope: 'admin',
    response: envelope(z.strictObject({ apps: z.array(app) })),
    example: { response: { status: 'ok', data: { apps: [exampleApp] } } },
    addition: true,
  },
  getApp: {
    ...one,
    method: 'GET',
    path: '/apps/{platform}',
    tag: 'apps',
    summary: 'Read the developer app of a platform',
    returns: 'The app of the platform, without its secret.',
    description: 'The secret is never returned.',
    scope: 'admin',
    errors: ['not_found'],
    addition: true,
  },
  putApp: {
    ...one,
    method: 'PUT',
    path: '/apps/{platform}',
    tag: 'apps',
    summary: 'Store the developer app of a platform',
    returns: 'The app as it is stored now.',
    description:
      'The secret is encrypted. The app is used at once by all processes, without a restart. An app in the environment cannot be replaced here. Accounts that were connected with another app have to be connected again.',
    scope: 'admin',
    fresh: true,
    body: z.strictObject({
      client_id: credential,
      client_secret: credential.nullable().optional().meta({ description: 'Left out or null: the app has no secret.' }),
      login,
    }),
    errors: ['not_found', 'wrong_state'],
    example: {
      body: { client_id: 'dGhpcyBpcyBub3QgYW4gSUQ', client_secret: 'bm9yIGEgc2VjcmV0' },
      response: { status: 'ok', data: exampleApp },
    },
    addition: true,
  },
  deleteApp: {
    ...one,
    method: 'DELETE',
    path: '/apps/{platform}',
    tag: 'apps',
    summary: 'Delete the stored developer app of a platform',
    returns: 'The app was deleted: what is used instead.',
    description:
      'Without it nobody can sign in, and logins cannot be renewed. Deleting an app that is not stored is 404.',
    scope: 'admin',
    fresh: true,
    query: z.strictObject({ login }),
    errors: ['not_found', 'wrong_state'],
    addition: true,
  },
} as const satisfies Record<string, Operation>
