import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../harness/process.ts'

const preload = new URL('../harness/print-loaded.ts', import.meta.url).href
const env = {
  NODE_OPTIONS: `--import ${preload}`,
  XDG_CONFIG_HOME: '/nonexistent',
  XDG_STATE_HOME: '/nonexistent',
  POLYPOST_API_KEY: 'pp_any',
  POLYPOST_URL: 'http://127.0.0.1:1',
}

async function loadedBy(...args: string[]): Promise<readonly string[]> {
  const { output } = await runCommand(args, env)
  const [, names] = /^loaded: (.*)$/m.exec(output) ?? []
  assert.ok(names, output)
  return names.split(' ')
}

/** They take little time to load. */
const folders = ['app', 'commands', 'domain', 'system'].map((name) => `src/${name}`)
const packages = ['@polypost/sdk', 'commander', 'temporal-polyfill', 'temporal-utils', 'zod']
const isLight = (name: string): boolean =>
  [...folders, ...packages].includes(name) || name.startsWith('node:') || name.endsWith('/src/main.ts')

for (const command of [
  '--help',
  'completion bash',
  'whoami',
  'posts list',
  'api GET /usage',
  'post Hello -p x --dry-run',
])
  test(`“${command}” starts fast: it loads no part of the service`, async () => {
    const loaded = await loadedBy(...command.split(' '))
    assert.deepEqual(
      loaded.filter((name) => !isLight(name)),
      [],
    )
  })

test('a command that uses the database loads it, so this test sees what is loaded', async () => {
  assert.ok((await loadedBy('doctor', 'nowhere')).includes('src/store'))
})
