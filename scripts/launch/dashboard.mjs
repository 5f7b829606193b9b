import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inRoot, makeFolder, Stop, say } from './place.mjs'
import { leaveLike, runToEnd } from './run.mjs'

/** The service starts first. */
const HEAD_START_MS = 2000
const LONGEST_STOP_MS = 1000
const LOW_PRIORITY = 10

const launcher = fileURLToPath(new URL('../launch.mjs', import.meta.url))
const builds = inRoot('.runtime', 'dashboard')
/** What the result depends on. */
const sources = ['dashboard', 'sdk/package.json', 'sdk/src', 'package-lock.json', 'scripts/build-dashboard.ts']
const notSources = ['node_modules', 'dist']

/** The folder of the build of these sources. Other sources have another folder. */
export function dashboardFolder() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((name) => filesIn(inRoot(name)))) {
    hash.update(`${path.relative(inRoot(), file)}\n`)
    hash.update(fs.readFileSync(file))
  }
  return path.join(builds, hash.digest('hex').slice(0, 16))
}

function filesIn(place) {
  if (!fs.existsSync(place)) return []
  if (!fs.statSync(place).isDirectory()) return [place]
  const names = fs.readdirSync(place).sort()
  return names.flatMap((name) => (notSources.includes(name) ? [] : filesIn(path.join(place, name))))
}

export const isBuilt = (folder) => fs.existsSync(path.join(folder, 'index.html'))

/** The service shows it to people who open the dashboard too early. */
export function report(folder, progress) {
  try {
    for (const place of [path.dirname(builds), builds]) makeFolder(place)
    fs.writeFileSync(`${folder}.json`, JSON.stringify(progress))
  } catch {
    // Where nothing can be written, the preparation fails too, and says why.
  }
}

/** The service matters more: it gets the processor first, and the system ends this process before it. */
export function yieldToOthers() {
  os.setPriority(LOW_PRIORITY)
  if (process.platform === 'linux') fs.writeFileSync('/proc/self/oom_score_adj', '1000')
}

/** Builds into another folder and moves the result with one rename, so that an existing build is complete. */
export async function buildDashboard(node, folder) {
  const incoming = `${folder}.incoming`
  fs.rmSync(incoming, { recursive: true, force: true })
  const args = [inRoot('scripts', 'build-dashboard.ts'), incoming]
  const env = { ...process.env, NO_COLOR: '1' }
  const end = await runToEnd(node, args, { cwd: inRoot(), env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (end.asked) leaveLike({ signal: end.asked })
  if (end.code !== 0) throw new Stop(whyNotBuilt(end))
  fs.renameSync(incoming, folder)
  const others = fs.readdirSync(builds).filter((name) => name !== path.basename(folder))
  for (const name of others) fs.rmSync(path.join(builds, name), { recursive: true, force: true })
}

function whyNotBuilt({ output, signal }) {
  if (signal === 'SIGKILL' || /heap out of memory|ENOMEM/.test(output))
    return 'The build needs about 500 MB of memory, and the system ended it. Build on a larger machine (docs/operate/dashboard.md).'
  if (/ENOSPC|EDQUOT/.test(output)) return 'The disk is full: free about 200 MB, then try again.'
  const lines = output.trim().split('\n')
  return `The build failed: ${lines.find((line) => /\[[A-Z_]+\]|Error: /.test(line)) || lines[0]}`
}

/** Prepares the dashboard in another process while the service runs. Returns how to stop that. */
export function prepareBeside() {
  if (process.env.POLYPOST_DASHBOARD === 'off' || process.env.POLYPOST_DASHBOARD_DIR) return undefined
  if (!fs.existsSync(inRoot('dashboard', 'index.html'))) return undefined
  const folder = dashboardFolder()
  process.env.POLYPOST_DASHBOARD_DIR = folder
  if (isBuilt(folder)) return undefined
  report(folder, { step: 'waiting' })
  let ended = Promise.resolve()
  let child
  const timer = setTimeout(() => {
    child = spawn(process.execPath, [launcher, 'dashboard', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
    ended = tellEnd(child)
  }, HEAD_START_MS)
  return () => {
    clearTimeout(timer)
    return child ? stop(child, ended) : undefined
  }
}

/** An npm that waits for its registry ends later by itself. Until then it holds the lock. */
async function stop(child, ended) {
  child.kill()
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LONGEST_STOP_MS))])
  child.stderr.destroy()
  child.unref()
}

/** Only the end is worth a line among those of the service. */
function tellEnd(child) {
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  return new Promise((resolve) => {
    child.on('error', resolve)
    child.on('close', (code) => {
      if (code === 0) say(`The dashboard is ready: ${address()}`)
      if (code) say(`The API works, and the dashboard is not ready. ${reasonIn(output)}`)
      resolve()
    })
  })
}

const reasonIn = (output) =>
  output
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('Waiting for'))
    .slice(0, 2)
    .join(' ')

/** As the service finds it out. */
function address() {
  const { POLYPOST_PUBLIC_URL, HOST, PORT } = process.env
  return POLYPOST_PUBLIC_URL || `http://${HOST || '127.0.0.1'}:${PORT || 4000}`
}
