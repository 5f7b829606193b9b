import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { PlanId } from '../domain/plans.ts'

const list = new Intl.ListFormat('en', { type: 'disjunction' })

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a PostgreSQL address like postgres://user:password@host:5432/polypost',
})

const portFault = 'must be a port number from 0 to 65535'
const port = z
  .string()
  .regex(/^\d{1,5}$/, portFault)
  .transform(Number)
  .refine((value) => value <= 65_535, portFault)

const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((value) => value === 'true')

const fourNumbers = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){3}$/, 'must be four whole numbers with commas between them, one for each plan')
  .transform((value) => {
    const [free = 0, starter = 0, pro = 0, business = 0] = value.split(',').map(Number)
    return { 1: free, 2: starter, 3: pro, 4: business }
  })

const commaList = z.string().transform((value) => value.split(',').map((part) => part.trim()))

const cidrs = commaList.refine(
  (parts) => parts.every(isCidr),
  'must be address ranges like 10.0.0.0/8 or fd00::/8, with commas between them',
)

const secretKeys = commaList.refine(
  (keys) => keys.every((key) => key.length >= 32),
  'must be at least 32 characters (for example from `openssl rand -base64 32`); several, newest first, with commas between them',
)

/** Null: all of them. */
const platformNames = z
  .string()
  .regex(/^[a-z]+(,[a-z]+)*$/, 'must be `all`, `none`, or names of platforms with commas between them')
  .transform((value) => (value === 'all' ? null : value === 'none' ? [] : value.split(',')))

const ownerKey = z.string().regex(/^pp_[A-Za-z0-9]{37,252}$/, 'must be `pp_` and at least 37 letters and digits')

const days = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of days, 1 or more')
  .transform(Number)

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
    [`${app}_CLIENT_ID`, optional(text, `The operator’s own developer app (${app})`)],
    [`${app}_CLIENT_SECRET`, optional(text, 'Its secret', secret)],
  ]),
)

/** Every setting, in the order of the reference. */
const settings = {
  HOST: defaulting(text, '127.0.0.1', 'Address that the API, the pages and the embedded media host listen on'),
  PORT: defaulting(port, '4000', 'Port that they listen on'),
  POLYPOST_PUBLIC_URL: optional(httpUrl, 'How the outside reaches this instance: links and OAuth redirects', {
    fallback: '`http://HOST:PORT`',
  }),
  POLYPOST_MEDIA_URL: optional(httpUrl, 'Base of every media `publicUrl`', { fallback: '`POLYPOST_PUBLIC_URL`' }),
  POLYPOST_DATA_DIR: defaulting(text, './data', 'Folder of the embedded database, media, owner’s key and sealing key'),
  DATABASE_URL: optional(postgresUrl, 'A PostgreSQL 15+ server, instead of the embedded database', secret),
  POLYPOST_OWNER_KEY: optional(
    ownerKey,
    'The first API key; otherwise one is made and written to `owner.key` in the data directory',
    { fallback: 'made', secret: true },
  ),
  POLYPOST_SECRET_KEY: optional(
    secretKeys,
    'Seals tokens and stored answers at rest; several, newest first, to rotate. Must be given with `DATABASE_URL`',
    { fallback: 'made in the data directory', secret: true },
  ),
  POLYPOST_SANDBOX: optional(oneOf(['on', 'off']), 'The simulated platforms', {
    fallback: '`on` for `start` without platform credentials, otherwise `off`',
  }),
  POLYPOST_SANDBOX_PORT: defaulting(port, '4001', 'Port of the simulated platforms, on loopback only'),
  MEDIA_S3_BUCKET: optional(text, 'Bucket of an S3-compatible media store, instead of the data directory'),
  MEDIA_S3_ENDPOINT: optional(httpUrl, 'Address of that store'),
  MEDIA_S3_REGION: optional(text, 'Its region'),
  MEDIA_S3_ACCESS_KEY_ID: optional(text, 'Access key to it', secret),
  MEDIA_S3_SECRET_ACCESS_KEY: optional(text, 'Secret of that access key', secret),
  MEDIA_S3_PUBLIC_URL: optional(httpUrl, 'Public base address of the bucket, where it has one'),
  ...appSettings,
  POLYPOST_MEDIA_KEEP_DAYS: defaulting(
    days,
    '30',
    'How many days media is kept that no draft and no waiting post names',
  ),
  POLYPOST_ALLOW_PRIVATE_ADDRESSES: optional(
    cidrs,
    'Address ranges that media fetches, webhooks and overridden platform hosts may reach in spite of the guard, on any port',
  ),
  POLYPOST_TRUST_PROXY: optional(cidrs, 'Address ranges of proxies whose `X-Forwarded-For` counts'),
  POLYPOST_RATE_LIMITS: defaulting(fourNumbers, '75,150,750,1500', 'Requests a minute and user, for plans 1 to 4'),
  POLYPOST_POSTING_ALLOWANCES: optional(fourNumbers, 'Published jobs a month for plans 1 to 4; 0 is no limit'),
  POLYPOST_ALLOW_HTTP_WEBHOOKS: defaulting(flag, 'false', 'Whether plain http webhook addresses are taken'),
  POLYPOST_READ_METRICS: defaulting(
    platformNames,
    'all',
    'Platforms of whose accounts followers and posts’ numbers are read in the background (`all`, `none`, or names with commas between them); X charges for each read. `POST /analytics/refresh` reads all the same',
  ),
  POLYPOST_METRICS_TOKEN: optional(
    z.string().min(16, 'must be at least 16 characters'),
    'Bearer token that lets `/metrics` be read from elsewhere than loopback',
    secret,
  ),
  POLYPOST_TIME_SCALE: defaulting(
    timeScale,
    '1',
    'Divides every retry, lease and polling delay; for tests, refused when `NODE_ENV=production`',
  ),
  LLM_PROVIDER: defaulting(
    oneOf(['openai-compatible', 'anthropic']),
    'openai-compatible',
    'Protocol of the language model',
  ),
  LLM_BASE_URL: optional(
    httpUrl,
    'Its address, up to and with the version, like `http://127.0.0.1:11434/v1`; it may be any, the guard does not hold for it',
    { fallback: '`https://api.openai.com/v1` or `https://api.anthropic.com/v1`' },
  ),
  LLM_API_KEY: optional(text, 'Its key', secret),
  LLM_MODEL: optional(text, 'Its model’s name; without one there is no language model'),
  LOG_LEVEL: defaulting(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'How much is logged',
  ),
  LOG_FORMAT: optional(oneOf(['pretty', 'json']), 'How log lines look', {
    fallback: '`pretty` on a terminal, otherwise `json`',
  }),
}

const schema = z.object(settings)

export interface Config {
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  /** Base of the media host's addresses. */
  readonly mediaUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly ownerKey: string | null
  /** Newest first; null where the data directory's own is to be used. */
  readonly secretKeys: readonly string[] | null
  /** The developer apps that the operator has set, by the prefix of their settings. */
  readonly apps: Readonly<Record<string, DeveloperApp>>
  /** What is set under names that none of the settings here has: those of the platforms are among them. */
  readonly others: Readonly<Record<string, string | undefined>>
  /** Null where nothing is said. */
  readonly sandbox: 'on' | 'off' | null
  readonly sandboxPort: number
  /** Divides every delay. */
  readonly timeScale: number
  /** The S3-compatible media store, where there is one. */
  readonly mediaS3: MediaS3 | null
  readonly mediaKeepDays: number
  /** Address ranges that are reached in spite of the guard. */
  readonly allowedAddresses: readonly string[]
  readonly trustProxy: readonly string[]
  readonly rateLimits: Readonly<Record<PlanId, number>>
  /** Null: no plan has one. 0: this plan has none. */
  readonly postingAllowances: Readonly<Record<PlanId, number>> | null
  /** Whether plain http addresses may be notified. */
  readonly allowHttpWebhooks: boolean
  /** Platforms whose numbers are read in the background; null: all of them. */
  readonly readMetricsOf: readonly string[] | null
  readonly metricsToken: string | null
  /** Null where there is none. */
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
  /** Null where the endpoint wants none. */
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

/** The settings are wrong; the message lists every fault. */
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
    publicUrl,
    mediaUrl: data.POLYPOST_MEDIA_URL ?? publicUrl,
    dataDir: resolve(data.POLYPOST_DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
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
    allowedAddresses: data.POLYPOST_ALLOW_PRIVATE_ADDRESSES ?? [],
    trustProxy: data.POLYPOST_TRUST_PROXY ?? [],
    rateLimits: data.POLYPOST_RATE_LIMITS,
    postingAllowances: data.POLYPOST_POSTING_ALLOWANCES ?? null,
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

/** Our prefix is ours alone, so an unknown name under it is a typing mistake that would silently have no effect. */
const unknownNames = (given: Given): string[] =>
  Object.keys(given)
    .filter((name) => name.startsWith('POLYPOST_') && !Object.hasOwn(settings, name))
    .map((name) => `${name} is not a setting; is it misspelt?`)

function contradictions(given: Given): string[] {
  const faults: string[] = []
  if (given.DATABASE_URL && !given.POLYPOST_SECRET_KEY)
    faults.push(
      'POLYPOST_SECRET_KEY must be given with DATABASE_URL: every process over one database needs the same key',
    )
  if (given.MEDIA_S3_BUCKET && !(given.MEDIA_S3_ACCESS_KEY_ID && given.MEDIA_S3_SECRET_ACCESS_KEY))
    faults.push('MEDIA_S3_BUCKET needs MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY beside it')
  for (const app of apps)
    if (given[`${app}_CLIENT_SECRET`] && !given[`${app}_CLIENT_ID`])
      faults.push(`${app}_CLIENT_ID must be given with ${app}_CLIENT_SECRET`)
  for (const name of ['LLM_PROVIDER', 'LLM_BASE_URL', 'LLM_API_KEY'])
    if (given[name] && !given.LLM_MODEL) faults.push(`LLM_MODEL must be given with ${name}`)
  if (given.LLM_PROVIDER === 'anthropic' && !given.LLM_API_KEY)
    faults.push('LLM_API_KEY must be given with LLM_PROVIDER=anthropic')
  if (given.NODE_ENV === 'production' && given.POLYPOST_TIME_SCALE)
    faults.push('POLYPOST_TIME_SCALE is for tests and is refused when NODE_ENV=production')
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
