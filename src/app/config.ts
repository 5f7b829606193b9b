import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { GiB, MiB } from '../domain/bytes.ts'
import { readServers } from '../domain/database-servers.ts'
import type { KeepDays } from '../domain/keep-days.ts'
import type { PlanId } from '../domain/plans.ts'
import { hour } from '../domain/time.ts'
import type { UserLimits } from '../domain/user-limits.ts'

const list = new Intl.ListFormat('en', { type: 'disjunction' })
/** In days. */
const shortestPosts = 100
const shortestReplies = 30

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

const postgresUrl = z
  .string()
  .refine(
    (text) => readServers(text) !== null,
    'must be a PostgreSQL address like postgres://user:password@host:5432/polypost. Several servers are host1:5432,host2:5432, of which the one that takes writes is used',
  )

/** A name that needs no quotes, and leaves room for those that begin with it. */
const schemaName = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,39}$/, 'must have 1 to 40 small letters, digits and underscores, and begin with no digit')

const portFault = 'must be a port number from 0 to 65535'
const port = z
  .string()
  .regex(/^\d{1,5}$/, portFault)
  .transform(Number)
  .refine((value) => value <= 65_535, portFault)

const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((value) => value === 'true')

const fourNumbers = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){3}$/, 'must be four whole numbers separated by commas, one for each plan')
  .transform((value) => {
    const [free = 0, starter = 0, pro = 0, business = 0] = value.split(',').map(Number)
    return { 1: free, 2: starter, 3: pro, 4: business }
  })

const fourGibibytes = fourNumbers.transform(
  (numbers): Record<PlanId, number> => ({
    1: numbers[1] * GiB,
    2: numbers[2] * GiB,
    3: numbers[3] * GiB,
    4: numbers[4] * GiB,
  }),
)

const commaList = z.string().transform((value) => value.split(',').map((part) => part.trim()))

const cidrs = commaList.refine(
  (parts) => parts.every(isCidr),
  'must be address ranges such as 10.0.0.0/8 or fd00::/8, separated by commas',
)

const secretKeys = commaList.refine(
  (keys) => keys.every((key) => key.length >= 32),
  'must have at least 32 characters (for example from `openssl rand -base64 32`); separate several keys by commas, the newest first',
)

/** Null: all platforms. */
const platformNames = z
  .string()
  .regex(/^[a-z]+(,[a-z]+)*$/, 'must be `all`, `none`, or names of platforms separated by commas')
  .transform((value) => (value === 'all' ? null : value === 'none' ? [] : value.split(',')))

const ownerKey = z
  .string()
  .regex(/^pp_[A-Za-z0-9]{37,252}$/, 'must be `pp_` followed by at least 37 letters and digits')

const days = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of days, 1 or more')
  .transform(Number)

const hours = z
  .string()
  .regex(/^\d{1,5}(\.\d+)?$/, 'must be a number of hours')
  .transform(Number)
  .refine((value) => value > 0, 'must be more than 0')

/** Comments are read for 7 days, and a reply that is deleted would be sent again. */
const daysOfReplies = days.refine((value) => value >= shortestReplies, `must be ${shortestReplies} or more`)

/** 0: for ever. Analytics read up to 90 days back, and a post in doubt is looked for among earlier ones. */
const daysOfPosts = z
  .string()
  .regex(/^(0|\d{3,5})$/, 'must be 0 (for ever), or a whole number of days, 100 or more')
  .transform(Number)
  .refine((value) => value === 0 || value >= shortestPosts, 'must be 0 (for ever), or 100 or more')

const mebibytes = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of megabytes')
  .transform((value) => Number(value) * MiB)

const timeScale = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number')
  .transform(Number)
  .refine((value) => value >= 1, 'must be 1 or more')

const apps = [
  'X',
  'META',
  'INSTAGRAM',
  'THREADS',
  'LINKEDIN',
  'LINKEDIN_PAGE',
  'GOOGLE',
  'TIKTOK',
  'PINTEREST',
  'REDDIT',
]

interface Note {
  readonly meaning: string
  readonly fallback: string
  readonly secret: boolean
}

const notes = z.registry<Note>()

type TextSchema = z.ZodType<unknown, string>

const noted = <T extends z.ZodType>(schema: T, note: Note): T => {
  notes.add(schema, note)
  return schema
}

const optional = <T extends TextSchema>(schema: T, meaning: string, { fallback = 'none', secret = false } = {}) =>
  noted(schema.optional(), { meaning, fallback, secret })

const defaulting = <T extends TextSchema>(schema: T, fallback: z.input<T>, meaning: string) =>
  noted(schema.prefault(fallback), { meaning, fallback: `\`${fallback}\``, secret: false })

const text = z.string().min(1, 'must not be empty')
const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be ${list.format(values)}` })
const secret = { secret: true }

const appSettings = Object.fromEntries(
  apps.flatMap((app) => [
    [`${app}_CLIENT_ID`, optional(text, `ID of your developer app (${app})`)],
    [`${app}_CLIENT_SECRET`, optional(text, `Secret of your developer app (${app})`, secret)],
  ]),
)

/** Every setting, in the order of the reference. */
const settings = {
  HOST: defaulting(text, '127.0.0.1', 'Address on which the API, the pages and the embedded media host listen'),
  PORT: defaulting(port, '4000', 'Port on which they listen'),
  POLYPOST_HEALTH_PORT: optional(
    port,
    'Port on which `worker` and `sandbox` serve `/healthz`, `/readyz` and `/metrics`, on the address `HOST`. `start` and `api` serve them on `PORT`',
  ),
  POLYPOST_PUBLIC_URL: optional(httpUrl, 'Public address of this instance, for links and OAuth redirects', {
    fallback: '`http://HOST:PORT`',
  }),
  POLYPOST_MEDIA_URL: optional(httpUrl, 'Base address of every `publicUrl` of media', {
    fallback: '`POLYPOST_PUBLIC_URL`',
  }),
  POLYPOST_DATA_DIR: defaulting(
    text,
    './data',
    'Folder of the embedded database, the media, the owner’s key and the encryption key',
  ),
  DATABASE_URL: optional(
    postgresUrl,
    'Address of a PostgreSQL 15+ database, used instead of the embedded database. It may name several servers (`host1:5432,host2:5432`), of which the one that takes writes is used',
    secret,
  ),
  DATABASE_DIRECT_URL: optional(
    postgresUrl,
    'The same database without the pooler (PgBouncer) that `DATABASE_URL` goes through. It is only used to wake processes; without it they look for due work every second',
    secret,
  ),
  DATABASE_SCHEMA: optional(
    schemaName,
    'Schema of PostgreSQL for all tables, so that several programs can share a database',
    { fallback: 'the one of the user, usually `public`' },
  ),
  POLYPOST_OWNER_KEY: optional(
    ownerKey,
    'The first API key. Without it a key is created and written to `owner.key` in the data directory',
    { fallback: 'created', secret: true },
  ),
  POLYPOST_SECRET_KEY: optional(
    secretKeys,
    'Encrypts tokens and stored responses in the database. To rotate the key, set several: the first one encrypts, all decrypt ([in which order](../operate/keys.md)). Required with `DATABASE_URL`',
    { fallback: 'created in the data directory', secret: true },
  ),
  POLYPOST_SANDBOX: optional(oneOf(['on', 'off']), 'Whether the simulated platforms can be used', {
    fallback: '`on` for `start` without platform credentials, otherwise `off`',
  }),
  POLYPOST_SANDBOX_PORT: defaulting(port, '4001', 'Port of the simulated platforms, on the loopback address only'),
  MEDIA_S3_BUCKET: optional(text, 'Bucket of an S3-compatible store for media, used instead of the data directory'),
  MEDIA_S3_ENDPOINT: optional(httpUrl, 'Address of the S3 store'),
  MEDIA_S3_REGION: optional(text, 'Region of the S3 store'),
  MEDIA_S3_ACCESS_KEY_ID: optional(text, 'ID of the access key for the S3 store', secret),
  MEDIA_S3_SECRET_ACCESS_KEY: optional(text, 'Secret of the access key for the S3 store', secret),
  MEDIA_S3_PUBLIC_URL: optional(httpUrl, 'Public base address of the bucket, if it has one'),
  ...appSettings,
  POLYPOST_MEDIA_KEEP_DAYS: defaulting(
    days,
    '30',
    'Days after which a media file is deleted if no draft and no waiting post uses it',
  ),
  POLYPOST_GREATEST_LATENESS_HOURS: defaulting(
    hours,
    '24',
    'A job that is overdue by more hours than this is not published any more: it fails with `schedule_missed`, and a person can retry it',
  ),
  POLYPOST_DISK_RESERVE_MB: defaulting(
    mebibytes,
    '512',
    'Megabytes of free space that uploads leave to the embedded database, if the media lie on the same disk',
  ),
  POLYPOST_KEEP_POSTS_DAYS: defaulting(
    daysOfPosts,
    '0',
    'Days after which a post that has ended is deleted with its jobs, metrics and replies; 0 means never, otherwise at least 100. A deleted post is gone after 30 days in any case',
  ),
  POLYPOST_KEEP_STEPS_DAYS: defaulting(
    days,
    '30',
    'Days after which the plan and the steps of a job that has ended are deleted. The job itself stays',
  ),
  POLYPOST_KEEP_METRICS_DAYS: defaulting(
    days,
    '400',
    'Days for which one set of metrics per day is kept, counted from when the metrics of a post were last read. After that only the latest set is kept',
  ),
  POLYPOST_KEEP_REPLIES_DAYS: defaulting(
    daysOfReplies,
    '400',
    'Days after which replies and auto-replies to comments that have ended are deleted, at least 30',
  ),
  POLYPOST_KEEP_EVENTS_DAYS: defaulting(days, '90', 'Days after which events and webhook deliveries are deleted'),
  POLYPOST_ALLOW_PRIVATE_ADDRESSES: optional(
    cidrs,
    'Private address ranges that media downloads, webhooks and changed platform hosts may reach, on any port',
  ),
  POLYPOST_TRUST_PROXY: optional(cidrs, 'Address ranges of proxies whose `X-Forwarded-For` is trusted'),
  POLYPOST_RATE_LIMITS: defaulting(fourNumbers, '75,150,750,1500', 'Requests per minute and user, for plans 1 to 4'),
  POLYPOST_POSTING_ALLOWANCES: optional(fourNumbers, 'Published jobs per month for plans 1 to 4; 0 means no limit'),
  POLYPOST_STORAGE_GB: defaulting(
    fourGibibytes,
    '10,50,250,1000',
    'Gigabytes of media that a user can store, for plans 1 to 4; 0 means no limit',
  ),
  POLYPOST_FETCHES_AT_ONCE: defaulting(
    fourNumbers,
    '2,4,8,16',
    'Uploads by URL that a user can run at the same time in one process, for plans 1 to 4',
  ),
  POLYPOST_UPLOADS_AT_ONCE: defaulting(
    fourNumbers,
    '4,8,16,32',
    'Files that a user can send at the same time to one process, for plans 1 to 4',
  ),
  POLYPOST_WEBHOOKS: defaulting(fourNumbers, '20,20,20,20', 'Webhooks that a user can have, for plans 1 to 4'),
  POLYPOST_EVENT_STREAMS: defaulting(
    fourNumbers,
    '10,10,10,10',
    'Event streams that a user can have open in one process, for plans 1 to 4',
  ),
  POLYPOST_ALLOW_HTTP_WEBHOOKS: defaulting(flag, 'false', 'Whether webhooks may have plain http addresses'),
  POLYPOST_READ_METRICS: defaulting(
    platformNames,
    'all',
    'Platforms whose followers and post metrics are read in the background (`all`, `none`, or names separated by commas). X charges for each read. `POST /analytics/refresh` always reads',
  ),
  POLYPOST_METRICS_TOKEN: optional(
    z.string().min(16, 'must have at least 16 characters'),
    'Bearer token for reading `/metrics`. Without it, `/metrics` answers only requests from this machine, and none if `POLYPOST_PUBLIC_URL` is another address than this machine or `POLYPOST_TRUST_PROXY` is set',
    secret,
  ),
  POLYPOST_TIME_SCALE: defaulting(
    timeScale,
    '1',
    'Divides every retry, lease and polling delay. Only for tests: refused if `NODE_ENV=production`',
  ),
  LLM_PROVIDER: defaulting(
    oneOf(['openai-compatible', 'anthropic']),
    'openai-compatible',
    'Protocol of the language model',
  ),
  LLM_BASE_URL: optional(
    httpUrl,
    'Address of the language model including the version, such as `http://127.0.0.1:11434/v1`. Private addresses are allowed',
    { fallback: '`https://api.openai.com/v1` or `https://api.anthropic.com/v1`' },
  ),
  LLM_API_KEY: optional(text, 'API key for the language model', secret),
  LLM_MODEL: optional(text, 'Name of the language model. Without it no language model is used'),
  LOG_LEVEL: defaulting(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Least important level of log lines that are written',
  ),
  LOG_FORMAT: optional(oneOf(['pretty', 'json']), 'Format of log lines', {
    fallback: '`pretty` on a terminal, otherwise `json`',
  }),
}

const schema = z.object(settings)

export interface Config {
  readonly host: string
  readonly port: number
  /** Null if it is not set. */
  readonly healthPort: number | null
  readonly publicUrl: string
  /** Base of the media host's addresses. */
  readonly mediaUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Without a pooler in between. */
  readonly databaseDirectUrl: string | null
  readonly databaseSchema: string | null
  readonly ownerKey: string | null
  /** Newest first; null if the key in the data directory is used. */
  readonly secretKeys: readonly string[] | null
  /** The developer apps that are set, by the prefix of their settings. */
  readonly apps: Readonly<Record<string, DeveloperApp>>
  /** All other variables of the environment, including the settings of the platforms. */
  readonly others: Readonly<Record<string, string | undefined>>
  /** Null if it is not set. */
  readonly sandbox: 'on' | 'off' | null
  readonly sandboxPort: number
  /** Divides every delay. */
  readonly timeScale: number
  /** The S3-compatible media store, if there is one. */
  readonly mediaS3: MediaS3 | null
  readonly mediaKeepDays: number
  /** A job that is overdue by more is left to a person. In milliseconds. */
  readonly greatestLateness: number
  /** In bytes. */
  readonly diskReserve: number
  readonly keepDays: KeepDays
  /** Private address ranges that outgoing requests may reach. */
  readonly allowedAddresses: readonly string[]
  readonly trustProxy: readonly string[]
  readonly rateLimits: Readonly<Record<PlanId, number>>
  /** Null: no plan has a limit. 0: this plan has no limit. */
  readonly postingAllowances: Readonly<Record<PlanId, number>> | null
  readonly userLimits: UserLimits
  /** Whether webhooks may have plain http addresses. */
  readonly allowHttpWebhooks: boolean
  /** Platforms whose metrics are read in the background; null: all platforms. */
  readonly readMetricsOf: readonly string[] | null
  readonly metricsToken: string | null
  /** Null if there is none. */
  readonly languageModel: LanguageModelSettings | null
  readonly logLevel: string
  readonly logFormat: 'pretty' | 'json' | 'auto'
}

export interface DeveloperApp {
  readonly clientId: string
  readonly clientSecret: string | null
}

export interface LanguageModelSettings {
  readonly provider: Provider
  readonly baseUrl: string
  /** Null if the endpoint requires none. */
  readonly apiKey: string | null
  readonly name: string
}

type Provider = 'openai-compatible' | 'anthropic'

const providerUrls: Readonly<Record<Provider, string>> = {
  'openai-compatible': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
}

export interface MediaS3 {
  readonly bucket: string
  readonly endpoint: string | null
  readonly region: string | null
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly publicUrl: string | null
}

/** Invalid settings; the message lists all faults. */
export class SettingsFault extends Error {}

export function settingsFault(faults: readonly string[]): SettingsFault {
  const count = faults.length === 1 ? 'A setting is' : `${faults.length} settings are`
  const lines = faults.map((fault) => `  - ${fault}`).join('\n')
  return new SettingsFault(`${count} wrong:\n${lines}\nEvery setting is described in docs/reference/settings.md.`)
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const { data, error } = schema.safeParse(given)
  const faults = [
    ...(error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []),
    ...unknownNames(given),
    ...contradictions(given),
  ]
  if (!data || faults.length > 0) throw settingsFault(faults)
  const publicUrl = data.POLYPOST_PUBLIC_URL ?? `http://${hostInUrl(data.HOST)}:${data.PORT}`
  return {
    host: data.HOST,
    port: data.PORT,
    healthPort: data.POLYPOST_HEALTH_PORT ?? null,
    publicUrl,
    mediaUrl: data.POLYPOST_MEDIA_URL ?? publicUrl,
    dataDir: resolve(data.POLYPOST_DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
    databaseDirectUrl: data.DATABASE_DIRECT_URL ?? null,
    databaseSchema: data.DATABASE_SCHEMA ?? null,
    ownerKey: data.POLYPOST_OWNER_KEY ?? null,
    secretKeys: data.POLYPOST_SECRET_KEY ?? null,
    apps: developerApps(given),
    others: Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(settings, name))),
    sandbox: data.POLYPOST_SANDBOX ?? null,
    sandboxPort: data.POLYPOST_SANDBOX_PORT,
    timeScale: data.POLYPOST_TIME_SCALE,
    mediaS3: data.MEDIA_S3_BUCKET
      ? {
          bucket: data.MEDIA_S3_BUCKET,
          endpoint: data.MEDIA_S3_ENDPOINT ?? null,
          region: data.MEDIA_S3_REGION ?? null,
          accessKeyId: data.MEDIA_S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: data.MEDIA_S3_SECRET_ACCESS_KEY ?? '',
          publicUrl: data.MEDIA_S3_PUBLIC_URL ?? null,
        }
      : null,
    mediaKeepDays: data.POLYPOST_MEDIA_KEEP_DAYS,
    greatestLateness: data.POLYPOST_GREATEST_LATENESS_HOURS * hour,
    diskReserve: data.POLYPOST_DISK_RESERVE_MB,
    keepDays: {
      posts: data.POLYPOST_KEEP_POSTS_DAYS,
      steps: data.POLYPOST_KEEP_STEPS_DAYS,
      metrics: data.POLYPOST_KEEP_METRICS_DAYS,
      replies: data.POLYPOST_KEEP_REPLIES_DAYS,
      events: data.POLYPOST_KEEP_EVENTS_DAYS,
    },
    allowedAddresses: data.POLYPOST_ALLOW_PRIVATE_ADDRESSES ?? [],
    trustProxy: data.POLYPOST_TRUST_PROXY ?? [],
    rateLimits: data.POLYPOST_RATE_LIMITS,
    postingAllowances: data.POLYPOST_POSTING_ALLOWANCES ?? null,
    userLimits: {
      storedBytes: data.POLYPOST_STORAGE_GB,
      fetchesAtOnce: data.POLYPOST_FETCHES_AT_ONCE,
      uploadsAtOnce: data.POLYPOST_UPLOADS_AT_ONCE,
      webhooks: data.POLYPOST_WEBHOOKS,
      eventStreams: data.POLYPOST_EVENT_STREAMS,
    },
    allowHttpWebhooks: data.POLYPOST_ALLOW_HTTP_WEBHOOKS,
    readMetricsOf: data.POLYPOST_READ_METRICS,
    metricsToken: data.POLYPOST_METRICS_TOKEN ?? null,
    languageModel: data.LLM_MODEL
      ? {
          provider: data.LLM_PROVIDER,
          baseUrl: data.LLM_BASE_URL ?? providerUrls[data.LLM_PROVIDER],
          apiKey: data.LLM_API_KEY ?? null,
          name: data.LLM_MODEL,
        }
      : null,
    logLevel: data.LOG_LEVEL,
    logFormat: data.LOG_FORMAT ?? 'auto',
  }
}

type Given = Readonly<Record<string, string | undefined>>

const developerApps = (given: Given): Config['apps'] =>
  Object.fromEntries(
    apps.flatMap((app) => {
      const clientId = given[`${app}_CLIENT_ID`]
      return clientId === undefined ? [] : [[app, { clientId, clientSecret: given[`${app}_CLIENT_SECRET`] ?? null }]]
    }),
  )

/** An unknown name with our prefix is a typing mistake; without this check it would have no effect. */
const unknownNames = (given: Given): string[] =>
  Object.keys(given)
    .filter((name) => name.startsWith('POLYPOST_') && !Object.hasOwn(settings, name))
    .map((name) => `${name} is not a setting. Check the spelling`)

function contradictions(given: Given): string[] {
  const faults: string[] = []
  if (given.DATABASE_URL && !given.POLYPOST_SECRET_KEY)
    faults.push('POLYPOST_SECRET_KEY must be given with DATABASE_URL: all processes of one database need the same key')
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_SCHEMA'])
    if (given[name] && !given.DATABASE_URL) faults.push(`DATABASE_URL must be given with ${name}`)
  if (given.MEDIA_S3_BUCKET && !(given.MEDIA_S3_ACCESS_KEY_ID && given.MEDIA_S3_SECRET_ACCESS_KEY))
    faults.push('MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY must be given with MEDIA_S3_BUCKET')
  for (const app of apps)
    if (given[`${app}_CLIENT_SECRET`] && !given[`${app}_CLIENT_ID`])
      faults.push(`${app}_CLIENT_ID must be given with ${app}_CLIENT_SECRET`)
  for (const name of ['LLM_PROVIDER', 'LLM_BASE_URL', 'LLM_API_KEY'])
    if (given[name] && !given.LLM_MODEL) faults.push(`LLM_MODEL must be given with ${name}`)
  if (given.LLM_PROVIDER === 'anthropic' && !given.LLM_API_KEY)
    faults.push('LLM_API_KEY must be given with LLM_PROVIDER=anthropic')
  if (given.NODE_ENV === 'production' && given.POLYPOST_TIME_SCALE)
    faults.push('POLYPOST_TIME_SCALE is only for tests, and is refused if NODE_ENV=production')
  return faults
}

function isCidr(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/')
  const version = isIP(address)
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}

const hostInUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

/** The rows of the settings reference. */
export const describeSettings = (): ({ name: string } & Note)[] =>
  Object.entries<z.ZodType>(settings).flatMap(([name, setting]) => {
    const note = notes.get(setting)
    return note ? [{ name, ...note }] : []
  })
