import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { describeAppSettings } from '../../src/accounts/app-settings.ts'
import { describeEarlierNames, describePlatformSettings, readPlatformSettings } from '../../src/accounts/settings.ts'
import { readConfig, SettingsFault } from '../../src/app/config.ts'
import { platformSettings } from '../../src/app/open-accounts.ts'
import { platforms } from '../../src/platforms/index.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'
import { type OAuthServer, startOAuthServer } from '../harness/servers/oauth-server.ts'

let server: OAuthServer
let platform: Platform
before(async () => {
  server = await startOAuthServer()
  const live = {
    ...server.platform.live,
    hosts: { api: 'https://api.example', public_api: 'https://public.example' },
    settings: {
      mood: { meaning: 'How it is', fallback: 'good', form: z.enum(['good', 'bad'], 'must be good or bad') },
    },
  }
  platform = { ...server.platform, live }
})
after(() => server.stop())

function read(given: Readonly<Record<string, string>>) {
  const settings = readPlatformSettings([platform], given)
  return settings.type === 'read' ? settings.of(platform) : settings.faults
}

test('the platform’s own hosts and settings are the defaults', () => {
  assert.deepEqual(read({ PATH: '/bin', GITHUB_API_URL: 'https://api.github.com' }), {
    hosts: { api: 'https://api.example', public_api: 'https://public.example' },
    values: { mood: 'good' },
  })
})

test('a host and a setting are replaced by name, and a slash at the end makes no difference', () => {
  const given = { SIMULANT_PUBLIC_API_URL: 'http://127.0.0.1:9/path/', SIMULANT_MOOD: 'bad' }
  assert.deepEqual(read(given), {
    hosts: { api: 'https://api.example', public_api: 'http://127.0.0.1:9/path' },
    values: { mood: 'bad' },
  })
})

test('all faults are reported together: a misspelt host with the existing ones, and invalid values', () => {
  assert.deepEqual(
    read({ SIMULANT_APPI_URL: 'https://a.example', SIMULANT_API_URL: 'ftp://a.example', SIMULANT_MOOD: 'odd' }),
    [
      'SIMULANT_APPI_URL is not a setting; Simulant has SIMULANT_API_URL, SIMULANT_PUBLIC_API_URL',
      'SIMULANT_API_URL must be an http or https address',
      'SIMULANT_MOOD must be good or bad',
    ],
  )
})

test('a setting that platforms share is one, and its fault is told once', () => {
  const form = z.enum(['good', 'bad'], 'must be good or bad')
  const mood = { variable: 'SHARED_MOOD', meaning: 'How they are', fallback: 'good', form }
  const two = ['one', 'two'].map((name) => ({
    ...platform,
    name,
    live: { ...platform.live, settings: { mood: { ...mood, earlierVariable: `OLD_${name.toUpperCase()}` } } },
  }))
  const moods = (given: Readonly<Record<string, string>>) => {
    const settings = readPlatformSettings(two, given)
    return settings.type === 'read' ? two.map((one) => settings.of(one).values.mood) : settings.faults
  }
  assert.deepEqual(moods({ SHARED_MOOD: 'bad' }), ['bad', 'bad'])
  assert.deepEqual(moods({ OLD_ONE: 'bad' }), ['bad', 'good'])
  assert.deepEqual(moods({ SHARED_MOOD: 'good', OLD_ONE: 'bad', OLD_TWO: 'odd' }), ['good', 'good'])
  assert.deepEqual(moods({ SHARED_MOOD: 'odd' }), ['SHARED_MOOD must be good or bad'])
  assert.deepEqual(moods({ OLD_TWO: 'odd' }), ['OLD_TWO must be good or bad'])
  const shown = describePlatformSettings(two).filter(({ kind }) => kind === 'values')
  assert.equal(shown.filter(({ name }) => name === 'SHARED_MOOD').length, 1)
})

test('such a fault prevents the start, like that of any other setting', () => {
  const config = readConfig({ SIMULANT_MOOD: 'odd' })
  assert.throws(
    () => platformSettings(config, [platform]),
    (error) => error instanceof SettingsFault && /^A setting is wrong:\n {2}- SIMULANT_MOOD must/.test(error.message),
  )
})

test('a developer app’s secret without its ID is a fault', () => {
  const of = (given: Readonly<Record<string, string>>) => platformSettings(readConfig(given), platforms).apps
  assert.throws(() => of({ X_CLIENT_SECRET: 'secret' }), /X_CLIENT_ID must be given with X_CLIENT_SECRET/)
  assert.deepEqual(of({ X_CLIENT_ID: 'id' }), { X: { clientId: 'id', clientSecret: null } })
})

test('no two settings have the same name', () => {
  const names = [
    ...describePlatformSettings(platforms),
    ...describeAppSettings(platforms),
    ...describeEarlierNames(platforms),
  ].map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  const config = readConfig(Object.fromEntries(names.map((name) => [name, 'https://a.example'])))
  assert.deepEqual(Object.keys(config.others).sort(), names.toSorted())
})
