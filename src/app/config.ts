import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { KeepDays } from '../domain/keep-days.ts'
import { ReadableFault } from '../domain/readable-fault.ts'
import type { Role } from '../domain/roles.ts'
import { hour } from '../domain/time.ts'
import { type BackupSettings, backupContradictions, backupSettings, readBackups } from './config/backups.ts'
import { databaseContradictions, databaseSettings } from './config/database.ts'
import { cidrs, commaList, flag, hours, httpUrl, oneOf, port, text } from './config/kinds.ts'
import { type LanguageModelSettings, modelContradictions, modelSettings, readModel } from './config/language-model.ts'
import { type MediaConfig, mediaContradictions, mediaSettings, readMedia } from './config/media.ts'
import { type OidcSettings, oidcContradictions, oidcSettings, readOidc } from './config/oidc.ts'
import { type OwnerSettings, ownerContradictions, ownerSettings, readOwner } from './config/owner.ts'
import { type PlanLimits, planSettings, readPlanLimits } from './config/plan-limits.ts'
import { readRetention, retentionSettings } from './config/retention.ts'
import { secondFactorSettings } from './config/second-factor.ts'
import { fillFromFiles } from './config/secret-files.ts'
import { defaulting, type EnvironmentVariables, type Note, notes, optional, secret, special } from './config/setting.ts'

const secretKeys = commaList.refine(
  (keys) => keys.every((key) => key.length >= 32),
  'must have at least 32 characters (for example from `openssl rand -base64 32`); separate several keys by commas, the newest first',
)

/** Null: all platforms. */
const platformNames = z
  .string()
  .regex(/^[a-z]+(,[a-z]+)*$/, 'must be `all`, `none`, or names of platforms separated by commas')
  .transform((value) => (value === 'all' ? null : value === 'none' ? [] : value.split(',')))

/** `interface`: those of the first interface. */
const offeredPlatforms = z
  .string()
  .regex(/^[a-z]+(,[a-z]+)*$/, 'must be `all`, `interface`, or names of platforms separated by commas')
  .transform((value): 'all' | 'interface' | string[] =>
    value === 'all' || value === 'interface' ? value : value.split(','),
  )

/** `free`: those whose reading costs nothing. */
const commentPlatforms = z
  .string()
  .regex(/^[a-z]+(,[a-z]+)*$/, 'must be `free`, `all`, `none`, or names of platforms separated by commas')
  .transform((value): 'free' | 'all' | string[] =>
    value === 'free' || value === 'all' ? value : value === 'none' ? [] : value.split(','),
  )

const ownerKey = z
  .string()
  .regex(/^pp_[A-Za-z0-9]{37,252}$/, 'must be `pp_` followed by at least 37 letters and digits')

const timeScale = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number')
  .transform(Number)
  .refine((value) => value >= 1, 'must be 1 or more')

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
  POLYPOST_DASHBOARD: defaulting(
    oneOf(['on', 'off']),
    'on',
    'Whether `start` and `api` serve the dashboard. In a checkout `off` also saves installing its packages and building it',
  ),
  POLYPOST_DASHBOARD_DIR: optional(text, 'Folder of the built dashboard. In a checkout the start sets it', {
    fallback: '`dashboard/dist` beside the program',
    ...special,
  }),
  ...databaseSettings,
  POLYPOST_OWNER_KEY: optional(
    ownerKey,
    'The first API key. Without it a key is created and written to `owner.key` in the data directory',
    { fallback: 'created', secret: true },
  ),
  ...ownerSettings,
  ...oidcSettings,
  ...secondFactorSettings,
  POLYPOST_SECRET_KEY: optional(
    secretKeys,
    'Encrypts tokens and stored responses in the database. To rotate the key, set several: the first one encrypts, all decrypt ([in which order](../operate/keys.md)). Required with `DATABASE_URL`',
    { fallback: 'created in the data directory', secret: true },
  ),
  POLYPOST_SANDBOX: optional(oneOf(['on', 'off']), 'Whether the simulated platforms can be used', {
    fallback: '`on` for `start` without platform credentials, otherwise `off`',
  }),
  POLYPOST_SANDBOX_PORT: defaulting(
    port,
    '4001',
    'Port of the simulated platforms, on the loopback address only',
    special,
  ),
  POLYPOST_SANDBOX_PAGES: optional(
    oneOf(['on', 'off']),
    'Whether `start` and `api` show the consent and post pages of the simulated platforms under `/sandbox/` of the public address, to everybody who knows a page’s address',
    { fallback: '`on` if `HOST` is not this machine alone, otherwise `off`' },
  ),
  ...mediaSettings,
  ...backupSettings,
  POLYPOST_GREATEST_LATENESS_HOURS: defaulting(
    hours,
    '24',
    'A job that is overdue by more hours than this is not published any more: it fails with `schedule_missed`, and a person can retry it',
  ),
  ...retentionSettings,
  POLYPOST_ALLOW_PRIVATE_ADDRESSES: optional(
    cidrs,
    'Private address ranges that media downloads, webhooks and changed platform hosts may reach, on any port',
  ),
  POLYPOST_TRUST_PROXY: optional(cidrs, 'Address ranges of proxies whose `X-Forwarded-For` is trusted'),
  ...planSettings,
  POLYPOST_ALLOW_HTTP_WEBHOOKS: defaulting(
    flag,
    'false',
    'Whether webhooks may have plain http addresses, to try them on one machine',
    special,
  ),
  POLYPOST_PLATFORMS: defaulting(
    offeredPlatforms,
    'all',
    'Platforms that this instance offers: `all`, `interface` (the ten of the first interface), or names separated by commas. Accounts on others stay, and their scheduled posts are published; nothing new can be made for them',
  ),
  POLYPOST_READ_METRICS: defaulting(
    platformNames,
    'all',
    'Platforms whose followers and post metrics are read in the background (`all`, `none`, or names separated by commas). X charges for each read. `POST /analytics/refresh` always reads',
  ),
  POLYPOST_READ_COMMENTS: defaulting(
    commentPlatforms,
    'free',
    'Platforms whose comments are read in the background for the inbox: `free` (those that charge nothing for it, which leaves out X), `all`, `none`, or names separated by commas. Posts with auto-replies, and `GET /comments`, are always read',
  ),
  POLYPOST_METRICS_TOKEN: optional(
    z.string().min(16, 'must have at least 16 characters'),
    'Bearer token for reading `/metrics`. Without it, `/metrics` answers only requests from this machine to a loopback address or `localhost`, and none if `POLYPOST_PUBLIC_URL` is another address than this machine or `POLYPOST_TRUST_PROXY` is set',
    secret,
  ),
  POLYPOST_TIME_SCALE: defaulting(
    timeScale,
    '1',
    'Divides every retry, lease and polling delay. Only for tests: refused if `NODE_ENV=production`',
    special,
  ),
  ...modelSettings,
  POLYPOST_URL: optional(httpUrl, 'Instance that commands such as `polypost post` talk to', {
    fallback: 'the one of `polypost login`, or the instance of this folder',
  }),
  POLYPOST_API_KEY: optional(text, 'API key of these commands', {
    fallback: 'the one of `polypost login`, or the owner’s key of this folder',
    secret: true,
  }),
  LOG_LEVEL: defaulting(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Least important level of log lines that are written',
  ),
  POLYPOST_LOG_ADDRESSES: defaulting(
    oneOf(['off', 'refused', 'all']),
    'off',
    'Which log lines of requests have the `address` of the sender: none, those with the status 401, 403 or 429 (for [fail2ban](../operate/monitoring.md#block-addresses)), or all',
  ),
  LOG_FORMAT: optional(oneOf(['pretty', 'json']), 'Format of log lines', {
    fallback: '`pretty` on a terminal, otherwise `json`',
  }),
}

const schema = z.object(settings)

export interface Config extends MediaConfig, PlanLimits {
  readonly host: string
  readonly port: number
  /** Null if it is not set. */
  readonly healthPort: number | null
  readonly publicUrl: string
  /** Base of the media host's addresses. */
  readonly mediaUrl: string
  readonly dataDir: string
  readonly dashboard: 'on' | 'off'
  /** Null: the one beside the program. */
  readonly dashboardFolder: string | null
  readonly databaseUrl: string | null
  /** Without a pooler in between. */
  readonly databaseDirectUrl: string | null
  readonly databaseSchema: string | null
  readonly ownerKey: string | null
  /** Who becomes the owner at the first start; null: whoever opens the set-up link. */
  readonly owner: OwnerSettings | null
  /** Null: people sign in with passwords only. */
  readonly oidc: OidcSettings | null
  /** People with this role or a higher one must have a second factor; null: nobody must. */
  readonly secondFactorFrom: Role | null
  /** Newest first; null if the key in the data directory is used. */
  readonly secretKeys: readonly string[] | null
  /** All other variables of the environment, including the settings of the platforms. */
  readonly others: Readonly<Record<string, string | undefined>>
  /** Null if it is not set. */
  readonly sandbox: 'on' | 'off' | null
  readonly sandboxPort: number
  /** Null if it is not set. */
  readonly sandboxPages: 'on' | 'off' | null
  /** Divides every delay. */
  readonly timeScale: number
  /** A job that is overdue by more is left to a person. In milliseconds. */
  readonly greatestLateness: number
  readonly keepDays: KeepDays
  readonly backups: BackupSettings
  /** Private address ranges that outgoing requests may reach. */
  readonly allowedAddresses: readonly string[]
  readonly trustProxy: readonly string[]
  /** Whether webhooks may have plain http addresses. */
  readonly allowHttpWebhooks: boolean
  /** The platforms that the doors know. */
  readonly offers: 'all' | 'interface' | readonly string[]
  /** Platforms whose metrics are read in the background; null: all platforms. */
  readonly readMetricsOf: readonly string[] | null
  readonly readCommentsOf: 'free' | 'all' | readonly string[]
  readonly metricsToken: string | null
  /** Null if there is none. */
  readonly languageModel: LanguageModelSettings | null
  readonly logLevel: string
  readonly logAddresses: 'off' | 'refused' | 'all'
  readonly logFormat: 'pretty' | 'json' | 'auto'
}

/** Invalid settings; the message lists all faults. */
export class SettingsFault extends ReadableFault {}

export function settingsFault(faults: readonly string[]): SettingsFault {
  const count = faults.length === 1 ? 'A setting is' : `${faults.length} settings are`
  const lines = faults.map((fault) => `  - ${fault}`).join('\n')
  return new SettingsFault(
    `${count} wrong:\n${lines}\nEvery setting is described in docs/reference/settings.md, or on a page that it names.`,
  )
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { given, faults: ofFiles } = filled(env)
  // Otherwise zod compiles a function for this one call.
  const { data, error } = schema.safeParse(given, { jitless: true })
  const faults = [
    ...ofFiles,
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
    dashboard: data.POLYPOST_DASHBOARD,
    dashboardFolder: data.POLYPOST_DASHBOARD_DIR ?? null,
    databaseUrl: data.DATABASE_URL ?? null,
    databaseDirectUrl: data.DATABASE_DIRECT_URL ?? null,
    databaseSchema: data.DATABASE_SCHEMA ?? null,
    ownerKey: data.POLYPOST_OWNER_KEY ?? null,
    owner: readOwner(data),
    oidc: readOidc(data),
    secondFactorFrom: data.POLYPOST_REQUIRE_SECOND_FACTOR,
    secretKeys: data.POLYPOST_SECRET_KEY ?? null,
    others: Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(settings, name))),
    sandbox: data.POLYPOST_SANDBOX ?? null,
    sandboxPort: data.POLYPOST_SANDBOX_PORT,
    sandboxPages: data.POLYPOST_SANDBOX_PAGES ?? null,
    timeScale: data.POLYPOST_TIME_SCALE,
    ...readMedia(data),
    greatestLateness: data.POLYPOST_GREATEST_LATENESS_HOURS * hour,
    keepDays: readRetention(data),
    backups: readBackups(data),
    allowedAddresses: data.POLYPOST_ALLOW_PRIVATE_ADDRESSES ?? [],
    trustProxy: data.POLYPOST_TRUST_PROXY ?? [],
    ...readPlanLimits(data),
    allowHttpWebhooks: data.POLYPOST_ALLOW_HTTP_WEBHOOKS,
    offers: data.POLYPOST_PLATFORMS,
    readMetricsOf: data.POLYPOST_READ_METRICS,
    readCommentsOf: data.POLYPOST_READ_COMMENTS,
    metricsToken: data.POLYPOST_METRICS_TOKEN ?? null,
    languageModel: readModel(data),
    logLevel: data.LOG_LEVEL,
    logAddresses: data.POLYPOST_LOG_ADDRESSES,
    logFormat: data.LOG_FORMAT ?? 'auto',
  }
}

/** An empty value means the default. */
const filled = (env: EnvironmentVariables) =>
  fillFromFiles(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== '')),
    Object.entries<z.ZodType>(settings).flatMap(([name, setting]) => (notes.get(setting)?.secret ? [name] : [])),
  )

/** For commands that need one setting of an instance that may be on another machine. */
export function readSecret(env: EnvironmentVariables, name: 'POLYPOST_API_KEY'): string | undefined {
  const { given, faults } = filled(env)
  const own = faults.filter((fault) => fault.startsWith(name))
  if (own.length > 0) throw settingsFault(own)
  return given[name]
}

/** An unknown name with our prefix is a typing mistake; without this check it would have no effect. */
const unknownNames = (given: EnvironmentVariables): string[] =>
  Object.keys(given)
    .filter((name) => name.startsWith('POLYPOST_') && !Object.hasOwn(settings, name))
    .map((name) => `${name} is not a setting. Check the spelling`)

const contradictions = (given: EnvironmentVariables): string[] => [
  ...databaseContradictions(given),
  ...ownerContradictions(given),
  ...oidcContradictions(given),
  ...mediaContradictions(given),
  ...backupContradictions(given),
  ...modelContradictions(given),
  ...(given.NODE_ENV === 'production' && given.POLYPOST_TIME_SCALE
    ? ['POLYPOST_TIME_SCALE is only for tests, and is refused if NODE_ENV=production']
    : []),
]

const hostInUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

/** The rows of the settings reference. */
export const describeSettings = (): ({ name: string } & Note)[] =>
  Object.entries<z.ZodType>(settings).flatMap(([name, setting]) => {
    const note = notes.get(setting)
    return note ? [{ name, ...note }] : []
  })
