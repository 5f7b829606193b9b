import { z } from 'zod'
import {
  connectionId,
  envelope,
  environment,
  freeObject,
  httpUrl,
  ok,
  optionalProfileId,
  textUnit,
  time,
} from './common.ts'
import { mediaType } from './media.ts'
import type { Operation } from './operation.ts'
import { type PlatformContract, platformNames } from './platform-options.ts'

const range = z.strictObject({ min: z.number(), max: z.number() })

const source = z.string().meta({ description: 'Where the numbers come from, and when that was read.' })

const bytes = z.int().optional()
const pixels = z.int().optional()
const aspect = range.optional().meta({ description: 'Width divided by height.' })

const thumbnailRule = z
  .strictObject({
    types: z.array(mediaType),
    max_bytes: bytes,
    min_width: pixels,
    aspect,
    from_media: z
      .literal(true)
      .optional()
      .meta({ description: 'The cover is chosen from the post’s own media, and must be one of them.' }),
    source,
  })
  .meta({ description: 'Left out: no cover can be chosen. One that breaks the rule is dropped with a warning.' })

const mediaRule = z
  .strictObject({
    count: range,
    types: z.array(mediaType),
    converted: z
      .array(mediaType)
      .optional()
      .meta({ description: 'Those of `types` that become JPEG before they are sent.' }),
    max_bytes: bytes,
    seconds: range.optional(),
    min_width: pixels,
    min_height: pixels,
    max_width: pixels,
    max_height: pixels,
    aspect,
    alt_text: z.int().nullish().meta({
      description: 'The longest text, in characters; null where no limit is known; left out, none is taken.',
    }),
    thumbnail: thumbnailRule.optional(),
    eligible: z
      .strictObject({ max_bytes: bytes, max_seconds: z.int().optional(), who: z.string() })
      .optional()
      .meta({ description: 'Limits for accounts that the platform lets go further.' }),
    stricter: z
      .strictObject({ max_bytes: bytes, max_seconds: z.int().optional(), source })
      .optional()
      .meta({ description: 'Where the platform itself may refuse what is accepted here; beyond it is a warning.' }),
    source,
  })
  .meta({ id: 'MediaRule' })

const textRule = z
  .strictObject({
    use: z
      .enum(['required', 'caption', 'none'])
      .meta({ description: '`caption`: optional beside media; `none`: it is dropped with a warning.' }),
    max: z.int().nullable(),
    unit: textUnit,
    max_bytes: bytes.meta({ description: 'A second limit, in bytes of UTF-8.' }),
    overlong: z.enum(['refused', 'shortened']),
    source,
  })
  .meta({ id: 'TextRule' })

/** One way to post on a platform. What it does not limit or take is left out. */
const postType = z
  .strictObject({
    name: z.string(),
    text: textRule,
    media: z
      .array(
        z.strictObject({
          image: mediaRule.optional(),
          gif: mediaRule.optional(),
          video: mediaRule.optional(),
          total: range.optional().meta({ description: 'How many items in all.' }),
        }),
      )
      .meta({ description: 'A post must match one of these; an empty one is a post without media.' }),
    first_comments: z
      .literal(false)
      .optional()
      .meta({ description: 'This type takes no follow-up comments although the platform does.' }),
    notes: z.array(z.string()).optional().meta({ description: 'What else holds, as sentences for people.' }),
  })
  .meta({ id: 'PostType' })

/** A platform's own data: what holds of it on every instance. */
export const platformDescription = z.strictObject({
  name: z.string(),
  aliases: z.array(z.string()),
  title: z.string(),
  post_types: z.array(postType).meta({ description: 'The first is the default.' }),
  options: freeObject.meta({ description: 'JSON Schema of `platform_options.<name>`.' }),
  supports: z.strictObject({
    read_comments: z.boolean(),
    reply: z.boolean(),
    metrics: z.boolean(),
    audience: z.boolean(),
    first_comments: z.int().meta({ description: 'How many follow-up comments a post may carry.' }),
    thumbnails: z.boolean(),
    alt_text: z.boolean(),
  }),
  comment: textRule.nullable().meta({ description: 'What a comment or a reply may be; null: none can be written.' }),
})

const platform = platformDescription
  .extend({
    configured: z.boolean().meta({ description: 'Whether this instance has the credentials that it needs.' }),
    connected_profiles: z.array(z.string()).meta({ description: 'IDs of your profiles in which it is connected.' }),
  })
  .meta({ id: 'Platform' })

const connection = z
  .strictObject({
    connection_id: z.string(),
    platform: z.string().meta({ description: 'As it was sent.' }),
    profile_id: z.string(),
    environment,
    status: z
      .enum(['waiting', 'choosing', 'connected', 'failed', 'expired'])
      .meta({ description: '`waiting` for a person to sign in, or `choosing` from `choices`.' }),
    url: z.url().nullable().meta({ description: 'Where a person signs in; null when nobody has to any more.' }),
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
      .meta({ description: 'What can be chosen where `status` is `choosing`.' }),
    connected_platforms: z.array(z.string()).meta({ description: 'What it connected; several after `all`.' }),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable().meta({ description: 'Why it failed.' }),
    created_at: time,
    expires_at: time.meta({ description: 'Until when signing in and choosing are possible.' }),
  })
  .meta({ id: 'Connection' })

const loopback = ['localhost', '127.0.0.1', '[::1]']

const isPlainHttp = (value: string): boolean => {
  const url = URL.parse(value)
  return url?.protocol === 'http:' && !loopback.includes(url.hostname)
}

const connectBody = (platforms: readonly PlatformContract[]) =>
  z
    .strictObject({
      platform: z
        .enum([...platformNames(platforms), 'all'])
        .meta({ description: '`all` connects every simulated platform; only with `environment` `sandbox`.' }),
      profile_id: optionalProfileId,
      redirect_url: httpUrl
        .refine((url) => !isPlainHttp(url), 'Must be https; http only on loopback.')
        .optional()
        .meta({ description: 'Where the person is sent afterwards: https, or http on loopback.' }),
      environment: environment.optional().meta({ description: 'Left out, `live`.' }),
      handle: z.string().min(1).max(253).optional().meta({ description: 'Bluesky only: the account’s handle.' }),
      app_password: z.string().min(1).max(100).optional().meta({ description: 'Bluesky only: an app password.' }),
    })
    .superRefine(({ platform, environment, handle, app_password }, context) => {
      if (platform === 'all' && environment !== 'sandbox')
        context.addIssue({ code: 'custom', path: ['platform'], message: '`all` goes with `environment` `sandbox`.' })
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
  created_at: '2026-11-02T09:00:00.000Z',
  expires_at: '2026-11-02T10:00:00.000Z',
}

const examplePage = { id: '108243351234567', kind: 'page', name: 'Acme', username: 'acme', avatar_url: null }

const exampleText = { use: 'caption', max: 300, unit: 'graphemes', overlong: 'refused', source: 'interface.md' }

const examplePlatform = {
  name: 'bluesky',
  aliases: [],
  title: 'Bluesky',
  post_types: [
    {
      name: 'post',
      text: exampleText,
      media: [
        {},
        {
          image: {
            count: { min: 1, max: 4 },
            types: ['image/jpeg', 'image/png', 'image/webp'],
            max_bytes: 2_000_000,
            source: 'interface.md',
          },
        },
      ],
    },
  ],
  options: { type: 'object', properties: { languages: { type: 'array', items: { type: 'string' }, maxItems: 3 } } },
  supports: {
    read_comments: true,
    reply: true,
    metrics: true,
    audience: true,
    first_comments: 3,
    thumbnails: false,
    alt_text: true,
  },
  comment: exampleText,
  configured: true,
  connected_profiles: ['k3TfQ9sXb2Lm'],
}

/** The operations on connections, for the platforms that this instance knows. */
export const connectionOperations = (platforms: readonly PlatformContract[]) =>
  ({
    listPlatforms: {
      method: 'GET',
      path: '/platforms',
      tag: 'connections',
      summary: 'List the platforms, what they take and where they are connected',
      description: 'The rules are the very data that posts are checked against.',
      scope: 'read',
      response: envelope(z.strictObject({ platforms: z.array(platform) })),
      example: { response: { status: 'ok', data: { platforms: [examplePlatform] } } },
      addition: true,
    },
    connect: {
      method: 'POST',
      path: '/connect',
      tag: 'connections',
      summary: 'Connect an account',
      description:
        'Answers the address where a person signs in. Bluesky with `handle` and `app_password`, and the sandbox, are connected at once. Where an account is connected already, the new one replaces it after success.',
      scope: 'write',
      body: connectBody(platforms),
      response: connectionRead,
      errors: ['account_limit_reached', 'content_rejected', 'platform_error'],
      example: {
        body: { platform: 'facebook', redirect_url: 'https://acme.example/connected' },
        response: { status: 'ok', data: exampleConnection },
      },
      idempotent: true,
      addition: true,
      pending: true,
    },
    getConnection: {
      method: 'GET',
      path: '/connect/{id}',
      tag: 'connections',
      summary: 'Read how connecting went',
      scope: 'read',
      params,
      response: connectionRead,
      example: {
        response: {
          status: 'ok',
          data: { ...exampleConnection, status: 'choosing', url: null, choices: [examplePage] },
        },
      },
      addition: true,
      pending: true,
    },
    selectConnection: {
      method: 'POST',
      path: '/connect/{id}/select',
      tag: 'connections',
      summary: 'Choose the account, Page, board or channel to connect',
      scope: 'write',
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
      pending: true,
    },
    disconnect: {
      method: 'POST',
      path: '/disconnect',
      tag: 'connections',
      summary: 'Disconnect a platform from a profile',
      description:
        'Revokes the access at the platform where that is possible, and forgets it. Jobs are left as they are.',
      scope: 'write',
      body: z.strictObject({ platform: z.enum(platformNames(platforms)), profile_id: optionalProfileId }),
      response: z.strictObject({
        status: ok,
        platform: z.string().meta({ description: 'As it was sent.' }),
        profile_id: z.string(),
      }),
      errors: ['platform_not_connected'],
      example: {
        body: { platform: 'bluesky' },
        response: { status: 'ok', platform: 'bluesky', profile_id: 'k3TfQ9sXb2Lm' },
      },
      pending: true,
    },
  }) as const satisfies Record<string, Operation>
