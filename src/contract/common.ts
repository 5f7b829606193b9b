import { z } from 'zod'

/** The kinds of resource that have IDs. `idSlots` knows which schemas contain an ID of which kind. */
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

/** What an ID of each kind is and looks like, for error messages. */
export const idForms: Readonly<Record<IdKind, string>> = {
  profile: 'the ID of a profile: 6 to 32 letters and digits',
  post: 'the ID of a post, which is a whole number: its `post_id`, or the `jobId` of one of its jobs, but not its `batch_id`',
  job: 'the ID of a job, which is a whole number: a `jobId` of the post',
  draft: 'the ID of a draft, which is a UUID',
  webhook: 'the ID of a webhook, which is a whole number',
  delivery: 'the ID of a delivery, which is a whole number',
  connection: 'the ID of a connection: `conn_` and 24 letters and digits',
  auto_reply: 'the ID of an auto-reply, which is a whole number',
  user: 'the ID of a user, which is a whole number',
  key: 'the ID of an API key, which is a whole number',
}

export const idSlots = z.registry<{ kind: IdKind }>()

export const maxId = Number.MAX_SAFE_INTEGER

const integerText = (min: number, max: number) =>
  z
    .string()
    .regex(/^(0|-?[1-9]\d{0,15})$/, 'Must be a whole number, without leading zeros.')
    .transform(Number)
    .pipe(z.int().min(min).max(max))

interface QueryRange {
  readonly min: number
  readonly max: number
}

/** A whole number in a query; `fallback` is the default, if there is one. */
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

const profileIdPattern = /^[A-Za-z0-9]{6,32}$/

export const profileId = z
  .string()
  .regex(profileIdPattern, 'A profile ID is 6 to 32 letters and digits.')
  .register(idSlots, { kind: 'profile' })
  .meta({ description: 'ID of a connection profile.' })

/** `profile_id` that may be left out. */
export const optionalProfileId = profileId
  .optional()
  .meta({ description: 'ID of a connection profile. Default: the default profile.' })

export const time = z.iso.datetime().meta({ description: 'UTC, with milliseconds.' })

export const ok = z.literal('ok')

/** The envelope of most responses. */
export const envelope = <T extends z.ZodType>(data: T) => z.strictObject({ status: ok, data })

export const pageQuery = {
  page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
  per_page: queryInteger({ min: 1, max: 100, fallback: 25 }),
}

export const pageMeta = z.strictObject({ page: z.int(), per_page: z.int(), total: z.int() })

/** A warning in a response about settings or a job. */
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

/** A number in a query that must be one of a few. It has no default here, so that the use case sees if it was left out. */
export const queryNumberOf = <const T extends readonly number[]>(numbers: T, usual: T[number]) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/, 'Must be a whole number, without leading zeros.')
    .transform(Number)
    .pipe(z.literal(numbers))
    .optional()
    .meta({
      description: `${numbers.join(', ')}. Default: ${usual}.`,
      openapi: { type: 'integer', enum: [...numbers], default: usual },
    })

/** `cursor` of a list with `next_cursor`. */
export const queryCursor = z
  .string()
  .min(1)
  .max(8_000)
  .optional()
  .meta({ description: '`next_cursor` of the previous page. Send it with the same filters.' })

/** UUID of a draft. */
export const draftId = z
  .uuid()
  .toLowerCase()
  .register(idSlots, { kind: 'draft' })
  .meta({ description: 'UUID of a draft: the `id` that `POST /drafts` returned.' })

/** ID of an attempt to connect an account. */
export const connectionId = z
  .string()
  .regex(/^conn_[A-Za-z0-9]{24}$/, 'A connection ID is `conn_` and 24 letters and digits.')
  .register(idSlots, { kind: 'connection' })
  .meta({ description: 'ID of a connection: the `connection_id` that `POST /connect` returned.' })

const maxUrl = 2_000

/** An http or https address in a body. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https URL.' })
  .max(maxUrl)
  // The database indexes URLs, and an index has a limit in bytes.
  .refine((url) => url.length > maxUrl || Buffer.byteLength(url) <= maxUrl, `Must have at most ${maxUrl} bytes.`)

/** An object whose fields the contract does not define. */
export const freeObject = z.record(z.string(), z.unknown())

export const environment = z
  .enum(['live', 'sandbox'])
  .meta({ description: '`live`: the real platform. `sandbox`: the simulated platform.' })

/** A platform that could not be read, while others of the group could. */
export const platformError = z
  .strictObject({
    platform: z.string(),
    post_id: z.int().meta({ description: 'ID of that platform’s job.' }),
    code: z.string().meta({
      description:
        'For example `not_published`, `unsupported`, `platform_not_connected`, `reconnect_required`, `rate_limited`, `platform_error`.',
    }),
    message: z.string(),
  })
  .meta({ id: 'PlatformError' })
