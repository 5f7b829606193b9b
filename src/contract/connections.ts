import { z } from 'zod'
import { connectionId, envelope, environment, httpUrl, ok, optionalProfileId, time } from './common.ts'
import type { Operation } from './operation.ts'
import type { Vocabulary } from './platform-options.ts'

const connection = z
  .strictObject({
    connection_id: z.string(),
    platform: z.string().meta({ description: 'The name that the request used.' }),
    profile_id: z.string(),
    environment,
    status: z.enum(['waiting', 'choosing', 'connected', 'failed', 'expired']).meta({
      description: '`waiting`: a person has to sign in. `choosing`: one of the `choices` has to be selected.',
    }),
    url: z.url().nullable().meta({ description: 'Where a person signs in; null when that is no longer necessary.' }),
    choices: z
      .array(
        z.strictObject({
          id: z.string(),
          kind: z.enum(['account', 'page', 'board', 'channel']),
          name: z.string(),
          username: z.string().nullable(),
          avatar_url: z.string().nullable(),
        }),
      )
      .meta({ description: 'What can be selected while `status` is `choosing`.' }),
    connected_platforms: z
      .array(z.string())
      .meta({ description: 'The platforms that were connected; several after `all`.' }),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable().meta({
      description:
        'Why the connection failed. After `all` with a kind of simulated account: which platforms were left out, and why.',
    }),
    redirect_uri: z.string().nullable().meta({
      description:
        'The redirect URI that was sent to the platform. Exactly this one must be registered with the developer app. Null without a sign-in in a browser.',
      'x-addition': true,
    }),
    scopes: z.array(z.string()).meta({
      description:
        'The scopes that were requested from the platform. Empty if a configuration at the platform chooses them.',
      'x-addition': true,
    }),
    failure: z
      .strictObject({
        code: z.string().meta({ description: 'As in `error`.' }),
        message: z.string().meta({ description: 'As in `error`.' }),
        platform_code: z.string().nullable().meta({ description: 'The platform’s own code, if it reported one.' }),
        platform_message: z
          .string()
          .nullable()
          .meta({ description: 'The platform’s own message, shortened, if it reported one.' }),
        redirect_uri: z.string().nullable(),
        scopes: z.array(z.string()),
        advice: z.string().nullable().meta({ description: 'What to change, and where.' }),
        guide: z.string().meta({ description: 'The page of the platform in the documentation.' }),
      })
      .nullable()
      .meta({
        description: 'Everything that is known about a failed connection; null if it has not failed.',
        'x-addition': true,
      }),
    created_at: time,
    expires_at: time.meta({ description: 'The person must sign in and choose before this time.' }),
  })
  .meta({ id: 'Connection' })

const loopback = ['localhost', '127.0.0.1', '[::1]']

const isPlainHttp = (value: string): boolean => {
  const url = URL.parse(value)
  return url?.protocol === 'http:' && !loopback.includes(url.hostname)
}

const connectBody = ({ names, additionsIn }: Vocabulary) =>
  z
    .strictObject({
      platform: z.enum([...names, 'all']).meta({
        ...additionsIn(names),
        description: '`all` connects every simulated platform. It requires `environment` `sandbox`.',
      }),
      profile_id: optionalProfileId,
      redirect_url: httpUrl
        .refine((url) => !isPlainHttp(url), 'Must be an https URL. http is allowed only for localhost.')
        .optional()
        .meta({ description: 'Where the browser of the person goes afterwards: an https URL, or http for localhost.' }),
      environment: environment.optional().meta({ description: 'Default: `live`.' }),
      fields: z
        .record(z.string().min(1).max(40), z.string().min(1).max(2_000))
        .refine((fields) => Object.keys(fields).length <= 10, 'Has too many fields.')
        .optional()
        .meta({
          description:
            'What the login method asks for, by the names that `connect` of `GET /platforms` lists. All of it is secret. In the sandbox it may be left out.',
          'x-addition': true,
        }),
      handle: z.string().min(1).max(253).optional().meta({ description: 'Short for `fields.handle`.' }),
      app_password: z.string().min(1).max(100).optional().meta({ description: 'Short for `fields.app_password`.' }),
      login: z.string().min(1).max(30).optional().meta({
        description:
          'Login method, if `GET /platforms` lists several `logins`. Default: the first one that this instance has a developer app for.',
      }),
      account: z.string().min(1).max(30).optional().meta({
        description:
          'Requires `environment` `sandbox`: the kind of simulated account, for example `premium`, `suspended` or `expired_soon`. Each platform has its own kinds; an unknown one is rejected with the list. With `all`, a platform that does not have the kind connects a `standard` account, and a platform where the kind cannot be connected is left out (see `error`). Default: `standard`.',
        'x-addition': true,
      }),
    })
    .superRefine(({ platform, environment, fields, handle, app_password, account, redirect_url }, context) => {
      if (account !== undefined && environment !== 'sandbox')
        context.addIssue({ code: 'custom', path: ['account'], message: '`account` requires `environment` `sandbox`.' })
      if (account !== undefined && (handle !== undefined || fields !== undefined))
        context.addIssue({
          code: 'custom',
          path: ['account'],
          message: '`account` cannot be sent with `fields` or `handle`.',
        })
      if (fields !== undefined && (handle !== undefined || app_password !== undefined))
        context.addIssue({
          code: 'custom',
          path: [handle === undefined ? 'app_password' : 'handle'],
          message: 'Send it in `fields`, or leave `fields` out.',
        })
      if (account !== undefined && redirect_url !== undefined && platform !== 'all')
        context.addIssue({
          code: 'custom',
          path: ['account'],
          message:
            '`account` cannot be sent with `redirect_url`. Write the words of the kind into the account’s name on the simulated sign-in page.',
        })
      if (platform === 'all' && environment !== 'sandbox')
        context.addIssue({ code: 'custom', path: ['platform'], message: '`all` requires `environment` `sandbox`.' })
      if ((handle === undefined) !== (app_password === undefined))
        context.addIssue({
          code: 'custom',
          path: [handle === undefined ? 'handle' : 'app_password'],
          message: 'Send `handle` and `app_password` together.',
        })
    })

const params = z.strictObject({ id: connectionId })

const connectionRead = envelope(connection)

const exampleConnection = {
  connection_id: 'conn_4fK9aLmT2vXcB7nQe81RzY5u',
  platform: 'facebook',
  profile_id: 'k3TfQ9sXb2Lm',
  environment: 'live',
  status: 'waiting',
  url: 'https://www.facebook.com/dialog/oauth?client_id=1234567890&state=9fQx2LmB',
  choices: [],
  connected_platforms: [],
  error: null,
  redirect_uri: 'https://polypost.acme.example/oauth/callback',
  scopes: ['pages_show_list', 'pages_manage_posts'],
  failure: null,
  created_at: '2026-11-02T09:00:00.000Z',
  expires_at: '2026-11-02T10:00:00.000Z',
}

const examplePage = { id: '108243351234567', kind: 'page', name: 'Acme', username: 'acme', avatar_url: null }

export const connectionOperations = (vocabulary: Vocabulary) =>
  ({
    connect: {
      method: 'POST',
      path: '/connect',
      tag: 'connections',
      summary: 'Connect an account',
      returns: 'The connection: with a URL for the person to open, or connected already.',
      description:
        'Returns the URL where a person signs in. After that a page of this instance shows which user and profile get the account, and connects it when the person confirms. A login method with `fields`, and the sandbox, are connected at once; a sandbox connection with a `redirect_url` uses the simulated sign-in instead. If an account is already connected, the new one replaces it after a successful sign-in.',
      scope: 'write',
      role: 'admin',
      body: connectBody(vocabulary),
      response: connectionRead,
      errors: ['account_limit_reached', 'content_rejected', 'login_refused', 'platform_error'],
      example: {
        body: { platform: 'facebook', redirect_url: 'https://acme.example/connected' },
        response: { status: 'ok', data: exampleConnection },
      },
      addition: true,
    },
    getConnection: {
      method: 'GET',
      path: '/connect/{id}',
      tag: 'connections',
      summary: 'Read the status of a connection',
      returns: 'The connection as it is now.',
      description:
        'After a failed sign-in, `failure` contains the platform’s own words and what to change. Some platforms show an error on their own page and never redirect back. Then the connection stays `waiting`: compare `redirect_uri` and `scopes` with the developer app.',
      scope: 'read',
      role: 'admin',
      params,
      response: connectionRead,
      example: {
        response: {
          status: 'ok',
          data: { ...exampleConnection, status: 'choosing', url: null, choices: [examplePage] },
        },
      },
      addition: true,
    },
    selectConnection: {
      method: 'POST',
      path: '/connect/{id}/select',
      tag: 'connections',
      summary: 'Choose the account, Page, board or channel to connect',
      returns: 'The connection, connected.',
      description:
        'Completes a connection with the status `choosing`. The chosen account replaces the one that was connected before.',
      scope: 'write',
      role: 'admin',
      params,
      body: z.strictObject({
        choice_id: z.string().min(1).max(200).meta({ description: '`id` of one of the `choices`.' }),
      }),
      response: connectionRead,
      errors: ['wrong_state', 'account_limit_reached', 'platform_error'],
      example: {
        body: { choice_id: examplePage.id },
        response: {
          status: 'ok',
          data: { ...exampleConnection, status: 'connected', url: null, connected_platforms: ['facebook'] },
        },
      },
      addition: true,
    },
    disconnect: {
      method: 'POST',
      path: '/disconnect',
      tag: 'connections',
      summary: 'Disconnect a platform from a profile',
      returns: 'The platform was disconnected from the profile.',
      description:
        'Revokes the access at the platform, if the platform allows that, and deletes it here. Jobs stay as they are.',
      scope: 'write',
      role: 'admin',
      body: z.strictObject({
        platform: z.enum(vocabulary.names).meta(vocabulary.additionsIn(vocabulary.names)),
        profile_id: optionalProfileId,
      }),
      response: z.strictObject({
        status: ok,
        platform: z.string().meta({ description: 'The name that the request used.' }),
        profile_id: z.string(),
      }),
      errors: ['platform_not_connected'],
      example: {
        body: { platform: 'bluesky' },
        response: { status: 'ok', platform: 'bluesky', profile_id: 'k3TfQ9sXb2Lm' },
      },
    },
  }) as const satisfies Record<string, Operation>
