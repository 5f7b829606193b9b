#!/usr/bin/env node
// Starts the project from a fresh clone, on any Node from version 18. Makes sure that there is a Node that runs
// TypeScript, and the dependencies of package-lock.json. Then runs the service or one of the project's scripts.
// Uses default imports, and neither `?.` nor `??`, so that a Node that is too old can still print the error message.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { buildBeside, report, yieldToOthers } from './launch/beside.mjs'
import { build, dashboard, folderOf, isBuilt, service } from './launch/builds.mjs'
import { alone, shareLock } from './launch/lock.mjs'
import { pins } from './launch/node-pins.mjs'
import { inRoot, makeFolder, root, Stop, say } from './launch/root.mjs'
import { leaveLike, runToEnd } from './launch/run.mjs'

const NODE_MAJOR = 24
const OLDEST_MAJOR = 18
const GET_NODE = `Install Node ${NODE_MAJOR} or newer (npm comes with it) from https://nodejs.org, then try again.`
const SHOWN_OUTPUT_LINES = 12

const stamp = inRoot('node_modules', '.polypost-install')
// In the package of npm the sources are JavaScript, and npm has installed the dependencies.
const isPackage = !fs.existsSync(inRoot('src', 'main.ts'))
const thisNode = process.versions.node

const isWindows = process.platform === 'win32'
const pin = pins[`${process.platform}-${process.arch}`]
const nodeFolder = pin ? inRoot('.runtime', 'node_modules', pin.name) : undefined
const nodeFile = path.join('bin', isWindows ? 'node.exe' : 'node')

const majorOf = (version) => Number(version.split('.')[0])

/** Each level has the packages of those before it. */
const LEVELS = ['production', 'dashboard', 'full']
/** A list of the earlier packages; it exists while npm adds those of the dashboard. */
const earlier = inRoot('node_modules', '.polypost-before-dashboard')

async function main([command, ...rest]) {
  if (majorOf(thisNode) < OLDEST_MAJOR) throw new Stop(`Polypost cannot start on Node ${thisNode}. ${GET_NODE}`)
  const isScript = command === 'run'
  if (isScript && !rest.length) throw new Stop('`run` needs a file of the project. Example: `run scripts/test.ts`.')
  const level = isScript ? 'full' : 'production'
  if (!findNode() || !isInstalled(level)) await alone(() => prepare(level))
  const node = findNode()
  useNode(node)
  if (command === 'build' && !isPackage) return buildAll(rest[0])
  const built = isPackage ? root : isScript ? undefined : folderOf(service)
  const isServiceBuilt = built && isBuilt(service, built)
  const isServing = ['start', 'api'].includes(command) && !rest.length && !isPackage
  const stopBuilding = isServing ? buildBeside(!isServiceBuilt && isInstalled('dashboard')) : undefined
  const main = isServiceBuilt ? path.join(built, service.entry) : 'src/main.ts'
  const [file, ...args] = isScript ? rest : [main, ...process.argv.slice(2)]
  // Node 24.0 to 24.11 warn at every start that type stripping and SQLite are experimental. The service collects garbage
  // once, after its start.
  const settings = ['--disable-warning=ExperimentalWarning']
  if (!isScript && !isPackage && fs.existsSync(inRoot('.env'))) settings.push(`--env-file=${inRoot('.env')}`)
  const options = isScript ? settings : [...settings, '--expose-gc']
  const end = await runToEnd(node, [...options, path.resolve(root, file), ...args], { stdio: 'inherit' })
  if (stopBuilding) await stopBuilding()
  leaveLike(end)
}

/** Builds the dashboard, with its packages, and the service, unless that was done for these sources. */
async function buildAll(dashboardFolder = folderOf(dashboard)) {
  yieldToOthers()
  await alone(() => buildDashboard(dashboardFolder))
  await alone(buildService)
}

async function buildDashboard(folder) {
  if (isBuilt(dashboard, folder)) return
  try {
    report(folder, { step: 'installing' })
    await addDashboardPackages()
    report(folder, { step: 'building' })
    await build(dashboard, folder, findNode())
    say(`The dashboard is built in ${folder}`)
  } catch (error) {
    const why = explainError(error)
    report(folder, { step: 'failed', why })
    throw new Stop(why)
  }
}

/** Its bundler is a package of the dashboard. */
async function buildService() {
  const folder = folderOf(service)
  if (isBuilt(service, folder)) return
  await addDashboardPackages()
  await build(service, folder, findNode())
}

async function prepare(level) {
  if (!findNode()) await fetchNode()
  useNode(findNode())
  if (!isInstalled(level)) await installDependencies(level)
}

function findNode() {
  if (majorOf(thisNode) >= NODE_MAJOR) return process.execPath
  if (!pin) return undefined
  const description = path.join(nodeFolder, 'package.json')
  if (!fs.existsSync(description)) return undefined
  const { version } = JSON.parse(fs.readFileSync(description, 'utf8'))
  return version === pin.version ? path.join(nodeFolder, nodeFile) : undefined
}

/** Downloads into another folder and moves the result with one rename, so that an existing Node is complete. */
async function fetchNode() {
  const need = `Polypost needs Node ${NODE_MAJOR} or newer, and this is Node ${thisNode}`
  const here = `${process.platform}-${process.arch}${hasGlibc() ? '' : ' without glibc'}`
  if (!pins[here]) throw new Stop(`${need}. There is no download for ${here}. ${GET_NODE}`)
  const { name, version, integrity } = pin
  say(`Downloading Node ${version} into .runtime, because this is Node ${thisNode} (first start only) …`)
  const incoming = inRoot('.runtime', 'incoming')
  fs.rmSync(incoming, { recursive: true, force: true })
  makeFolder(incoming)
  const dependencies = { [name]: version }
  // Without `resolved`, so that npm takes it from the registry that its settings name. It compares what it gets with this.
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } }
  fs.writeFileSync(path.join(incoming, 'package.json'), JSON.stringify({ dependencies }))
  fs.writeFileSync(path.join(incoming, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  const missing = `npm has no ${name}@${version} (a private mirror?). ${GET_NODE}`
  await npm(process.execPath, ['ci', '--prefix', '.runtime/incoming', '--ignore-scripts'], {
    EINTEGRITY: `The Node that npm served is not the one that this version of Polypost was tested with. Nothing was run. ${GET_NODE}`,
    ETARGET: missing,
    E404: missing,
  })
  // On a full disk, npm 11 exits with 0 and an incomplete file. In a noexec folder nothing runs.
  const tried = spawnSync(path.join(incoming, 'node_modules', name, nodeFile), ['--version'])
  if (tried.status !== 0) {
    throw new Stop(`${need}. The downloaded Node does not run (full disk? noexec folder? old glibc?). ${GET_NODE}`)
  }
  fs.rmSync(inRoot('.runtime', 'node_modules'), { recursive: true, force: true })
  fs.renameSync(path.join(incoming, 'node_modules'), inRoot('.runtime', 'node_modules'))
  fs.rmSync(incoming, { recursive: true })
}

/** The downloads for Linux need it, and for example Alpine has musl. */
const hasGlibc = () => process.platform !== 'linux' || Boolean(process.report.getReport().header.glibcVersionRuntime)

/** Sets the environment of all child processes, so that `node` and the project's tools use the same Node. */
function useNode(node) {
  const { env } = process
  env.PATH = [path.dirname(node), inRoot('node_modules', '.bin'), env.PATH].filter(Boolean).join(path.delimiter)
  // These threads resolve the host names of webhooks and platforms. A slow lookup must not delay the others.
  env.UV_THREADPOOL_SIZE = env.UV_THREADPOOL_SIZE || '32'
  // For glibc, see docs/operate/memory.md: otherwise each of these threads keeps memory for itself that it used once.
  env.MALLOC_ARENA_MAX = env.MALLOC_ARENA_MAX || '2'
  env.MALLOC_MMAP_THRESHOLD_ = env.MALLOC_MMAP_THRESHOLD_ || '262144'
  env.NODE_COMPILE_CACHE = env.NODE_COMPILE_CACHE || inRoot('.runtime', 'compile-cache')
  // Native modules must be compiled with the headers of the Node that loads them.
  if (nodeFolder && node === path.join(nodeFolder, nodeFile)) env.npm_config_nodedir = nodeFolder
}

/** Includes the platform, because a folder may move between systems, for example into a container. */
function stampFor(level) {
  const file = inRoot('package-lock.json')
  if (!fs.existsSync(file)) throw new Stop(`${file} is missing: \`git checkout package-lock.json\` restores it.`)
  const hash = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
  return `${level} ${process.platform}-${process.arch} ${hash}`
}

function isInstalled(level) {
  if (isPackage) return true
  const found = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : ''
  return LEVELS.slice(LEVELS.indexOf(level)).some((one) => found === stampFor(one))
}

async function installDependencies(level) {
  say(`Installing dependencies (${fs.existsSync(stamp) ? 'they changed' : 'first start only'}) …`)
  // `npm ci` empties node_modules. If packages only need to be added, a running service keeps its files.
  const command = isInstalled('production') ? ['install', '--no-save'] : ['ci']
  const kinds = level === 'full' ? ['--include=dev'] : ['--omit=dev', ...withoutDashboard()]
  const done = stampFor(level)
  fs.rmSync(stamp, { force: true })
  await npm(findNode(), [...command, '--prefix', '.', '--include=optional', ...kinds])
  makeFolder(path.dirname(stamp))
  fs.writeFileSync(stamp, done)
}

const withoutDashboard = () =>
  fs.existsSync(inRoot('dashboard')) ? ['--workspace=sdk', '--include-workspace-root'] : []

/** The stamp stays meanwhile: what the service needs is complete, also if this fails. */
async function addDashboardPackages() {
  if (isInstalled('dashboard')) return
  const done = stampFor('dashboard')
  removeUnfinished()
  fs.copyFileSync(inRoot('node_modules', '.package-lock.json'), earlier)
  await npm(findNode(), ['install', '--no-save', '--prefix', '.', '--include=optional', '--omit=dev'])
  fs.writeFileSync(stamp, done)
  fs.rmSync(earlier)
}

/** A killed npm leaves packages that are not complete, and the next npm would keep them. */
function removeUnfinished() {
  if (!fs.existsSync(earlier)) return
  const packagesOf = (file) => JSON.parse(fs.readFileSync(file, 'utf8')).packages
  const before = packagesOf(earlier)
  const added = Object.keys(packagesOf(inRoot('package-lock.json'))).filter(
    (name) => name.startsWith('node_modules/') && !before[name],
  )
  for (const name of added) fs.rmSync(inRoot(name), { recursive: true, force: true })
}

/** `meanings`: what codes of npm mean for this call. */
async function npm(node, args, meanings = {}) {
  const cli = process.env.npm_execpath || ''
  const isKnown = /[/\\]npm-cli\.js$/.test(cli)
  const [file, ...first] = isKnown ? [node, cli] : ['npm']
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=error']
  // On Windows npm is a .cmd file, which only a shell can start.
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: !isKnown && isWindows }
  const end = await runToEnd(file, [...first, ...args, ...quiet], options, shareLock)
  if (end.asked) leaveLike({ signal: end.asked })
  if (end.code !== 0) throw npmStop(end.output, meanings)
}

function npmStop(output, meanings) {
  const word = (name) => (output.match(new RegExp(`^npm (?:error|ERR!) ${name} (\\S.*)$`, 'm')) || [])[1]
  const known = meanings[word('code')] || explain(word('code'), word('path'))
  // If the cause is known, only the lines of npm's output that name the place.
  const isTelling = (line) => !known || / (request to|path|Missing:|Invalid:) /.test(line)
  const lines = output.trim().split('\n').filter(isTelling).slice(-SHOWN_OUTPUT_LINES)
  return new Stop([known || 'npm failed with this output. Fix the problem, then try again.', ...lines].join('\n'))
}

function explain(code, place = root) {
  const is = (codes) => codes.split(' ').includes(code)
  if (is('ENOTFOUND EAI_AGAIN ECONNREFUSED ECONNRESET ETIMEDOUT ERR_SOCKET_TIMEOUT EHOSTUNREACH ENETUNREACH')) {
    return `npm's registry is unreachable (${code}): check the network and npm's proxy settings, then try again.`
  }
  if (is('EACCES EPERM EROFS'))
    return `Cannot write to ${place} (${code}): change its owner, or start Polypost as its owner.`
  if (is('ENOSPC EDQUOT')) return `The disk is full (${code}): free about 500 MB for ${root}, then try again.`
  if (is('EUSAGE')) return 'package-lock.json does not match package.json: run `npm install`, then try again.'
  return undefined
}

function explainError(error) {
  const known = error instanceof Stop ? error.message : explain(error.code, error.path)
  const notRun = /^spawn/.test(error.syscall) ? `Cannot run ${error.path} (${error.code}). ${GET_NODE}` : undefined
  return notRun || known || `Polypost could not start: ${error.message}`
}

main(process.argv.slice(2)).catch((error) => {
  say(explainError(error))
  process.exitCode = 1
})
