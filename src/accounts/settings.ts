import { z } from 'zod'
import { usesBrowser } from '../platforms/shared/connect.ts'
import type { Hosts } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { noScopes, optionalScopes, scopesField, scopesSetting, settingOf } from '../platforms/shared/scopes.ts'
import { loginsOf, type NamedLogin } from './logins.ts'

/** The settings of one platform: the operator's values, or the defaults. */
export interface PlatformSettings {
  readonly hosts: Hosts
  readonly values: Readonly<Record<string, string>>
}

interface Row {
  readonly platform: string
  readonly kind: 'hosts' | 'values'
  /** Its name in the platform's data. */
  readonly field: string
  /** The name of the setting. */
  readonly name: string
  /** A name that works as well; null: there is none. */
  readonly earlierName: string | null
  /** Several platforms have it. */
  readonly isShared: boolean
  /** It stands on the page for special cases. */
  readonly special: boolean
  readonly fallback: string
  readonly meaning: string
  readonly form: z.ZodType<string, string>
}

type Given = Readonly<Record<string, string | undefined>>

const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

const ownName = { earlierName: null, isShared: false }

function rowsOf(named: Platform): Row[] {
  const { name: platform, title, live } = named
  const hosts = Object.entries(live.hosts).map(([field, fallback]) => ({
    platform,
    kind: 'hosts' as const,
    field,
    ...ownName,
    name: `${settingOf(platform, field)}_URL`,
    special: true,
    fallback,
    meaning: `Where ${title} is reached (${field})`,
    form: address,
  }))
  const values = Object.entries(live.settings ?? {}).map(
    ([field, { variable, earlierVariable = null, special = false, ...setting }]) => ({
      platform,
      kind: 'values' as const,
      field,
      name: variable ?? settingOf(platform, field),
      earlierName: earlierVariable,
      isShared: variable !== undefined,
      special,
      ...setting,
    }),
  )
  return [...hosts, ...values, ...loginsOf(named).flatMap(({ connect }) => scopeRows(named, connect))]
}

/** The setting that chooses the optional scopes of a login method; none if it has no optional scopes. */
function scopeRows({ name: platform, title }: Platform, connect: NamedLogin['connect']): Row[] {
  if (!usesBrowser(connect)) return []
  const optional = optionalScopes(connect)
  if (optional.length === 0) return []
  const field = connect.scopesField ?? scopesField()
  const allowed = optional.map(({ name }) => name)
  const usual = optional.flatMap(({ name, byDefault }) => (byDefault ? [name] : []))
  const shown = allowed.map((name) => `\`${name}\``).join(', ')
  return [
    {
      platform,
      kind: 'values',
      field,
      ...ownName,
      name: scopesSetting(connect, platform),
      special: false,
      fallback: usual.length === 0 ? noScopes : usual.join(','),
      meaning: `Optional scopes that your app at ${title} lists, separated by commas, of ${shown}; \`${noScopes}\`: only the required ones`,
      form: z
        .string()
        .transform((text) => text.replaceAll(/\s/g, ''))
        .refine((text) => text === noScopes || text.split(',').every((name) => allowed.includes(name)), {
          error: `must be ${noScopes}, or some of ${allowed.join(',')} separated by commas`,
        }),
    },
  ]
}

/** The settings that follow from the platforms' own data, for the reference. One that several platforms share is there once. */
export function describePlatformSettings(platforms: readonly Platform[]): readonly Row[] {
  const rows = platforms.flatMap(rowsOf)
  return rows.filter((row) => !row.isShared || rows.find(({ name }) => name === row.name) === row)
}

/** The names that are not settings any more, for the reference. `now`: the name instead; null: it has no effect. */
export const describeEarlierNames = (platforms: readonly Platform[]) =>
  platforms.flatMap((platform) => [
    ...rowsOf(platform).flatMap(({ earlierName, name: now }) =>
      earlierName === null ? [] : [{ name: earlierName, now, title: platform.title }],
    ),
    ...endedNames(platform).map((name) => ({ name, now: null, title: platform.title })),
  ])

const endedNames = ({ name, live }: Platform): readonly string[] =>
  (live.endedSettings ?? []).map((field) => settingOf(name, field))

export type ReadSettings =
  | {
      readonly type: 'read'
      readonly of: (platform: Platform) => PlatformSettings
      /** Sentences for the log about names of earlier versions. */
      readonly remarks: readonly string[]
    }
  | { readonly type: 'wrong'; readonly faults: readonly string[] }

/** Reads the settings of the platforms from all settings that belong to nothing else. */
export function readPlatformSettings(platforms: readonly Platform[], given: Given): ReadSettings {
  const rows = platforms.flatMap(rowsOf)
  const values = new Map<Row, string>()
  const faults = misspelt(platforms, rows, given)
  for (const row of rows) {
    const name = nameIn(given, row)
    const { data, error } = row.form.safeParse(given[name] ?? row.fallback)
    if (data === undefined) faults.push(...(error?.issues.map(({ message }) => `${name} ${message}`) ?? []))
    else values.set(row, data)
  }
  if (faults.length > 0) return { type: 'wrong', faults: [...new Set(faults)] }
  const pick = (platform: Platform, kind: Row['kind']) =>
    Object.fromEntries(
      [...values].flatMap(([row, value]) =>
        row.platform === platform.name && row.kind === kind ? [[row.field, value]] : [],
      ),
    )
  const picked = new Map(
    platforms.map((platform) => [platform.name, { hosts: pick(platform, 'hosts'), values: pick(platform, 'values') }]),
  )
  return {
    type: 'read',
    of({ name, title }) {
      const settings = picked.get(name)
      if (!settings) throw new Error(`The settings of ${title} were not read.`)
      return settings
    },
    remarks: [...rows.flatMap((row) => renamed(given, row)), ...platforms.flatMap((one) => ended(given, one))],
  }
}

/** The name by which the setting is given. */
const nameIn = (given: Given, { name, earlierName }: Row): string =>
  earlierName !== null && given[name] === undefined && given[earlierName] !== undefined ? earlierName : name

function renamed(given: Given, { name, earlierName }: Row): string[] {
  if (earlierName === null || given[earlierName] === undefined) return []
  return given[name] === undefined
    ? [`The setting ${earlierName} is now ${name}. The old name goes on working until version 1.0.`]
    : [`The setting ${earlierName} is now ${name}, which is set as well, so ${earlierName} has no effect. Remove it.`]
}

const ended = (given: Given, platform: Platform): string[] =>
  endedNames(platform).flatMap((name) =>
    given[name] === undefined ? [] : [`The setting ${name} no longer exists, so it has no effect. Remove it.`],
  )

const endings = /_URL$|_SCOPES$/

/** Finds settings of hosts and of scopes that a platform does not have; they would have no effect. */
function misspelt(platforms: readonly Platform[], rows: readonly Row[], given: Given): string[] {
  return Object.keys(given).flatMap((name) => {
    const platform = platforms.find(({ name: own }) => name.startsWith(`${own.toUpperCase()}_`) && endings.test(name))
    if (!platform || rows.some((row) => row.name === name)) return []
    const [ending] = endings.exec(name) ?? []
    const alike = rows.flatMap((row) =>
      row.platform === platform.name && row.name.endsWith(ending ?? '') ? [row.name] : [],
    )
    const existing = alike.length === 0 ? 'no optional scopes' : alike.join(', ')
    return [`${name} is not a setting; ${platform.title} has ${existing}`]
  })
}
