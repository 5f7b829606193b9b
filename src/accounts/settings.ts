import { z } from 'zod'
import { usesBrowser } from '../platforms/shared/connect.ts'
import type { Hosts } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { noScopes, optionalScopes, scopesField, scopesSetting } from '../platforms/shared/scopes.ts'
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
  readonly fallback: string
  readonly meaning: string
  readonly form: z.ZodType<string, string>
}

const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

function rowsOf(named: Platform): Row[] {
  const { name: platform, title, live } = named
  const prefix = platform.toUpperCase()
  const hosts = Object.entries(live.hosts).map(([field, fallback]) => ({
    platform,
    kind: 'hosts' as const,
    field,
    name: `${prefix}_${field.toUpperCase()}_URL`,
    fallback,
    meaning: `Where ${title} is reached (${field})`,
    form: address,
  }))
  const values = Object.entries(live.settings ?? {}).map(([field, setting]) => ({
    platform,
    kind: 'values' as const,
    field,
    name: `${prefix}_${field.toUpperCase()}`,
    ...setting,
  }))
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
      name: scopesSetting(connect, platform),
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

/** The settings that follow from the platforms' own data, for the reference. */
export const describePlatformSettings = (platforms: readonly Platform[]): readonly Row[] => platforms.flatMap(rowsOf)

export type ReadSettings =
  | { readonly type: 'read'; readonly of: (platform: Platform) => PlatformSettings }
  | { readonly type: 'wrong'; readonly faults: readonly string[] }

/** Reads the settings of the platforms from all settings that belong to nothing else. */
export function readPlatformSettings(
  platforms: readonly Platform[],
  given: Readonly<Record<string, string | undefined>>,
): ReadSettings {
  const rows = platforms.flatMap(rowsOf)
  const values = new Map<Row, string>()
  const faults = misspelt(platforms, rows, given)
  for (const row of rows) {
    const { data, error } = row.form.safeParse(given[row.name] ?? row.fallback)
    if (data === undefined) faults.push(...(error?.issues.map(({ message }) => `${row.name} ${message}`) ?? []))
    else values.set(row, data)
  }
  if (faults.length > 0) return { type: 'wrong', faults }
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
  }
}

const endings = /_URL$|_SCOPES$/

/** Finds settings of hosts and of scopes that a platform does not have; they would have no effect. */
function misspelt(
  platforms: readonly Platform[],
  rows: readonly Row[],
  given: Readonly<Record<string, string | undefined>>,
): string[] {
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
