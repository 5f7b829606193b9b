import type { Platform } from '../src/platforms/shared/platform.ts'

/** `sdk/src/generated/platforms.ts`: the names of the platforms, for programs that show or sort them. */
export function sdkPlatforms(mark: string, platforms: readonly Platform[]): string {
  const titles = platforms.map(({ name, title }) => `  ${name}: ${quoted(title)},`)
  const aliases = platforms.flatMap(({ name, aliases: others }) =>
    others.map((alias) => `  ${alias}: ${quoted(name)},`),
  )
  const families = [...Map.groupBy(platforms, ({ family }) => family)].flatMap(([family, of]) =>
    family === undefined ? [] : [`  ${family}: ${list(of)},`],
  )
  const commented = platforms.filter(({ supports }) => supports.readComments)
  return `// ${mark}

/** In the order in which the API lists them. */
export const platformNames = ${list(platforms)} as const

/** A platform, by the name that the API prefers. Later versions add names. */
export type PlatformName = (typeof platformNames)[number]

/** The names that people use. */
export const platformTitles: Readonly<Record<PlatformName, string>> = {
${titles.join('\n')}
}

/** Other names that requests may use. */
export const platformAliases: Readonly<Record<string, PlatformName>> = {
${aliases.join('\n')}
}

/** Names that mean several platforms in a draft. */
export const platformFamilies: Readonly<Record<string, readonly PlatformName[]>> = {
${families.join('\n')}
}

/** The platforms whose comments can be read. */
export const commentPlatforms = ${list(commented)} as const satisfies readonly PlatformName[]

/** The name that the API prefers, for any name that a request may use. Another name stays as it is. */
export const canonicalName = (name: string): string =>
  Object.hasOwn(platformAliases, name) ? (platformAliases[name] ?? name) : name
`
}

const quoted = (text: string): string => `'${text}'`

const list = (platforms: readonly Platform[]): string => `[${platforms.map(({ name }) => quoted(name)).join(', ')}]`
