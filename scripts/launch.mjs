#!/usr/bin/env node
// Starts the project from a fresh clone, on any Node from version 18. Makes sure that there is a Node that runs
// TypeScript, and the dependencies of package-lock.json. Then runs the service or one of the project's scripts.
// Uses default imports, and neither `?.` nor `??`, so that a Node that is too old can still print the error message.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import tty from 'node:tty'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
const OLDEST_MAJOR = 18
const GET_NODE = `install Node ${NODE_MAJOR} (npm comes with it) from https://nodejs.org/en/download, then try again.`
const LOCK_POLL_MS = 200
const ORPHAN_POLL_MS = 500
const KEPT_OUTPUT_CHARS = 20000
const SHOWN_OUTPUT_LINES = 12

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...names) => path.join(root, ...names)
const lock = inRoot('.runtime', 'lock')
const stamp = inRoot('node_modules', '.polypost-install')
// In the package of npm the sources are JavaScript, and npm has installed the dependencies.
const isPackage = !fs.existsSync(inRoot('src', 'main.ts'))
const me = String(process.pid)
const thisNode = process.versions.node

const system = { linux: 'linux', darwin: 'darwin', win32: 'win' }[process.platform]
const nodePackage = `node-${system}-${process.arch}`
const nodeFolder = inRoot('.runtime', 'node_modules', nodePackage)
const nodeFile = path.join('bin', system === 'win' ? 'node.exe' : 'node')

const say = (line) => process.stderr.write(`${line}\n`)
const majorOf = (version) => Number(version.split('.')[0])

/** A problem that a person can fix, described in one sentence. */
class Stop extends Error {}

async function main([command, ...rest]) {
  if (majorOf(thisNode) < OLDEST_MAJOR) throw new Stop(`Polypost cannot start on Node ${thisNode}: ${GET_NODE}`)
  const isScript = command === 'run'
  if (isScript && !rest.length) throw new Stop('`run` needs a file of the project. Example: `run scripts/test.ts`.')
  const level = isScript ? 'full' : 'production'
  if (!findNode() || !isInstalled(level)) await alone(() => prepare(level))
  const node = findNode()
  useNode(node)
  const main = isPackage ? 'src/main.js' : 'src/main.ts'
  const [file, ...args] = isScript ? rest : [main, ...process.argv.slice(2)]
  // Node 24.0 to 24.11 warn at every start that type stripping and SQLite are experimental. A smaller space for new
  // objects saves 10 MB at rest and 40 MB under load, and costs no measurable speed.
  const options = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4']
  leaveLike(await runToEnd(node, [...options, path.resolve(root, file), ...args], { stdio: 'inherit' }))
}

async function prepare(level) {
  if (!findNode()) await fetchNode()
  useNode(findNode())
  if (!isInstalled(level)) await installDependencies(level)
}

function findNode() {
  if (majorOf(thisNode) >= NODE_MAJOR) return process.execPath
  const description = path.join(nodeFolder, 'package.json')
  if (!fs.existsSync(description)) return undefined
  const { version } = JSON.parse(fs.readFileSync(description, 'utf8'))
  return majorOf(version) >= NODE_MAJOR ? path.join(nodeFolder, nodeFile) : undefined
}

/** Downloads into another folder and moves the result with one rename, so that an existing Node is complete. */
async function fetchNode() {
  const need = `Polypost needs Node ${NODE_MAJOR} or newer, and this is Node ${thisNode}`
  if (!system || !/^(x64|arm64)$/.test(process.arch)) {
    throw new Stop(`${need}. There is no download for ${process.platform}-${process.arch}: ${GET_NODE}`)
  }
  say(`Downloading Node ${NODE_MAJOR} into .runtime, because this is Node ${thisNode} (first start only) …`)
  const incoming = inRoot('.runtime', 'incoming')
  fs.rmSync(incoming, { recursive: true, force: true })
  makeFolder(incoming)
  const wanted = `${nodePackage}@${NODE_MAJOR}`
  await npm(process.execPath, ['install', wanted, '--prefix', '.runtime/incoming', '--no-save', '--ignore-scripts'])
  // On a full disk, npm 11 exits with 0 and an incomplete file. A musl system or a noexec folder cannot run any file.
  const tried = spawnSync(path.join(incoming, 'node_modules', nodePackage, nodeFile), ['--version'])
  if (tried.status !== 0) {
    throw new Stop(`${need}. The downloaded Node does not run (full disk? noexec folder? no glibc?): ${GET_NODE}`)
  }
  fs.rmSync(inRoot('.runtime', 'node_modules'), { recursive: true, force: true })
  fs.renameSync(path.join(incoming, 'node_modules'), inRoot('.runtime', 'node_modules'))
  fs.rmSync(incoming, { recursive: true })
}

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
  if (node === path.join(nodeFolder, nodeFile)) env.npm_config_nodedir = nodeFolder
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
  return found === stampFor('full') || found === stampFor(level)
}

async function installDependencies(level) {
  say(`Installing dependencies (${fs.existsSync(stamp) ? 'they changed' : 'first start only'}) …`)
  // `npm ci` empties node_modules. If packages only need to be added, a running service keeps its files.
  const command = isInstalled('production') ? ['install', '--no-save'] : ['ci']
  const kinds = [level === 'full' ? '--include=dev' : '--omit=dev', '--include=optional']
  const done = stampFor(level)
  fs.rmSync(stamp, { force: true })
  await npm(findNode(), [...command, '--prefix', '.', ...kinds])
  makeFolder(path.dirname(stamp))
  fs.writeFileSync(stamp, done)
}

async function npm(node, args) {
  const cli = process.env.npm_execpath || ''
  const isKnown = /[/\\]npm-cli\.js$/.test(cli)
  const [file, ...first] = isKnown ? [node, cli] : ['npm']
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=error']
  // On Windows npm is a .cmd file, which only a shell can start.
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: !isKnown && system === 'win' }
  const end = await runToEnd(file, [...first, ...args, ...quiet], options, shareLock)
  if (end.asked) leaveLike({ signal: end.asked })
  if (end.code !== 0) throw npmStop(end.output)
}

function npmStop(output) {
  const word = (name) => (output.match(new RegExp(`^npm (?:error|ERR!) ${name} (\\S.*)$`, 'm')) || [])[1]
  const known = explain(word('code'), word('path'))
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

/** Runs a program to its end. Signals that arrive in the meantime are passed to the program. */
function runToEnd(file, args, options, started = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, options)
    const end = { output: '' }
    const pass = (signal) => {
      end.asked = signal
      // A terminal has already sent its Ctrl-C to the whole process group.
      if (signal !== 'SIGINT' || !tty.isatty(0)) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    const parent = process.ppid
    // npm sends SIGTERM only to its shell, which ends. All that this process sees is that its parent has changed.
    const watch = setInterval(() => {
      if (process.env.npm_lifecycle_event && process.ppid !== parent && !end.asked) pass('SIGTERM')
    }, ORPHAN_POLL_MS)
    for (const stream of [child.stdout, child.stderr].filter(Boolean)) {
      stream.setEncoding('utf8').on('data', (text) => {
        end.output = (end.output + text).slice(-KEPT_OUTPUT_CHARS)
      })
    }
    child.on('spawn', () => started(child.pid))
    child.on('error', (error) => {
      clearInterval(watch)
      reject(error)
    })
    child.on('close', (code, signal) => {
      clearInterval(watch)
      for (const name of signals) process.off(name, pass)
      resolve({ ...end, code, signal })
    })
  })
}

function leaveLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code
}

/** Only one launcher at a time prepares the project. The lock is a folder with one entry, named after its holder. */
async function alone(work) {
  makeFolder(path.dirname(lock))
  let told = ''
  for (let holder = takeLock(); holder !== me; holder = takeLock()) {
    if (holder !== told)
      say(`Waiting for process ${holder}, which is installing (if it is not running, delete ${lock}) …`)
    told = holder
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS))
  }
  try {
    await work()
  } finally {
    fs.renameSync(lock, `${lock}.${me}`)
    fs.rmSync(`${lock}.${me}`, { recursive: true })
  }
}

/** Returns the holder. Taking a free lock, and taking over the lock of a dead process, are single renames: one wins. */
function takeLock() {
  const made = `${lock}.${me}`
  makeFolder(made)
  makeFolder(path.join(made, me))
  if (rename(made, lock)) return me
  fs.rmSync(made, { recursive: true })
  const [holder = ''] = namesIn(lock)
  const isHeld = [holder, ...namesIn(path.join(lock, holder))].some(isAlive)
  return !isHeld && holder && rename(path.join(lock, holder), path.join(lock, me)) ? me : holder
}

/** An npm that survives its launcher is still writing, so it holds the lock too. */
function shareLock(pid) {
  makeFolder(path.join(lock, me, String(pid)))
}

/** Not `recursive`, which reports a read-only file system as a missing file. */
function makeFolder(folder) {
  try {
    fs.mkdirSync(folder)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}

function rename(from, to) {
  try {
    fs.renameSync(from, to)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOENT'].includes(error.code)) return false
    throw error
  }
}

function namesIn(folder) {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

/** An entry with our own process ID is from before a restart that counted from one again, as in a container. */
function isAlive(pid) {
  try {
    return pid !== me && process.kill(Number(pid), 0) && !isZombie(pid)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** If process 1 does not collect dead processes, as in many containers, they keep their IDs. */
function isZombie(pid) {
  const state = `/proc/${pid}/stat`
  return fs.existsSync(state) && fs.readFileSync(state, 'utf8').includes(') Z ')
}

main(process.argv.slice(2)).catch((error) => {
  const known = error instanceof Stop ? error.message : explain(error.code, error.path)
  const notRun = /^spawn/.test(error.syscall) ? `Cannot run ${error.path} (${error.code}): ${GET_NODE}` : undefined
  say(notRun || known || `Polypost could not start: ${error.message}`)
  process.exitCode = 1
})
