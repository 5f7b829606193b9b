import { z } from 'zod'
import { textUnits } from '../domain/post-rules.ts'
import { envelope, freeObject, optionalProfileId } from './common.ts'
import { mediaType } from './media.ts'
import type { Operation } from './operation.ts'
import type { Vocabulary } from './platform-options.ts'

/** The unit in which a platform counts the length of a text. */
export const textUnit = z.enum(textUnits).meta({
  description:
    '`characters`: Unicode code points. `utf16`: UTF-16 code units, as in JavaScript. `graphemes`: characters as people see them. `weighted`: as X counts. `bytes`: bytes of UTF-8. `emoji_bytes`: code points, but an emoji counts its bytes.',
})

const range = z.strictObject({ min: z.number(), max: z.number() }).meta({ id: 'NumberRange' })

const source = z.string().meta({ description: 'Source of the numbers, with the date when it was read.' })

const bytes = z.int().optional()
const pixels = z.int().optional()
const aspect = range.optional().meta({ description: 'Width divided by height.' })

const thumbnailRule = z
  .strictObject({
    types: z.array(mediaType),
    max_bytes: bytes,
    min_width: pixels,
    aspect,
    from_media: z.literal(true).optional().meta({ description: 'The cover must be one of the media of the post.' }),
    may_not_show: z
      .literal(true)
      .optional()
      .meta({ description: 'The platform accepts the cover, but may show something else. The post gets a warning.' }),
    source,
  })
  .meta({
    id: 'ThumbnailRule',
    description: 'Left out if no cover can be chosen. A cover that breaks the rule is left out with a warning.',
  })

const mediaRule = z
  .strictObject({
    count: range,
    types: z.array(mediaType),
    converted: z
      .array(mediaType)
      .optional()
      .meta({ description: 'The `types` that Polypost converts to JPEG before it sends them.' }),
    max_bytes: bytes,
    seconds: range.optional(),
    min_width: pixels,
    min_height: pixels,
    max_width: pixels,
    max_height: pixels,
    aspect,
    alt_text: z.int().nullish().meta({
      description:
        'Maximum length of the alternative text in characters. Null: no known limit. Left out: the platform has no alternative text.',
    }),
    thumbnail: thumbnailRule.optional(),
    eligible: z
      .strictObject({ max_bytes: bytes, max_seconds: z.int().optional(), who: z.string() })
      .optional()
      .meta({ description: 'Higher limits for some accounts.' }),
    stricter: z.strictObject({ max_bytes: bytes, max_seconds: z.int().optional(), source }).optional().meta({
      description: 'Above this limit the platform may refuse what Polypost accepts. The post gets a warning.',
    }),
    source,
  })
  .meta({ id: 'MediaRule' })

const textRule = z
  .strictObject({
    use: z
      .enum(['required', 'caption', 'none'])
      .meta({ description: '`caption`: optional if the post has media. `none`: the text is left out with a warning.' }),
    max: z.int().nullable(),
    unit: textUnit,
    max_bytes: bytes.meta({ description: 'An additional limit in bytes of UTF-8.' }),
    overlong: z.enum(['refused', 'shortened']),
    instead_option: z.string().optional().meta({ description: 'An option that can replace both text and media.' }),
    source,
  })
  .meta({ id: 'TextRule' })

/** One type of post on a platform. Limits that do not exist are left out. */
const postType = z
  .strictObject({
    name: z.string(),
    by_option: z.string().optional().meta({ description: 'An option of the platform that selects this type.' }),
    text: textRule,
    media: z
      .array(
        z.strictObject({
          image: mediaRule.optional(),
          gif: mediaRule.optional(),
          video: mediaRule.optional(),
          total: range.optional().meta({ description: 'Total number of items.' }),
        }),
      )
      .meta({ description: 'A post must match one of these sets. An empty set is a post without media.' }),
    first_comments: z
      .literal(false)
      .optional()
      .meta({ description: 'False if this type has no follow-up comments although the platform has them.' }),
    notes: z.array(z.string()).optional().meta({ description: 'Other rules, as sentences.' }),
  })
  .meta({ id: 'PostType' })

/** The facts about a platform that are the same on every instance. */
export const platformDescription = z.strictObject({
  name: z.string(),
  aliases: z.array(z.string()),
  title: z.string(),
  addition: z.literal(true).optional().meta({
    description: 'The platform was added after the first interface. Left out for the others.',
    'x-addition': true,
  }),
  post_types: z.array(postType).meta({ description: 'The first is the default.' }),
  options: freeObject.meta({
    description:
      'JSON Schema of `platform_options.<name>`. `x-default` is what counts without the option; null: it depends on the post or the account.',
  }),
  requires: z.array(z.string()).meta({
    description: 'Options without which nothing can be posted.',
    'x-addition': true,
  }),
  choices: z
    .array(z.string())
    .meta({ description: 'Options whose values differ by account: `GET /platforms/{platform}/choices` lists them.' }),
  supports: z.strictObject({
    read_comments: z.boolean(),
    reply: z.boolean(),
    metrics: z.boolean(),
    audience: z.boolean(),
    first_comments: z.int().meta({ description: 'Maximum number of follow-up comments of a post.' }),
    thumbnails: z.boolean(),
    alt_text: z.boolean(),
  }),
  comment: textRule
    .nullable()
    .meta({ description: 'The rule for comments and replies; null if the platform does not allow any.' }),
})

const loginField = z
  .strictObject({
    name: z.string().meta({ description: 'For `fields` of `POST /connect`.' }),
    kind: z.enum(['text', 'secret', 'host', 'url']),
    title: z.string().meta({ description: 'What people call it.' }),
    hint: z.string().meta({ description: 'How it looks, or where it comes from.' }),
    max: z.int().meta({ description: 'Maximum length in characters.' }),
  })
  .meta({ id: 'LoginField' })

const loginMethod = z
  .strictObject({
    login: z.string().meta({ description: 'For `login` of `POST /connect`.' }),
    kind: z.enum(['oauth', 'password', 'token', 'webhook_url']).meta({
      description: '`oauth`: a person signs in on a page of the platform. The others ask for `fields`.',
    }),
    fields: z.array(loginField).meta({ description: 'What `POST /connect` needs. Empty for `oauth`.' }),
    needs_app: z.boolean().meta({ description: 'True if the operator needs a developer app for it.' }),
    configured: z.boolean().meta({ description: 'True if this instance has that app, or if none is needed.' }),
  })
  .meta({ id: 'LoginMethod' })

const platform = platformDescription
  .extend({
    connect: z.array(loginMethod).meta({
      description: 'How an account is connected: the login methods, the usual one first.',
      'x-addition': true,
    }),
    logins: z
      .array(z.strictObject({ name: z.string(), configured: z.boolean() }))
      .optional()
      .meta({ description: 'The login methods, for `login` of `POST /connect`. Left out if there is only one.' }),
    configured: z
      .boolean()
      .meta({ description: 'True if this instance has the credentials that the platform requires.' }),
    connected_profiles: z
      .array(z.string())
      .meta({ description: 'IDs of your profiles in which the platform is connected.' }),
  })
  .meta({ id: 'Platform' })

const exampleText = {
  use: 'caption',
  max: 300,
  unit: 'graphemes',
  overlong: 'refused',
  source: 'app.bsky.embed.images, 2026-08-20',
}

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
            source: 'app.bsky.embed.images, 2026-08-20',
          },
        },
      ],
    },
  ],
  options: { type: 'object', properties: { languages: { type: 'array', items: { type: 'string' }, maxItems: 3 } } },
  requires: [],
  choices: [],
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
  connect: [
    {
      login: 'bluesky',
      kind: 'password',
      fields: [
        { name: 'handle', kind: 'text', title: 'Handle', hint: 'With its ending', max: 253 },
        { name: 'app_password', kind: 'secret', title: 'App password', hint: 'Made in the settings', max: 100 },
      ],
      needs_app: false,
      configured: true,
    },
  ],
  configured: true,
  connected_profiles: ['k3TfQ9sXb2Lm'],
}

const exampleChoices = [
  { value: '549', name: 'Recipes' },
  { value: '550', name: 'Coffee corners' },
]

export const platformOperations = ({ names, additionsIn }: Vocabulary) =>
  ({
    listPlatforms: {
      method: 'GET',
      tagged: true,
      path: '/platforms',
      tag: 'connections',
      summary: 'List the platforms, their rules and their connections',
      returns: 'All platforms, with their rules, options and connections.',
      description: 'Posts are checked against exactly these rules.',
      scope: 'read',
      response: envelope(z.strictObject({ platforms: z.array(platform) })),
      example: { response: { status: 'ok', data: { platforms: [examplePlatform] } } },
      addition: true,
    },
    listChoices: {
      method: 'GET',
      path: '/platforms/{platform}/choices',
      tag: 'connections',
      summary: 'List what an account can choose for an option',
      returns: 'What can be chosen.',
      description:
        'For options whose values differ by account, such as a board or a playlist: `choices` of `GET /platforms` names them. The platform is asked now. The list has at most 1,000 entries; a value that is not in it may be valid too.',
      scope: 'read',
      role: 'author',
      params: z.strictObject({ platform: z.enum(names).meta(additionsIn(names)) }),
      query: z.strictObject({
        option: z.string().min(1).max(64).meta({ description: 'Name of the option, for example `boardId`.' }),
        profile_id: optionalProfileId,
      }),
      response: envelope(
        z.strictObject({
          platform: z.string().meta({ description: 'The name that the request used.' }),
          option: z.string(),
          choices: z.array(
            z.strictObject({
              value: z.string().meta({ description: 'For `platform_options`.' }),
              name: z.string().nullable().meta({ description: 'What people call it; null: the value says it.' }),
            }),
          ),
        }),
      ),
      errors: ['platform_not_connected', 'reconnect_required', 'platform_error'],
      example: {
        params: { platform: 'pinterest' },
        query: { option: 'boardId' },
        response: { status: 'ok', data: { platform: 'pinterest', option: 'boardId', choices: exampleChoices } },
      },
      addition: true,
    },
  }) as const satisfies Record<string, Operation>
