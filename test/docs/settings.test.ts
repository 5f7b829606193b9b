import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { describeAppSettings } from '../../src/accounts/app-settings.ts'
import { describeEarlierNames, describePlatformSettings } from '../../src/accounts/settings.ts'
import { describeSettings } from '../../src/app/config.ts'
import { platforms as all } from '../../src/platforms/index.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'

const platforms: readonly Platform[] = all

const textOf = (page: string): string => readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8')

/** The words in backquotes that look like settings. */
const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/`([A-Z][A-Z\d_]*)`/g)].map(([, name = '']) => name))

/** The names that begin a row of a table. */
const rowsIn = (text: string): string[] => [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name)

const ofPlatforms = describePlatformSettings(platforms)
const earlier = describeEarlierNames(platforms).map(({ name }) => name)
const namesOf = (settings: readonly { readonly name: string }[]): string[] => settings.map(({ name }) => name)
const special = [...describeSettings(), ...ofPlatforms].filter((setting) => setting.special)
const usual = [...describeSettings(), ...ofPlatforms].filter((setting) => !setting.special)

describe('the page of settings that everybody reads', () => {
  const shown = namesIn(textOf('reference/settings.md'))

  test('has every setting that an operator sets, and every developer app', () => {
    const wanted = namesOf([...usual, ...describeAppSettings(platforms)])
    assert.deepEqual(
      wanted.filter((name) => !shown.has(name)),
      [],
    )
  })

  test('names no host of a platform, nothing for special cases, and no old name', () => {
    const hosts = platforms.flatMap(({ name, live }) =>
      Object.keys(live.hosts).map((host) => `${name}_${host}_URL`.toUpperCase()),
    )
    assert.ok(hosts.length > 30)
    assert.deepEqual(
      [...hosts, ...namesOf(special), ...earlier].filter((name) => shown.has(name)),
      [],
    )
  })
})

test('the page for special cases has each of their settings once, and every old name', () => {
  assert.deepEqual(rowsIn(textOf('reference/settings-special.md')).sort(), [...namesOf(special), ...earlier].sort())
})

test('the page of each platform describes what an operator sets for it, and nothing for special cases', () => {
  for (const platform of platforms) {
    const own = describePlatformSettings([platform])
    const [, settings = ''] = /^### Settings\n(.*?)^<!--/ms.exec(textOf(`platforms/${platform.name}.md`)) ?? []
    const described = rowsIn(settings)
    assert.deepEqual(
      described.sort(),
      namesOf([...own.filter((setting) => !setting.special), ...describeAppSettings([platform])]).sort(),
      platform.name,
    )
  }
})
