import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { pins } from '../scripts/launch/node-pins.mjs'

// The real launcher and the real npm, in a separate project; only the registry is ours. These tests run on Node 24 or
// newer. CI starts on Node 18, which shows that the launcher itself runs there.

const NOBODY = 65534
const scripts = path.join(import.meta.dirname, '..', 'scripts')
/** JavaScript that makes the process one of Node 20 on Linux, and changes more of it. */
const pretend = (more: Readonly<Record<string, string>> = {}) =>
  Object.entries({ versions: "{ ...process.versions, node: '20.0.0' }", platform: "'linux'", arch: "'x64'", ...more })
    .map(([name, value]) => `Object.defineProperty(process, '${name}', { value: ${value} })`)
    .join('\n')
const pretendNode20 = pretend()
const own = pins['linux-x64']
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

  test('the service of a checkout reads .env there, the environment wins, and neither scripts nor the package read it', async (t) => {
    const project = await newProject(t)
    project.write('.env', 'PLACE=from the file\nOTHER="also from it"\n')
    project.write('src/main.ts', 'console.log(JSON.stringify([process.env.PLACE, process.env.OTHER]))')
    const shown = async (args: string[], env = {}) => {
      const { code, stdout, stderr } = await project.launch(args, { env }).ended
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }
    assert.deepEqual(await shown(['start']), ['from the file', 'also from it'])
    assert.deepEqual(await shown(['doctor'], { PLACE: 'given' }), ['given', 'also from it'])
    assert.deepEqual(await shown(['run', 'src/main.ts']), [null, null])
    fs.rmSync(path.join(project.root, '.env'))
    assert.deepEqual(await shown(['start']), [null, null])

    fs.renameSync(path.join(project.root, 'src/main.ts'), path.join(project.root, 'src/main.js'))
    project.write('.env', 'PLACE=from the file\n')
    assert.deepEqual(await shown(['start']), [null, null])
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

  for (const [system, { name, version }] of Object.entries(pins))
    test(`on an older Node of ${system}, downloads a newer one once, and runs npm and the service with it`, async (t) => {
      const project = await newProject(t)
      const nodeFolder = path.join(project.root, '.runtime', 'node_modules', name)
      const [platform, arch] = system.split('-')
      const before = pretend({ platform: `'${platform}'`, arch: `'${arch}'` })
      const first = await project.launch(['hello'], { before }).ended
      assert.equal(
        first.stderr,
        `Downloading Node ${version} into .runtime, because this is Node 20.0.0 (first start only) …\n` +
          'Installing dependencies (first start only) …\n',
      )
      const { firstOnPath, npm_config_nodedir } = JSON.parse(first.stdout)
      assert.deepEqual([firstOnPath, npm_config_nodedir], [path.join(nodeFolder, 'bin'), nodeFolder])

      const env = { npm_execpath: project.brokenNpm }
      const second = await project.launch(['hello'], { before, env }).ended
      assert.deepEqual([second.code, second.stderr], [0, ''])
    })

  test('replaces a downloaded Node of another version', async (t) => {
    const project = await newProject(t)
    await project.launch(['hello'], { before: pretendNode20 }).ended
    project.pin(own.name, '24.99.0')
    const { code, stderr } = await project.launch(['hello'], { before: pretendNode20 }).ended
    assert.equal(code, 0)
    assert.match(stderr, /^Downloading Node 24\.99\.0 into \.runtime, .*\n$/)
  })

  for (const [what, isTold] of [
    ['a Node that the registry describes otherwise', true],
    ['other bytes than the registry promises', false],
  ] as const)
    test(`runs nothing of ${what}`, async (t) => {
      const project = await newProject(t)
      project.registry.replace(own.name, own.version, isTold)
      const { code, stderr, stdout } = await project.launch(['hello'], { before: pretendNode20 }).ended
      assert.deepEqual([code, stdout], [1, ''])
      assertOneSentence(
        stderr,
        /^The Node that npm served is not the one that this version of Polypost was tested with\. Nothing was run\. Install Node 24 or newer /,
      )
      assert.equal(project.registry.hasRun(), false)
      assert.equal(fs.existsSync(path.join(project.root, '.runtime', 'node_modules')), false)

      project.registry.restore()
      assert.equal(
        (await project.launch(['hello'], { before: pretendNode20 }).ended).code,
        0,
        'the next start tries again',
      )
    })

  for (const [what, name, version] of [
    ['this version', own.name, '24.0.1'],
    ['this package', 'node-of-nobody', '24.99.0'],
  ] as const)
    test(`says in one sentence that npm does not have ${what} of Node`, async (t) => {
      const project = await newProject(t)
      project.pin(name, version)
      const { code, stderr } = await project.launch(['hello'], { before: pretendNode20 }).ended
      assert.equal(code, 1)
      assertOneSentence(
        stderr,
        new RegExp(`^npm has no ${name}@${version} \\(a private mirror\\?\\)\\. Install Node 24 or newer `),
      )
    })

  for (const [system, more] of [
    ['linux-x64 without glibc', { report: '{ getReport: () => ({ header: {} }) }' }],
    ['linux-ia32', { arch: "'ia32'" }],
    ['freebsd-x64', { platform: "'freebsd'" }],
  ] as const)
    test(`names ${system}, for which there is no download, and calls no npm`, async (t) => {
      const project = await newProject(t)
      const before = pretend(more)
      const { code, stderr } = await project.launch(['hello'], { before, env: { npm_execpath: project.brokenNpm } })
        .ended
      assert.equal(code, 1)
      assert.equal(
        stderr,
        `Polypost needs Node 24 or newer, and this is Node 20.0.0. There is no download for ${system}. Install Node 24 or newer (npm comes with it) from https://nodejs.org, then try again.\n`,
      )
    })
})

/** A build that takes a moment, so that two at a time would show. */
const build = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
appendFileSync('builds', 'built ')
if (process.env.FAIL) throw new Error('The screens are wrong.')
const [folder = ''] = process.argv.slice(2)
mkdirSync(folder)
await new Promise((resolve) => setTimeout(resolve, 300))
writeFileSync(folder + '/index.html', 'the screens')
`

/** The build of the service prints another line when it is ready. */
const buildService = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
appendFileSync('service-builds', 'built ')
if (process.env.FAIL_SERVICE) throw new Error('The sources are wrong.')
const [folder = ''] = process.argv.slice(2)
mkdirSync(folder + '/src', { recursive: true })
const source = readFileSync('src/main.ts', 'utf8').replace(': string[]', '')
writeFileSync(folder + '/src/main.js', source.replace("'ready'", "'ready from the build'"))
`

describe('the start of a checkout with a dashboard', { concurrency: 4 }, () => {
  test('builds the dashboard beside the service that already runs, with packages that the service does not need', async (t) => {
    const project = await newProject(t)
    project.addDashboard()
    const tiny = path.join(project.root, 'node_modules', 'tiny', 'package.json')
    const running = project.launch(['start'])
    await running.prints('ready')
    assert.equal(project.versionOf('tiny-screen'), undefined, 'the service does not wait for it')
    const { ino } = fs.statSync(tiny)
    await running.prints('The dashboard is ready: http://127.0.0.1:4000\n')
    assert.equal(project.versionOf('tiny-screen'), '1.0.0')
    assert.equal(fs.statSync(tiny).ino, ino, 'the service keeps its files')
    assert.deepEqual(project.builds(), ['the screens'])
    running.child.kill('SIGTERM')
    assert.equal((await running.ended).code, 3)

    const again = project.launch(['start'], { env: { npm_execpath: project.brokenNpm } })
    await again.prints('ready')
    again.child.kill('SIGTERM')
    const { stderr } = await again.ended
    assert.deepEqual([stderr, project.read('builds')], ['', 'built '], 'it is built once')
    assert.equal(project.isPreparing(), false)

    project.write('dashboard/src/main.ts', 'changed')
    const changed = project.launch(['start'], { env: { npm_execpath: project.brokenNpm } })
    await changed.prints('The dashboard is ready')
    changed.child.kill('SIGTERM')
    await changed.ended
    assert.deepEqual(project.builds(), ['the screens', 'the screens'], 'a process that still runs keeps its build')
  })

  test('builds the service for the next start, which needs fewer files, until the sources change', async (t) => {
    const project = await newProject(t)
    project.addDashboard()
    const first = await project.startUntil('ready\n', 'The dashboard is ready')
    assert.deepEqual([first.code, project.read('service-builds')], [3, 'built '])
    await project.startUntil('ready from the build\n')
    const { args } = JSON.parse((await project.launch(['hello', 'you']).ended).stdout)
    assert.deepEqual(args, ['hello', 'you'], 'commands use it too')

    project.write('src/system/more.ts', '// More.')
    await project.startUntil('ready\n')
    assert.equal((await project.launch(['build']).ended).code, 0)
    await project.startUntil('ready from the build\n')
    assert.equal(project.read('service-builds'), 'built built ')
    // An editor keeps a link that leads nowhere beside a file that is not saved.
    fs.symlinkSync('nowhere', path.join(project.root, 'src', '.#main.ts'))
    await project.startUntil('ready from the build\n')

    for (const text of ['1', '2', '3']) {
      project.write('sdk/src/index.ts', `// ${text.repeat(Number(text))}`)
      assert.equal((await project.launch(['build']).ended).code, 0)
    }
    await project.startUntil('ready from the build\n')
    assert.equal(fs.readdirSync(path.join(project.root, '.runtime', 'service')).length, 3, 'older builds are removed')
  })

  test('if the service cannot be built, its sources run, and only who builds by hand is told', async (t) => {
    const project = await newProject(t)
    project.addDashboard()
    const env = { FAIL_SERVICE: 'yes' }
    const first = await project.startUntil('ready\n', 'The dashboard is ready', { env })
    assert.doesNotMatch(first.stderr, /wrong/)
    const byHand = await project.launch(['build'], { env }).ended
    assert.equal(byHand.code, 1)
    assert.match(byHand.stderr, /The build failed: .*The sources are wrong\./)
    await project.startUntil('ready\n', undefined, { env })
  })

  test('two starts at a time build it once', async (t) => {
    const project = await newProject(t)
    project.addDashboard()
    const both = [project.launch(['start']), project.launch(['start'])]
    await Promise.all(both.map(({ prints }) => prints('The dashboard is ready')))
    for (const { child } of both) child.kill('SIGTERM')
    await Promise.all(both.map(({ ended }) => ended))
    assert.equal(project.read('builds'), 'built ')
  })

  test('if the build fails, one line says why, and the service goes on', async (t) => {
    const project = await newProject(t)
    project.addDashboard()
    const running = project.launch(['start'], { env: { FAIL: 'yes' } })
    await running.prints('The API works, and the dashboard is not ready. The build failed: ')
    assert.deepEqual(project.builds(), [])
    assert.match(project.progress(), /"failed".*The screens are wrong\./)
    running.child.kill('SIGTERM')
    assert.equal((await running.ended).code, 3)
    const byHand = await project.launch(['build']).ended
    assert.deepEqual([byHand.code, project.builds()], [0, ['the screens']])
  })

  test('without its packages the service goes on and starts again, and the next try repairs what a killed npm left', async (t) => {
    const project = await newProject(t)
    project.addDashboard()
    assert.equal((await project.launch(['hello']).ended).code, 0)
    const asked = project.registry.holdNext()
    const running = project.launch(['start'])
    await asked
    running.child.kill('SIGTERM')
    assert.equal((await running.ended).code, 3, 'stopping does not wait for npm')
    project.registry.release()
    // A killed npm may leave a package that looks complete.
    project.write('node_modules/tiny-screen/package.json', '{"name":"tiny-screen","version":"0.0.0"}')

    const offline = project.launch(['start'], { env: { npm_execpath: project.brokenNpm } })
    await offline.prints('The API works, and the dashboard is not ready.')
    offline.child.kill('SIGTERM')
    assert.equal((await offline.ended).code, 3)

    assert.equal((await project.launch(['build']).ended).code, 0)
    assert.equal(project.versionOf('tiny-screen'), '1.0.0')
  })

  test('POLYPOST_DASHBOARD=off installs and builds nothing', async (t) => {
    const project = await newProject(t)
    project.addDashboard()
    const running = project.launch(['start'], { env: { POLYPOST_DASHBOARD: 'off' } })
    await running.prints('ready')
    running.child.kill('SIGTERM')
    await running.ended
    assert.deepEqual([project.versionOf('tiny-screen'), project.builds()], [undefined, []])
    assert.equal(project.isPreparing(), false)
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
  const lock = (dependencies: Record<string, string>, from = registry.url, members: readonly string[] = []) => {
    const own = { dependencies, devDependencies: { 'tiny-dev': '1.0.0' } }
    const about = { name: 'polypost', version: '0.0.0', ...own, ...(members.length > 0 && { workspaces: members }) }
    const locked = (name: string, version = '') => ({ version, ...registry.distOf(name, version, from) })
    const packages: Record<string, object> = { '': about }
    for (const [name, version] of Object.entries(dependencies)) packages[`node_modules/${name}`] = locked(name, version)
    for (const name of members) {
      const needs = name === 'dashboard' ? { 'tiny-screen': '1.0.0' } : {}
      const member = { name, version: '0.0.0', dependencies: needs }
      write(`${name}/package.json`, JSON.stringify(member))
      packages[name] = member
      packages[`node_modules/${name}`] = { resolved: name, link: true }
      for (const needed of Object.keys(needs)) packages[`node_modules/${needed}`] = locked(needed, '1.0.0')
    }
    packages['node_modules/tiny-dev'] = { ...locked('tiny-dev', '1.0.0'), dev: true }
    const scripts = { start: 'node scripts/launch.mjs start' }
    write('package.json', JSON.stringify({ ...about, type: 'module', scripts }))
    write('package-lock.json', JSON.stringify({ ...about, lockfileVersion: 3, requires: true, packages }))
  }
  lock({ tiny: '1.0.0' })
  write('src/main.ts', service)
  fs.cpSync(path.join(scripts, 'launch'), inProject('scripts/launch'), { recursive: true })
  fs.cpSync(path.join(scripts, 'launch.mjs'), inProject('scripts/launch.mjs'))
  const writePins = (lines: object) =>
    write('scripts/launch/node-pins.mjs', `export const pins = ${JSON.stringify(lines)}`)
  const pinned = ({ name, version }: { name: string; version: string }) => {
    const { integrity } = registry.distOf(name, version)
    return { name, version, integrity }
  }
  writePins(Object.fromEntries(Object.entries(pins).map(([system, line]) => [system, pinned(line)])))
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
    /** As the Node of the pretended system. */
    pin(name: string, version: string) {
      writePins({ 'linux-x64': pinned({ name, version }) })
    },
    addDashboard() {
      lock({ tiny: '1.0.0' }, registry.url, ['sdk', 'dashboard'])
      write('dashboard/index.html', '')
      write('scripts/build-dashboard.ts', build)
      write('scripts/build-service.ts', buildService)
    },
    /** Starts the service, waits for what it prints and then for what the launcher prints, and stops both. */
    async startUntil(ready: string, told?: string, options: LaunchOptions = {}) {
      const running = this.launch(['start'], options)
      await running.prints(ready)
      if (told !== undefined) await running.prints(told)
      running.child.kill('SIGTERM')
      return running.ended
    },
    /** The page of each build. */
    builds(): string[] {
      const folder = inProject('.runtime/dashboard')
      if (!fs.existsSync(folder)) return []
      const built = fs.readdirSync(folder).filter((name) => fs.existsSync(path.join(folder, name, 'index.html')))
      return built.map((name) => fs.readFileSync(path.join(folder, name, 'index.html'), 'utf8'))
    },
    /** A start says at once that it will build. */
    isPreparing(): boolean {
      const folder = inProject('.runtime/dashboard')
      return fs.existsSync(folder) && fs.readdirSync(folder).some((name) => name.endsWith('.json'))
    },
    /** The progress that the service shows meanwhile. */
    progress(): string {
      const folder = inProject('.runtime/dashboard')
      const [name = ''] = fs.readdirSync(folder).filter((one) => one.endsWith('.json'))
      return fs.readFileSync(path.join(folder, name), 'utf8')
    },
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

/**
 * A registry on loopback with a few packages and, for each system, a Node that runs the Node of the test. It can delay a
 * response, and serve another Node.
 */
async function openRegistry(folder: string) {
  const ran = path.join(folder, 'ran')
  const handOver = `#!/bin/sh\nexec "${process.execPath}" "$@"\n`
  const other = `#!/bin/sh\ntouch "${ran}"\n`
  const packNode = ({ name, version }: { name: string; version: string }, program = handOver) =>
    pack(folder, name, version, { 'bin/node': program, 'bin/node.exe': program })
  const nodes = [...Object.values(pins), { name: own.name, version: '24.99.0' }]
  const tarballs = new Map([
    ['tiny-1.0.0', pack(folder, 'tiny', '1.0.0')],
    ['tiny-2.0.0', pack(folder, 'tiny', '2.0.0')],
    ['tiny-screen-1.0.0', pack(folder, 'tiny-screen', '1.0.0')],
    ['tiny-dev-1.0.0', pack(folder, 'tiny-dev', '1.0.0')],
    ...nodes.map((node) => [`${node.name}-${node.version}`, packNode(node)] as const),
  ])
  const served = new Map(tarballs)
  const described = new Map(tarballs)
  let held: { asked: () => void; answers: ServerResponse[] } | undefined
  const server = createServer((request, response) => {
    const [, name = ''] = request.url?.match(/^\/files\/(.*)\.tgz$/) ?? []
    if (!name) return answer((request.url ?? '').slice(1), response)
    if (!held) return response.end(served.get(name))
    held.answers.push(response)
    held.asked()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  const url = `http://127.0.0.1:${address.port}`

  const distOf = (name: string, version: string, from = url) => {
    const integrity = integrityOf(tarballs.get(`${name}-${version}`))
    return { resolved: `${from}/files/${name}-${version}.tgz`, integrity }
  }
  const answer = (name: string, response: ServerResponse) => {
    const known = [...described.keys()].flatMap((key) => key.match(`^${name}-(\\d.*)$`)?.[1] ?? [])
    const versions = known.map((version) => {
      const dist = { ...distOf(name, version), integrity: integrityOf(described.get(`${name}-${version}`)) }
      return [version, { name, version, dist: { ...dist, tarball: dist.resolved } }]
    })
    if (known.length === 0) response.statusCode = 404
    response.end(
      JSON.stringify({ name, 'dist-tags': { latest: known.at(-1) }, versions: Object.fromEntries(versions) }),
    )
  }
  return {
    url,
    distOf,
    /** Serves another program as this Node, and, if it `isTold`, describes it. */
    replace(name: string, version: string, isTold: boolean) {
      for (const map of isTold ? [served, described] : [served])
        map.set(`${name}-${version}`, packNode({ name, version }, other))
    },
    restore() {
      for (const [key, tarball] of tarballs) for (const map of [served, described]) map.set(key, tarball)
    },
    /** Whether the other program was run. */
    hasRun: () => fs.existsSync(ran),
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

const integrityOf = (tarball: Buffer = Buffer.of()): string =>
  `sha512-${createHash('sha512').update(tarball).digest('base64')}`

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
    .filter((text) => !/^(Installing|Downloading) /.test(text))
  assert.match(line, sentence)
  for (const other of others) assert.match(other, /^npm (error|ERR!) (?!\s*at )/)
}
