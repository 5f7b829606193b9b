import { andList } from '../domain/listed.ts'
import { usesBrowser } from '../platforms/shared/connect.ts'
import type { DeveloperApp } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { loginsOf } from './logins.ts'

type SettingValues = Readonly<Record<string, string | undefined>>

interface NamedApp {
  /** Prefix of its settings. */
  readonly name: string
  /** The names that people use for the platforms that it serves. */
  readonly titles: ReadonlySet<string>
  readonly needsSecret: boolean
}

/** The developer apps that the platforms need. Several platforms may share one. */
function appsOf(platforms: readonly Platform[]): readonly NamedApp[] {
  const uses = platforms.flatMap((platform) =>
    loginsOf(platform).flatMap(({ app, connect }) =>
      app === null
        ? []
        : [{ app, title: platform.title, needsSecret: usesBrowser(connect) && !connect.secretOptional }],
    ),
  )
  return [...Map.groupBy(uses, ({ app }) => app)].map(([name, of]) => ({
    name,
    titles: new Set(of.map(({ title }) => title)),
    needsSecret: of.some((one) => one.needsSecret),
  }))
}

const idOf = (app: string): string => `${app}_CLIENT_ID`
const secretOf = (app: string): string => `${app}_CLIENT_SECRET`

export const appSecretNames = (platforms: readonly Platform[]): readonly string[] =>
  appsOf(platforms).map(({ name }) => secretOf(name))

/** The developer apps that the settings give, and what is wrong with them. Without its secret, an app would only fail when somebody signs in. */
export function readApps(
  platforms: readonly Platform[],
  given: SettingValues,
): { readonly apps: Readonly<Record<string, DeveloperApp>>; readonly faults: readonly string[] } {
  const read = appsOf(platforms).map(({ name, needsSecret }) => {
    const clientId = given[idOf(name)]
    const clientSecret = given[secretOf(name)] ?? null
    if (clientId === undefined)
      return { fault: clientSecret === null ? undefined : `${idOf(name)} must be given with ${secretOf(name)}` }
    const fault =
      needsSecret && clientSecret === null ? `${secretOf(name)} must be given with ${idOf(name)}` : undefined
    return { name, app: { clientId, clientSecret }, fault }
  })
  return {
    apps: Object.fromEntries(read.flatMap(({ name, app }) => (app ? [[name, app]] : []))),
    faults: read.flatMap(({ fault }) => fault ?? []),
  }
}

/** For the reference. */
export const describeAppSettings = (platforms: readonly Platform[]) =>
  appsOf(platforms).flatMap(({ name, titles }) => [
    { name: idOf(name), meaning: `ID of your developer app for ${andList(titles)}`, secret: false },
    { name: secretOf(name), meaning: 'Secret of this app', secret: true },
  ])
