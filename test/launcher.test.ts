import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { describe, type TestContext, test } from 'node:test'

// The real launcher and the real npm, in a separate project; only the registry is ours. These tests run on Node 24 or
// newer. CI starts on Node 18, which shows that the launcher itself runs there.

const NOBODY = 65534
const launcher = path.join(import.meta.dirname, '..', 'scripts', 'launch.mjs')
const nodePackage = `node-${process.platform}-${process.arch}`
const pretendNode20 = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`
const becomeNobody = `if (process.getuid() === 0) { process.setgid(${NOBODY}); process.setuid(${NOBODY}) }`

const service = `
const [command, value]: string[] = process.argv.slice(2)
if (command === 'exit') process.exit(Number(value))
if (command === 'die') process.kill(process.pid, 'SIGKILL')
if (command === 'serve' || command === 'start') {
  let signals = 0
  process.on('SIGTERM', () => {
    if (signals++ === 0) setTimeout(() => { console.log('stopped after ' + signals); process.exit(3) }, 300)
  })
  setInterval(() => {}, 1000)
  console.log('ready')
} else {
  const { PATH, npm_config_nodedir } = process.env
  console.log(JSON.stringify({ args: process.argv.slice(2), firstOnPath: PATH?.split(':')[0], npm_config_nodedir }))
}`

describe('the launcher', { concurrency: 4 }, () => {
  test('installs at the first start, and calls npm again only if the lock file has changed', async (t) => {
    const project = await newProject(t)
    const first = await project.launch(['hello']).ended
    assert.match(first.stderr, /^Installing dependencies \(first start only\) …\n$/)
    assert.equal(project.versionOf('tiny'), '1.0.0')

    const second = await project.launch(['hello'], { env: { npm_execpath: project.brokenNpm } }).ended
    assert.deepEqual([second.code, second.stderr], [0, ''])

    project.lock({ tiny: '2.0.0' })
    const third = await project.launch(['hello']).ended
    assert.match(third.stderr, /^Installing dependencies \(they changed\) …\n$/)
    assert.equal(project.versionOf('tiny'), '2.0.0')
  })

  test('installs development dependencies only for scripts, adds them in place, and never removes them', async (t) => {
    const project = await newProject(t)
    const tiny = path.join(project.root, 'node_modules', 'tiny', 'package.json')
    assert.equal((await project.launch(['hello']).ended).code, 0)
    assert.equal(project.versionOf('tiny-dev'), undefined)
    const { ino } = fs.statSync(tiny)

    assert.equal((await project.launch(['run', 'src/main.ts'], { env: { NODE_ENV: 'production' } }).ended).code, 0)
    assert.equal(project.versionOf('tiny-dev'), '1.0.0')
    assert.equal(fs.statSync(tiny).ino, ino, 'a service running from this folder keeps its files')

    assert.equal((await project.launch(['hello']).ended).stderr, '')
    assert.equal(project.versionOf('tiny-dev'), '1.0.0')
  })

  test('does not change package.json and package-lock.json', async (t) => {
    const project = await newProject(t)
    const read = () => ['package.json', 'package-lock.json'].map((name) => project.read(name))
    const before = read()
    await project.launch(['hello']).ended
    await project.launch(['run', 'src/main.ts']).ended
    assert.deepEqual(read(), before)
  })

  test('passes arguments to the service, and returns its exit code or signal', async (t) => {
    const project = await newProject(t)
    const hello = await project.launch(['--say', 'two words', '"quoted"', '']).ended
    assert.deepEqual(JSON.parse(hello.stdout).args, ['--say', 'two words', '"quoted"', ''])
    assert.equal((await project.launch(['exit', '7']).ended).code, 7)
    assert.equal((await project.launch(['run', 'src/main.ts', 'exit', '8']).ended).code, 8)
    assert.equal((await project.launch(['die']).ended).signal, 'SIGKILL')
  })

  test('passes SIGTERM to the service once, and waits for its end', async (t) => {
    const project = await newProject(t)
    const running = project.launch(['serve'])
    await running.prints('ready')
    running.child.kill('SIGTERM')
    const { code, stdout } = await running.ended
    assert.deepEqual([code, stdout], [3, 'ready\nstopped after 1\n'])
  })

  test('stops the service when npm gets SIGTERM, although npm passes it only to its shell', async (t) => {
    const project = await newProject(t)
    const running = project.npmStart()
    await running.prints('ready')
    running.child.kill('SIGTERM')
    // Ended means that no process holds the output any more: not npm, its shell, or a process that they started.
    assert.match((await running.ended).stdout, /stopped after 1\n$/)
  })

  test('reports an unreachable registry in one sentence', async (t) => {
    const project = await newProject(t)
    const env = { npm_config_registry: 'http://127.0.0.1:1' }
    project.lock({ tiny: '1.0.0' }, 'http://127.0.0.1:1')
    const { code, stderr } = await project.launch(['hello'], { env }).ended
    assert.equal(code, 1)
    assertOneSentence(stderr, /^npm's registry is unreachable \(ECONNREFUSED\): .*, then try again\.$/)
  })

  test('reports a folder without write permission in one sentence', async (t) => {
    const project = await newProject(t)
    fs.chmodSync(project.root, 0o555)
    const { code, stderr } = await project.launch(['hello'], { before: becomeNobody }).ended
    assert.equal(code, 1)
    assertOneSentence(
      stderr,
      /^Cannot write to .*a b.*\.runtime \(EACCES\): change its owner, or start Polypost as its owner\.$/,
    )
  })

  test('says in one sentence what to do if the lock file is missing or does not match', async (t) => {
    const project = await newProject(t)
    project.lock({ tiny: '1.0.0' })
    project.write('package.json', JSON.stringify({ name: 'polypost', dependencies: { tiny: '2.0.0' } }))
    assertOneSentence(
      (await project.launch(['hello']).ended).stderr,
      /^package-lock.json does not match package.json: /,
    )
    fs.rmSync(path.join(project.root, 'package-lock.json'))
    assertOneSentence((await project.launch(['hello']).ended).stderr, /package-lock.json is missing: `git checkout /)
  })

  test('ends together with npm if it is stopped during an install, and installs again at the next start', async (t) => {
    const project = await newProject(t)
    const asked = project.registry.holdNext()
    const running = project.launch(['hello'])
    await asked
    running.child.kill('SIGTERM')
    // After the first signal, npm still waits for its download.
    project.registry.release()
    assert.equal((await running.ended).signal, 'SIGTERM')
    assert.equal(fs.existsSync(path.join(project.root, 'node_modules', '.polypost-install')), false)

    const { code, stderr } = await project.launch(['hello']).ended
    assert.deepEqual([code, stderr], [0, 'Installing dependencies (first start only) …\n'])
    assert.equal(project.versionOf('tiny'), '1.0.0')
  })

  test('waits for the npm of a killed launcher, then installs again', async (t) => {
    const project = await newProject(t)
    const asked = project.registry.holdNext()
    const killed = project.launch(['hello'])
    await asked
    killed.child.kill('SIGKILL')
    await killed.ended

    const next = project.launch(['hello'])
    await next.prints(`Waiting for process ${killed.child.pid}`)
    project.registry.release()
    const { code, stderr } = await next.ended
    assert.equal(code, 0)
    assert.match(stderr, /\nInstalling dependencies \(first start only\) …\n$/)
  })

  test('takes over the lock of a dead launcher', async (t) => {
    const project = await newProject(t)
    const { pid } = spawnSync(process.execPath, ['--version'])
    fs.mkdirSync(path.join(project.root, '.runtime', 'lock', String(pid)), { recursive: true })
    const { code, stderr } = await project.launch(['hello']).ended
    assert.deepEqual([code, stderr], [0, 'Installing dependencies (first start only) …\n'])
    assert.deepEqual(fs.readdirSync(path.join(project.root, '.runtime')).sort(), ['compile-cache'])
  })

  test('installs once if several launchers start together', async (t) => {
    const project = await newProject(t)
    const ends = await Promise.all([1, 2, 3].map(() => project.launch(['hello']).ended))
    assert.deepEqual(
      ends.map(({ code }) => code),
      [0, 0, 0],
    )
    const installs = ends.flatMap(({ stderr }) => stderr.match(/^Installing/gm) ?? [])
    assert.equal(installs.length, 1)
  })

  test('works if npm is configured to run no install scripts', async (t) => {
    const project = await newProject(t)
    const { code } = await project.launch(['hello'], { env: { npm_config_ignore_scripts: 'true' } }).ended
    assert.deepEqual([code, project.versionOf('tiny')], [0, '1.0.0'])
  })

  test('on an older Node, downloads a newer one once, and runs npm and the service with it', async (t) => {
    const project = await newProject(t)
    const nodeFolder = path.join(project.root, '.runtime', 'node_modules', nodePackage)
    const first = await project.launch(['hello'], { before: pretendNode20 }).ended
    assert.match(
      first.stderr,
      /^Downloading Node 24 into \.runtime, because this is Node 20\.0\.0 .*\nInstalling .*\n$/,
    )
    const { firstOnPath, npm_config_nodedir } = JSON.parse(first.stdout)
    assert.deepEqual([firstOnPath, npm_config_nodedir], [path.join(nodeFolder, 'bin'), nodeFolder])

    const env = { npm_execpath: project.brokenNpm }
    const second = await project.launch(['hello'], { before: pretendNode20, env }).ended
    assert.deepEqual([second.code, second.stderr], [0, ''])
  })
})

type LaunchOptions = { env?: NodeJS.ProcessEnv; before?: string }

async function newProject(t: TestContext) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'polypost-launcher-'))
  const registry = await openRegistry(folder)
  const running: ChildProcess[] = []
  t.after(async () => {
    for (const child of running) child.kill('SIGKILL')
    registry.close()
    fs.chmodSync(root, 0o755)
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  fs.chmodSync(folder, 0o755)
  const root = path.join(folder, 'a b')
  const inProject = (name: string) => path.join(root, name)
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(inProject(name)), { recursive: true })
    fs.writeFileSync(inProject(name), text)
  }
  const lock = (dependencies: Record<string, string>, from = registry.url) => {
    const about = { name: 'polypost', version: '0.0.0', dependencies, devDependencies: { 'tiny-dev': '1.0.0' } }
    const locked = (name: string, version = '') => ({ version, ...registry.distOf(name, version, from) })
    const packages: Record<string, object> = { '': about }
    for (const [name, version] of Object.entries(dependencies)) packages[`node_modules/${name}`] = locked(name, version)
    packages['node_modules/tiny-dev'] = { ...locked('tiny-dev', '1.0.0'), dev: true }
    const scripts = { start: 'node scripts/launch.mjs start' }
    write('package.json', JSON.stringify({ ...about, type: 'module', scripts }))
    write('package-lock.json', JSON.stringify({ ...about, lockfileVersion: 3, requires: true, packages }))
  }
  lock({ tiny: '1.0.0' })
  write('src/main.ts', service)
  write('scripts/launch.mjs', fs.readFileSync(launcher, 'utf8'))
  write('broken/npm-cli.js', 'process.exit(99)')

  const env = {
    ...withoutNpmSettings(process.env),
    HOME: folder,
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_userconfig: path.join(folder, 'npmrc'),
    npm_config_registry: registry.url,
    npm_config_fetch_retries: '0',
  }
  const start = (file: string, args: string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(file, args, { cwd: root, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
    running.push(child)
    return follow(child)
  }
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  return {
    root,
    registry,
    write,
    lock,
    brokenNpm: inProject('broken/npm-cli.js'),
    read: (name: string) => fs.readFileSync(inProject(name), 'utf8'),
    versionOf(name: string): unknown {
      const file = inProject(`node_modules/${name}/package.json`)
      return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).version : undefined
    },
    /** `before` is JavaScript that runs in the launcher's process before the launcher. */
    launch(args: string[], options: LaunchOptions = {}) {
      const ahead = options.before ? ['--import', `data:text/javascript,${encodeURIComponent(options.before)}`] : []
      return start(process.execPath, [...ahead, inProject('scripts/launch.mjs'), ...args], options.env)
    },
    npmStart: () => start(npm[0] ?? '', [...npm.slice(1), 'start']),
  }
}

function withoutNpmSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = (name: string) =>
    name === 'npm_execpath' || !/^(npm_|node_compile|node_env|node_options|node_test)/i.test(name)
  return Object.fromEntries(Object.entries(env).filter(([name]) => isOurs(name)))
}

function follow(child: ChildProcess) {
  const said = { stdout: '', stderr: '' }
  const waiting = new Map<string, () => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      for (const [wanted, found] of waiting) if (said[name].includes(wanted)) found()
    })
  }
  const ended = new Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>(
    (resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal, ...said }))
    },
  )
  const prints = (wanted: string) =>
    Promise.race([
      new Promise<void>((resolve) => waiting.set(wanted, resolve)),
      ended.then((end) => assert.fail(`ended without printing ${wanted}: ${JSON.stringify(end)}`)),
    ])
  return { child, ended, prints }
}

/** A registry on loopback with three packages and a Node that runs the Node of the test. It can delay a response. */
async function openRegistry(folder: string) {
  const handOver = `#!/bin/sh\nexec "${process.execPath}" "$@"\n`
  const tarballs = new Map([
    ['tiny-1.0.0', pack(folder, 'tiny', '1.0.0')],
    ['tiny-2.0.0', pack(folder, 'tiny', '2.0.0')],
    ['tiny-dev-1.0.0', pack(folder, 'tiny-dev', '1.0.0')],
    [`${nodePackage}-24.99.0`, pack(folder, nodePackage, '24.99.0', { 'bin/node': handOver })],
  ])
  let held: { asked: () => void; answers: ServerResponse[] } | undefined
  const server = createServer((request, response) => {
    const [, name = ''] = request.url?.match(/^\/files\/(.*)\.tgz$/) ?? []
    if (!name) return response.end(JSON.stringify(descriptionOf((request.url ?? '').slice(1))))
    if (!held) return response.end(tarballs.get(name))
    held.answers.push(response)
    held.asked()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  const url = `http://127.0.0.1:${address.port}`

  const distOf = (name: string, version: string, from = url) => {
    const integrity = createHash('sha512')
      .update(tarballs.get(`${name}-${version}`) ?? '')
      .digest('base64')
    return { resolved: `${from}/files/${name}-${version}.tgz`, integrity: `sha512-${integrity}` }
  }
  const descriptionOf = (name: string) => {
    const known = ['1.0.0', '2.0.0', '24.99.0'].filter((version) => tarballs.has(`${name}-${version}`))
    const versions = known.map((version) => {
      const { resolved, integrity } = distOf(name, version)
      return [version, { name, version, dist: { tarball: resolved, integrity } }]
    })
    return { name, 'dist-tags': { latest: known.at(-1) }, versions: Object.fromEntries(versions) }
  }
  return {
    url,
    distOf,
    /** Resolves when npm has requested a package; the response is held back. */
    holdNext: () =>
      new Promise<void>((asked) => {
        held = { asked, answers: [] }
      }),
    /** Breaks the held connections, like a network failure, and responds again from now on. */
    release() {
      for (const answer of held?.answers ?? []) answer.destroy()
      held = undefined
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function pack(folder: string, name: string, version: string, files: Record<string, string> = {}): Buffer {
  const place = path.join(folder, 'packages', `${name}-${version}`)
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify({ name, version }), ...files })) {
    const target = path.join(place, 'package', file)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, text, { mode: 0o755 })
  }
  return execFileSync('tar', ['-czf', '-', '-C', place, 'package'])
}

function assertOneSentence(stderr: string, sentence: RegExp) {
  const [line = '', ...others] = stderr
    .trim()
    .split('\n')
    .filter((text) => !text.startsWith('Installing '))
  assert.match(line, sentence)
  for (const other of others) assert.match(other, /^npm (error|ERR!) (?!\s*at )/)
}
