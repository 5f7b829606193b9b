import { describeAppSettings } from '../src/accounts/app-settings.ts'
import { describeEarlierNames, describePlatformSettings } from '../src/accounts/settings.ts'
import { describeSettings } from '../src/app/config.ts'
import { platforms as allPlatforms } from '../src/platforms/index.ts'
import type { Platform } from '../src/platforms/shared/platform.ts'
import { table } from './table.ts'

const platforms: readonly Platform[] = allPlatforms

interface DescribedSetting {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
  readonly secret?: boolean
}

const shown = ({ name, secret = false }: Pick<DescribedSetting, 'name' | 'secret'>): string =>
  `\`${name}\`${secret ? ' 🔒' : ''}`

const settingsTable = (settings: readonly DescribedSetting[]): string =>
  table(
    ['setting', 'default', 'meaning'],
    settings.map((setting) => [shown(setting), setting.fallback, setting.meaning]),
  )

const platformSettings = (of: readonly Platform[]) =>
  describePlatformSettings(of).map((row) => ({
    ...row,
    fallback: row.fallback === '' ? 'none' : `\`${row.fallback}\``,
  }))

/** What an operator sets for this platform, for its page; without its developer apps. */
export const ownSettings = (platform: Platform): readonly (readonly string[])[] =>
  platformSettings([platform]).flatMap((row) => (row.special ? [] : [[shown(row), row.fallback, row.meaning]]))

const platformRow = (platform: Platform): string[] => [
  `[${platform.title}](../platforms/${platform.name}.md#settings)`,
  names(describeAppSettings([platform])),
  names(describePlatformSettings([platform]).filter(({ special }) => !special)),
]

const names = (settings: readonly Pick<DescribedSetting, 'name' | 'secret'>[]): string =>
  settings.map(shown).join(', ') || 'none'

const mainPage = (generated: string): string => `# Settings

${generated}

Polypost reads its settings from environment variables. If a setting is invalid, Polypost does not start, and reports all
invalid settings at once. An empty value means the default. Settings marked 🔒 contain secrets and are never printed. Instead of
such a setting you can give the name of a file that contains it, with the ending \`_FILE\`: \`POLYPOST_SECRET_KEY_FILE\`, for
example. \`npm start\` and \`npm run polypost\` in a checkout also read the file \`.env\` there; a variable of the environment wins.

${settingsTable(describeSettings().filter(({ special }) => !special))}

## Platforms

Each platform needs a developer app of yours, except those that are connected without one. An app here wins over one that is
stored with \`PUT /apps/{platform}\`. The page of the platform describes these settings.

${table(['platform', 'developer app', 'other settings'], platforms.map(platformRow))}

## Special cases

Addresses of platforms, versions of their APIs and switches for tests are on [a page of their own](settings-special.md).
`

function specialPage(generated: string): string {
  const special = platformSettings(platforms).filter((row) => row.special)
  return `# Settings for special cases

${generated}

The defaults of these settings are right for nearly every instance. [Settings](settings.md) has what an operator sets.

${settingsTable(describeSettings().filter((setting) => setting.special))}

## Versions of APIs, and what platforms do not document clearly

A new version of Polypost changes these defaults when a platform changes. Set one only if you cannot wait for it, or have tried
the other value with your own account.

${settingsTable(special.filter(({ kind }) => kind === 'values'))}

## Addresses of platforms

You can change every address, for example to use your own server or a proxy. One in a private network must also be allowed, with
\`POLYPOST_ALLOW_PRIVATE_ADDRESSES\`.

${settingsTable(special.filter(({ kind }) => kind === 'hosts'))}

## Old names

Polypost still knows these names. One line of the log says at the start that such a setting is given.

${table(
  ['name', 'what it does'],
  describeEarlierNames(platforms).map(({ name, now, title }) => [
    `\`${name}\``,
    now === null ? 'nothing' : `the same as \`${now}\`, for ${title} alone, until version 1.0; \`${now}\` wins`,
  ]),
)}
`
}

export const settingsPages = (generated: string): Readonly<Record<string, string>> => ({
  'docs/reference/settings.md': mainPage(generated),
  'docs/reference/settings-special.md': specialPage(generated),
})
