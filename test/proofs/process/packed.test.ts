import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../harness/eventually.ts'
import { freePort, isReady } from '../../harness/process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** As a user has it: the machine's own settings, and none of this run or of the service. */
const plain = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(POLYPOST_|DATABASE_|TEST_|NODE_ENV$|npm_(lifecycle|package)_)/.test(name),
  ),
)

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env: plain, encoding: 'utf8' })
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

/** The packages with such names that `npm exec` has installed. */
const installed = (cache: string, names: RegExp): string[] =>
  globSync('_npx/*/node_modules/*', { cwd: cache }).filter((place) => names.test(basename(place)))

describe('the packages that are published', () => {
  let packages: string[]
  let folder: string
  const packed = (name: RegExp) => packages.find((file) => name.test(file)) ?? ''

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polypost-packed-'))
    packages = run(process.execPath, ['scripts/pack.ts'], root).trim().split('\n')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('one command starts an instance from the package in an empty folder, and its command line publishes', async (t) => {
    const [port, sandboxPort] = [await freePort(), await freePort()]
    const file = packed(/polypost-\d/)
    // npm would take an older package of the same name from the cache of the user.
    const cache = await mkdtemp(join(tmpdir(), 'polypost-npm-'))
    t.after(() => rm(cache, { recursive: true, force: true }))
    const env = { ...plain, npm_config_cache: cache, PORT: String(port), POLYPOST_SANDBOX_PORT: String(sandboxPort) }
    const args = ['exec', '--yes', '--package', file, '--', 'polypost']
    const began = Date.now()
    const child = spawn('npm', [...args, 'start'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    const closed = once(child, 'close')
    try {
      await eventually('the instance is ready', async () => {
        assert.equal(child.exitCode, null, output)
        return isReady(`http://127.0.0.1:${port}`)
      })
      t.diagnostic(`ready after ${Math.round((Date.now() - began) / 1000)} s, installation included`)
      assert.deepEqual(await readdir(folder), ['data'])
      const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
      const [script = ''] = (await page.text()).match(/\/assets\/[\w.-]+\.js/) ?? []
      const asset = await fetch(`http://127.0.0.1:${port}${script}`, { headers: { 'accept-encoding': 'br' } })
      assert.deepEqual([asset.status, asset.headers.get('content-encoding')], [200, 'br'], 'the dashboard is inside')
      assert.deepEqual(installed(cache, /^(react|vite|@mantine)$/), [], 'and what it is built with is not')
      const use = (...words: string[]) => spawnSync('npm', [...args, ...words], { cwd: folder, env, encoding: 'utf8' })
      assert.match(use('connect', 'all', '--sandbox').stdout, /✓ bluesky is connected/)
      const posted = use('post', 'From the package', '-p', 'bluesky', '--wait')
      assert.match(posted.stdout, /^bluesky +completed/m, posted.stderr)
    } finally {
      // npm and the launcher are between this process and the service.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await closed
    }
  })

  test('the SDK from its package runs as JavaScript and has types', async () => {
    const own = join(folder, 'sdk')
    await rm(own, { recursive: true, force: true })
    run('npm', ['install', '--prefix', own, '--no-audit', '--no-fund', packed(/polypost-sdk/)], folder)
    const code = `import { Polypost, verifyWebhook } from '@polypost/sdk'
const polypost = new Polypost({ url: 'http://127.0.0.1:1', key: 'pp_test', retries: 0 })
console.log(typeof verifyWebhook, typeof polypost.posts.create)`
    await writeFile(join(own, 'use.mjs'), code)
    assert.equal(run(process.execPath, ['use.mjs'], own), 'function function\n')
    await writeFile(join(own, 'use.mts'), `${code}\nconst wrong: string = polypost.posts.get(1)\n`)
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const { stdout } = spawnSync(
      process.execPath,
      [tsc, '--noEmit', '--target', 'es2023', '--module', 'nodenext', 'use.mts'],
      {
        cwd: own,
        encoding: 'utf8',
      },
    )
    assert.match(stdout, /^use\.mts\(4,7\): error TS2322[^\n]*Promise<Post>/m)
  })
})
