import { z } from 'zod'
import { textUnits } from '../domain/post-rules.ts'
import { envelope, freeObject } from './common.ts'
import { mediaType } from './media.ts'
import type { Operation } from './operation.ts'

/** What the length of a platform's text is counted in. */
export const textUnit = z.enum(textUnits).meta({
  description:
    '`characters`: Unicode code points. `utf16`: as JavaScript counts. `graphemes`: what people see as one. `weighted`: as X counts. `bytes`: UTF-8. `emoji_bytes`: code points, but an emoji as many as its bytes.',
})

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
    may_not_show: z
      .literal(true)
      .optional()
      .meta({ description: 'The platform takes it, and may show something else all the same; a warning says so.' }),
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
    instead_option: z
      .string()
      .optional()
      .meta({ description: 'An option that may stand where there is neither text nor media.' }),
    source,
  })
  .meta({ id: 'TextRule' })

/** One way to post on a platform. What it does not limit or take is left out. */
const postType = z
  .strictObject({
    name: z.string(),
    by_option: z.string().optional().meta({ description: 'An option of the platform by which this type is chosen.' }),
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
    logins: z
      .array(z.strictObject({ name: z.string(), configured: z.boolean() }))
      .optional()
      .meta({ description: 'The ways to sign in, for `login` of `POST /connect`; left out where there is only one.' }),
    configured: z.boolean().meta({ description: 'Whether this instance has the credentials that it needs.' }),
    connected_profiles: z.array(z.string()).meta({ description: 'IDs of your profiles in which it is connected.' }),
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

export const platformOperations = {
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
} as const satisfies Record<string, Operation>
