import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** The kinds of resource that an ID can name. A schema registered here is an ID slot of the contract. */
export type IdKind =
  | 'profile'
  | 'post'
  | 'job'
  | 'draft'
  | 'webhook'
  | 'delivery'
  | 'connection'
  | 'auto_reply'
  | 'user'
  | 'key'

export const idSlots = z.registry<{ kind: IdKind }>()

export const maxId = Number.MAX_SAFE_INTEGER

const integerText = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,16}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.int().min(min).max(max))

interface QueryRange {
  readonly min: number
  readonly max: number
}

/** A whole number in a query; left out, `fallback` where there is one. */
export function queryInteger(range: QueryRange & { readonly fallback: number }): z.ZodDefault<QueryInteger>
export function queryInteger(range: QueryRange): z.ZodOptional<QueryInteger>
export function queryInteger({ min, max, fallback }: QueryRange & { readonly fallback?: number }) {
  const openapi = { type: 'integer', minimum: min, maximum: max }
  const schema = integerText(min, max)
  return fallback === undefined
    ? schema.optional().meta({ openapi })
    : schema.default(fallback).meta({ openapi: { ...openapi, default: fallback } })
}

type QueryInteger = ReturnType<typeof integerText>

/** An integer ID in the path. */
export const pathId = (kind: IdKind, description: string) =>
  integerText(1, maxId)
    .register(idSlots, { kind })
    .meta({ description, openapi: { type: 'integer', minimum: 1, maximum: maxId } })

/** An integer ID in a query. */
export const queryId = pathId

/** An integer ID in a body. */
export const bodyId = (kind: IdKind, description: string) =>
  z.int().min(1).max(maxId).register(idSlots, { kind }).meta({ description })

export const profileIdPattern = /^[A-Za-z0-9]{6,32}$/

export const profileId = z
  .string()
  .regex(profileIdPattern, 'A profile ID is 6 to 32 letters and digits.')
  .register(idSlots, { kind: 'profile' })
  .meta({ description: 'ID of a connection profile.' })

/** `profile_id` where it may be left out. */
export const optionalProfileId = profileId
  .optional()
  .meta({ description: 'ID of a connection profile; left out, the default profile.' })

export const time = z.iso.datetime().meta({ description: 'UTC, with milliseconds.' })

export const ok = z.literal('ok')

/** The envelope of most answers. */
export const envelope = <T extends z.ZodType>(data: T) => z.strictObject({ status: ok, data })

export const pageQuery = {
  page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
  per_page: queryInteger({ min: 1, max: 100, fallback: 25 }),
}

export const pageMeta = z.strictObject({ page: z.int(), per_page: z.int(), total: z.int() })

/** A warning on a read: settings and jobs. */
export const warning = z.strictObject({
  scope: z.enum(['profile', 'account', 'post', 'job']),
  platform: z.string().nullable(),
  code: z.string(),
  severity: z.enum(['info', 'warning']),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).nullable(),
  retry_at: time.nullable(),
  expires_at: time.nullable(),
  updated_at: time,
})

export type Warning = z.input<typeof warning>

/** A number in a query that must be one of a few. It has no default here, so that its absence can be seen. */
export const queryNumberOf = <const T extends readonly number[]>(numbers: T, usual: T[number]) =>
  z
    .string()
    .regex(/^\d{1,16}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.literal(numbers))
    .optional()
    .meta({
      description: `${numbers.join(', ')}; left out, ${usual}.`,
      openapi: { type: 'integer', enum: [...numbers], default: usual },
    })

/** `cursor` of a list that pages by `next_cursor`. */
export const queryCursor = z
  .string()
  .min(1)
  .max(2_000)
  .optional()
  .meta({ description: '`next_cursor` of the page before, sent with the same filters.' })

export const jobStatus = z.enum([
  'queued',
  'processing',
  'retrying',
  'action_required',
  'completed',
  'failed',
  'cancelled',
])

export const postStatus = z.enum(['scheduled', 'queued', 'processing', 'successful', 'partial', 'failed', 'cancelled'])

/** What a person must do before a job can end. */
export const actionRequired = z
  .discriminatedUnion('code', [
    z.strictObject({ code: z.literal('finish_in_app'), message: z.string(), resolve_by: time }),
    z.strictObject({ code: z.literal('outcome_unknown'), message: z.string(), look_at: z.array(z.string()) }),
  ])
  .meta({ id: 'ActionRequired' })

/** UUID of a draft. */
export const draftId = z
  .uuid()
  .register(idSlots, { kind: 'draft' })
  .meta({ description: 'UUID of a draft, as its save answered it.' })

/** ID of an attempt to connect an account. */
export const connectionId = z
  .string()
  .regex(/^conn_[A-Za-z0-9]{24}$/, 'A connection ID is `conn_` and 24 letters and digits.')
  .register(idSlots, { kind: 'connection' })
  .meta({ description: 'ID of a connection, as connect answered it.' })

/** An http or https address in a body. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'Must be an http or https URL.' }).max(2_000)

/** An object whose fields are not the contract's to name. */
export const freeObject = z.record(z.string(), z.unknown())

export const environment = z
  .enum(['live', 'sandbox'])
  .meta({ description: 'The real platform, or the simulated one of the sandbox.' })

/** What the length of a platform's text is counted in. */
export const textUnit = z.enum(['characters', 'utf16', 'graphemes', 'weighted', 'bytes', 'emoji_bytes']).meta({
  description:
    '`characters`: Unicode code points. `utf16`: as JavaScript counts. `graphemes`: what people see as one. `weighted`: as X counts. `bytes`: UTF-8. `emoji_bytes`: code points, but an emoji as many as its bytes.',
})

export const metricWindow = z
  .enum(['lifetime', 'rolling_30_days', 'rolling_90_days', 'mixed'])
  .meta({ description: 'What the numbers cover: everything since publication, or the platform’s own rolling window.' })

const count = z.int().nullable().meta({ description: 'Null where no platform supplied it.' })
const available = z.boolean().meta({ description: 'At least one platform supplied it.' })
const partial = z.boolean().meta({ description: 'It covers only some of the platforms.' })

/** The fields of a post's metrics over its platforms. */
export const metricTotals = {
  captured_at: time,
  metric_window: metricWindow,
  views: count,
  views_available: available,
  views_partial: partial,
  impressions: count,
  impressions_available: available,
  impressions_partial: partial,
  reach: count,
  reach_available: available,
  reach_partial: partial,
  likes: count,
  likes_available: available,
  likes_partial: partial,
  comments: count,
  comments_available: available,
  comments_partial: partial,
  shares: count,
  shares_available: available,
  shares_partial: partial,
  saves: count,
  saves_available: available,
  saves_partial: partial,
  clicks: count,
  clicks_available: available,
  clicks_partial: partial,
  engagement: count,
  engagement_available: available,
  engagement_partial: partial,
  display_views: count,
  display_views_available: available,
  display_views_partial: partial,
  engagement_rate: z.number().nullable().meta({ description: 'A fraction: 0.042 is 4.2 %.' }),
  engagement_rate_sample_count: z.int().meta({ description: 'How many platforms contribute to the rate.' }),
  engagement_rate_partial: z.boolean().meta({ description: 'There is a rate, but not of all platforms.' }),
  engagement_rate_denominator: z
    .enum(['views', 'impressions', 'reach', 'mixed'])
    .nullable()
    .meta({ description: 'What the rate is a rate of.' }),
}

/** A platform of a group that could not be read, though others could. */
export const platformError = z
  .strictObject({
    platform: z.string(),
    post_id: z.int().meta({ description: 'ID of that platform’s job.' }),
    code: z.string().meta({
      description:
        'Such as `not_published`, `unsupported`, `platform_not_connected`, `reconnect_required`, `rate_limited`, `platform_error`.',
    }),
    message: z.string(),
  })
  .meta({ id: 'PlatformError' })

/** When to publish, and whom to tell. */
export const schedule = {
  scheduled_at: z.string().min(1).max(64).meta({
    description:
      'When to publish: a time with `Z` or an offset, or a local one without together with `scheduled_timezone`. At most 60 seconds ago and 2 years ahead; left out, now.',
  }),
  scheduled_timezone: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'IANA name, such as `Europe/Warsaw`, of the zone in which a local `scheduled_at` is meant.' }),
  webhook_url: httpUrl.meta({ description: 'Is told how the post ended; signed with the callback secret.' }),
}

/** Where a job's post is, once it is published. */
export const publishedAt = {
  platform_post_id: z.string().nullable().meta({ description: 'Null until the job is completed.' }),
  platform_post_url: z.string().nullable().meta({ description: 'Null until the job is completed.' }),
}

const postWarning = z
  .strictObject({
    platform: z.string().nullable().meta({ description: 'Null where it is not about one platform.' }),
    code: z.string(),
    severity: z.enum(['info', 'warning']),
    message: z.string(),
  })
  .meta({ id: 'PostWarning' })

/** What became of a post or a draft that was accepted. */
export const submission = z
  .strictObject({
    status: z.literal('queued'),
    post_id: z.int(),
    batch_id: z.string(),
    profile_id: z.string().nullable(),
    jobs: z.array(z.strictObject({ platform: z.string(), jobId: z.int(), ...publishedAt })),
    warnings: z.array(postWarning).meta({ description: 'They refuse nothing: the post is queued.' }),
  })
  .meta({ id: 'Submission' })

/** Why a post as asked for can't be published, beyond the shape of the request. */
export const publishErrors = [
  'account_limit_reached',
  'posting_allowance_used_up',
  'content_rejected',
  'platform_not_connected',
  'reconnect_required',
  'media_not_ready',
  'forbidden_address',
] as const satisfies readonly ErrorCode[]
