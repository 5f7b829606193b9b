import { z } from 'zod'
import { warningNames } from '../domain/warning-codes.ts'

/** The kinds of resource that have IDs. `idSlots` knows which schemas contain an ID of which kind. */
export type IdKind =
  | 'profile'
  | 'post'
  | 'job'
  | 'draft'
  | 'media'
  | 'label'
  | 'date'
  | 'webhook'
  | 'delivery'
  | 'connection'
  | 'auto_reply'
  | 'inbox_entry'
  | 'user'
  | 'key'
  | 'person'
  | 'session'
  | 'invite'

/** The meaning and the form of an ID of each kind, for error messages. */
export const idForms: Readonly<Record<IdKind, string>> = {
  profile: 'the ID of a profile: 6 to 32 letters and digits',
  post: 'the ID of a post, which is a whole number: its `post_id`, or the `jobId` of one of its jobs, but not its `batch_id`',
  job: 'the ID of a job, which is a whole number: a `jobId` of the post',
  draft: 'the ID of a draft, which is a UUID',
  media: 'the ID of a file in the media library: the `id` that POST /upload returned',
  label: 'the ID of a label, which is a whole number',
  date: 'the ID of a date, which is a whole number',
  webhook: 'the ID of a webhook, which is a whole number',
  delivery: 'the ID of a delivery, which is a whole number',
  connection: 'the ID of a connection: `conn_` and 24 letters and digits',
  auto_reply: 'the ID of an auto-reply, which is a whole number',
  inbox_entry: 'the ID of an entry of the inbox, which is a whole number',
  user: 'the ID of a user, which is a whole number',
  key: 'the ID of an API key, which is a whole number',
  person: 'the ID of a person, which is a whole number',
  session: 'the ID of a session, which is a whole number',
  invite: 'the ID of an invite, which is a whole number',
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

export const mostProfilesNamed = 60

const namedProfiles = z
  .string()
  .regex(
    /^(all|[A-Za-z0-9]{6,32}(,[A-Za-z0-9]{6,32})*)$/,
    'Must be `all`, or IDs of profiles, separated by commas: each has 6 to 32 letters and digits.',
  )
  .refine((text) => text.split(',').length <= mostProfilesNamed, `At most ${mostProfilesNamed} profiles, or \`all\`.`)
  .register(idSlots, { kind: 'profile' })
  .optional()

const spanned = `ID of a connection profile; since later also \`all\` for all your profiles, or up to ${mostProfilesNamed} IDs separated by commas.`

/** `profile_id` of a list that can span several profiles. */
export const profileScope = namedProfiles.meta({ description: `${spanned} Default: the default profile.` })

/** The same, for lists that span all profiles if it is left out. */
export const profileScopeOrAll = namedProfiles.meta({ description: `${spanned} Default: all your profiles.` })

export const time = z.iso.datetime().meta({ description: 'UTC, with milliseconds.' })

export const ok = z.literal('ok').meta({ description: 'Always `ok`.' })

/** Who did something. */
export const actor = z
  .strictObject({
    type: z.enum(['person', 'key']),
    id: z.int(),
    name: z.string().meta({ description: 'As it was then. It stays when the person or the key is gone.' }),
  })
  .meta({ id: 'Actor' })

export const exampleActor = { type: 'person', id: 3, name: 'Ana' } as const

export const createdBy = actor
  .nullable()
  .meta({ description: 'Null if it was created before this was recorded.', 'x-addition': true })

export const updatedBy = actor
  .nullable()
  .meta({ description: 'Who made the latest edit; null if there was none.', 'x-addition': true })

/** The envelope of most responses. */
export const envelope = <T extends z.ZodType>(data: T) => z.strictObject({ status: ok, data })

export const pageQuery = {
  page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
  per_page: queryInteger({ min: 1, max: 100, fallback: 25 }),
  limit: queryInteger({ min: 1, max: 100 }).meta({
    description: 'Another name of `per_page`, as in other lists. It counts if both are sent.',
    'x-addition': true,
  }),
}

/** How many items a page has at most. */
export const pageSize = ({
  limit,
  per_page,
}: {
  readonly limit?: number | undefined
  readonly per_page: number
}): number => limit ?? per_page

/** A list that is read downwards. `before` and `next_before` are its older names. */
export const downwardsQuery = {
  limit: queryInteger({ min: 1, max: 100, fallback: 50 }).meta({
    description: 'How many items to return at most.',
    'x-addition': true,
  }),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'Must be the `next_cursor` of the previous page.')
    .optional()
    .meta({ description: '`next_cursor` of the previous page. Send it with the same filters.', 'x-addition': true }),
  before: queryInteger({ min: 1, max: maxId }).meta({
    description: '`next_before` of the previous page. The older name of `cursor`, which counts if both are sent.',
  }),
}

export const downwardsNext = {
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'The `cursor` of the next page; null on the last page.', 'x-addition': true }),
  next_before: z.int().nullable().meta({ description: 'The same as a number; null on the last page.' }),
}

/** The same for a list that also has `next_cursor`. Without a cursor, a page by number. */
export const pageOrCursorQuery = {
  page: queryInteger({ min: 1, max: 100_000 }).meta({ description: 'Default: 1. Cannot be sent with `cursor`.' }),
  per_page: pageQuery.per_page,
  limit: pageQuery.limit,
  cursor: z.string().min(1).max(8_000).optional().meta({
    description:
      '`next_cursor` of the previous page. Send it with the same filters, and without `page`. Rows that are added in the meantime shift nothing.',
    'x-addition': true,
  }),
}

/** Refuses both ways of paging at once. */
export const onePaging = (
  { page, cursor }: { readonly page?: number | undefined; readonly cursor?: string | undefined },
  context: z.RefinementCtx,
): void => {
  if (page !== undefined && cursor !== undefined)
    context.addIssue({ code: 'custom', path: ['cursor'], message: 'Leave out `page` where `cursor` is sent.' })
}

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'The `cursor` of the next page; null on the last page.', 'x-addition': true })

export const pageMeta = z.strictObject({ page: z.int(), per_page: z.int(), total: z.int() }).meta({ id: 'PageMeta' })

/** A warning in a response about settings or a job. */
export const warning = z
  .strictObject({
    scope: z.enum(['profile', 'account', 'post', 'job']),
    platform: z.string().nullable(),
    code: z
      .enum(warningNames)
      .meta({ description: 'What the warning says, as a stable word. docs/reference/errors.md lists them.' }),
    severity: z.enum(['info', 'warning']),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).nullable(),
    retry_at: time.nullable(),
    expires_at: time.nullable(),
    updated_at: time,
  })
  .meta({ id: 'Warning' })

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

/** Yes or no in a query. */
export const queryFlag = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ description, openapi: { type: 'boolean' } })

/** Some of a few words in a query: the parameter repeated, or one value with commas. */
export const queryWords = <T extends string>(words: readonly T[], description: string, more: object = {}) => {
  const isWord = (text: string): text is T => words.some((word) => word === text)
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given, context) => {
      const texts = [given].flat().flatMap((text) => text.split(','))
      const known = texts.filter(isWord)
      if (known.length === texts.length) return [...new Set(known)]
      context.addIssue({ code: 'custom', message: `Must be one or more of ${words.join(', ')}.` })
      return z.NEVER
    })
    .optional()
    .meta({
      description,
      openapi: { type: 'array', items: { type: 'string', enum: [...words], ...more }, minItems: 1 },
    })
}

/** One end of a range of time in a query: a whole day or an instant. */
export const dayOrTime = (description: string) =>
  z
    .string()
    .refine((text) => [z.iso.date(), z.iso.datetime({ offset: true })].some((form) => form.safeParse(text).success), {
      error: 'Must be a date such as 2026-11-03, or a time such as 2026-11-03T09:00:00Z.',
    })
    .optional()
    .meta({ description })

export const queryZone = z.string().min(1).max(64).optional().meta({
  description: 'Time zone of the dates in this query, as an IANA name such as `Europe/Warsaw`. Default: UTC.',
  'x-addition': true,
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

/** ID of a file in the media library. */
export const mediaId = z
  .string()
  .regex(/^[A-Za-z0-9]{1,64}(\.[a-z0-9]{1,8})?$/, 'Must be the `id` that POST /upload returned.')
  .register(idSlots, { kind: 'media' })
  .meta({ description: 'ID of a file: the `id` that `POST /upload` returned.' })

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
