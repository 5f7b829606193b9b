import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort, runCommand } from '../harness/process.ts'
import { setStage } from '../harness/stage.ts'

const preload = new URL('../harness/print-loaded.ts', import.meta.url).href
const env = {
  NODE_OPTIONS: `--import ${preload}`,
  XDG_CONFIG_HOME: '/nonexistent',
  XDG_STATE_HOME: '/nonexistent',
  POLYPOST_API_KEY: 'pp_any',
  POLYPOST_URL: 'http://127.0.0.1:1',
}

const loadedBy = async (...args: string[]): Promise<readonly string[]> => namesIn((await runCommand(args, env)).output)

function namesIn(output: string): readonly string[] {
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

test('a start does not load Node’s own fetch, which needs 6 MB and a part of the time', async (t) => {
  const { start } = await setStage(t, 'sqlite')
  const sandbox = { POLYPOST_SANDBOX: 'on', POLYPOST_SANDBOX_PORT: String(await freePort()) }
  const { output, end } = await start('start', { NODE_OPTIONS: env.NODE_OPTIONS, ...sandbox })
  await end('SIGTERM')
  const loaded = namesIn(output())
  assert.ok(loaded.includes('src/sandbox'))
  assert.ok(!loaded.includes('node:fetch'))
})
