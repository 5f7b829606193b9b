import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createClient } from '../../harness/client.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { proposed } from '../../harness/prefill.ts'
import { freePort, isReady } from '../../harness/process.ts'
import { startModel } from '../../harness/servers/language-model.ts'
import { startS3Server } from '../../harness/servers/s3-server.ts'
import { acmePage, startWebsite } from '../../harness/servers/website.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** As a user has it: the machine's own settings, and none of this run or of the service. */
const plain = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(POLYPOST_|DATABASE_|TEST_|NODE_ENV$|npm_(lifecycle|package)_)/.test(name),
  ),
)

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = plain): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
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

  test('the package has the pages that messages name, what a server needs to install it, and no pictures', () => {
    const files = run('tar', ['--list', '--file', packed(/polypost-\d/)], root).split('\n')
    const named = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/docs\/[a-z-]+\/[\w-]+\.md/g)].map(([page]) => page),
    )
    assert.ok(named.includes('docs/operate/backup.md'))
    for (const page of [
      ...named,
      'docs/operate/install.md',
      'deploy/systemd/polypost.service',
      'deploy/systemd/polypost',
    ])
      assert.ok(files.includes(`package/${page}`), page)
    assert.deepEqual(
      files.filter((file) => file.endsWith('.png')),
      [],
    )
  })

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

  test('the commands that a start from the package prints run in another terminal, and name no registry', async () => {
    // Paths with a space are quoted.
    const own = join(folder, 'own folder')
    run('npm', ['install', '--prefix', own, '--no-audit', '--no-fund', packed(/polypost-\d/)], folder)
    const launcher = join(own, 'node_modules', 'polypost', 'scripts', 'launch.mjs')
    // As a global installation puts it there.
    const onPath = join(folder, 'bin')
    await mkdir(onPath)
    await symlink(launcher, join(onPath, 'polypost'))
    const ports = { PORT: String(await freePort()), POLYPOST_SANDBOX_PORT: String(await freePort()) }
    for (const [PATH, called] of [
      [plain.PATH, `node "${launcher}"`],
      [`${onPath}:${plain.PATH}`, 'polypost'],
    ] as const) {
      const env = { ...plain, ...ports, PATH }
      const start = `"${process.execPath}" "${launcher}" start`
      const child = spawn('script', ['--quiet', '--return', '--command', start, '/dev/null'], { cwd: own, env })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
      const closed = once(child, 'close')
      const printed = () => output.split('\n').find((line) => line.includes(' connect all --sandbox'))
      try {
        await eventually('it prints a command', () => {
          assert.equal(child.exitCode, null, output)
          return printed() !== undefined
        })
        const line = printed()?.trim() ?? ''
        assert.equal(line, `${called} connect all --sandbox`)
        assert.match(run('sh', ['-c', line], own, env), /✓ bluesky is connected/)
      } finally {
        child.stdin.write('\x03')
        await closed
      }
    }
    const { version, commit } = JSON.parse(
      await readFile(join(own, 'node_modules', 'polypost', 'package.json'), 'utf8'),
    )
    const said = run(process.execPath, [launcher, '--version'], own)
    assert.equal(said, `Polypost ${version} (${commit.slice(0, 10)}, Node ${process.versions.node})\n`)
  })

  test('what the package loads at its first use is inside: pictures, videos, a bucket, a language model, an assistant, a restore', async (t) => {
    const own = join(folder, 'service')
    run('npm', ['install', '--prefix', own, '--no-audit', '--no-fund', packed(/polypost-\d/)], folder)
    const place = join(own, 'node_modules', 'polypost')
    assert.match(await readFile(join(place, 'THIRD-PARTY-LICENSES'), 'utf8'), /^- fastify [\d.]+ \(MIT\)$/m)
    const [bucket, model, website] = [
      await startS3Server(),
      await startModel('openai-compatible'),
      await startWebsite(),
    ]
    t.after(() => Promise.all([bucket.close(), model.stop(), website.stop()]))
    model.answers(() => ({ said: proposed }))
    website.show({ '/': acmePage() })
    const port = String(await freePort())
    const base = `http://127.0.0.1:${port}`
    const env = {
      ...plain,
      ...model.env,
      PORT: port,
      POLYPOST_TIME_SCALE: '1',
      POLYPOST_SANDBOX_PORT: String(await freePort()),
      POLYPOST_OWNER_KEY: ownerKey,
      POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      MEDIA_S3_BUCKET: bucket.bucket,
      MEDIA_S3_ENDPOINT: bucket.endpoint,
      MEDIA_S3_REGION: bucket.region,
      MEDIA_S3_ACCESS_KEY_ID: bucket.accessKeyId,
      MEDIA_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    }
    const main = join(place, 'src', 'main.js')
    const ask = createClient(base, ownerKey)
    const use = async (words: string): Promise<string> =>
      (await promisify(execFile)(process.execPath, [main, ...words.split(' ')], { cwd: own, env })).stdout
    async function whileServing(work: () => Promise<void>): Promise<void> {
      const child = spawn(process.execPath, [main, 'start'], { cwd: own, env, stdio: 'ignore' })
      const closed = once(child, 'close')
      try {
        await eventually('the instance is ready', async () => {
          assert.equal(child.exitCode, null)
          return isReady(base)
        })
        await work()
      } finally {
        child.kill('SIGTERM')
        await closed
      }
    }

    await whileServing(async () => {
      const reference = await fetch(`${base}/api/v1/docs/reference.js`)
      assert.match((await reference.text()).slice(-1_000), /Scalar\.createApiReference/)
      assert.match(await use('verify instagram --sandbox --yes --no-large'), / work, 0 failed,/)
      assert.ok(bucket.asked.includes('PutObject'), 'media are in the bucket')
      await ask('POST', '/settings', { body: { website_url: website.origin } })
      const { body } = await ask('POST', '/settings/prefill', { body: {} })
      assert.equal(body.data.business_name, proposed.business_name)
      assert.equal((await ask('GET', '/posts')).status, 200, 'a thread reads the lists')
      const assistant = new Client({ name: 'test', version: '1' })
      const known = { PATH: plain.PATH ?? '', POLYPOST_URL: base, POLYPOST_API_KEY: ownerKey }
      const transport = new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env: known })
      await assistant.connect(transport)
      const { tools } = await assistant.listTools()
      assert.ok(tools.some(({ name }) => name === 'publish_post'))
      await assistant.close()
      await use('backup copy.db')
    })
    await use('restore copy.db')
    await whileServing(async () => assert.match(await use('release --show'), /The database is held/))
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
