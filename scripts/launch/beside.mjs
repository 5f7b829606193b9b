import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { dashboard, folderOf, isBuilt } from './builds.mjs'
import { inRoot, makeFolder, say } from './root.mjs'

/** The service starts first. */
const HEAD_START_MS = 2000
const LONGEST_STOP_MS = 1000
const LOW_PRIORITY = 10

const launcher = fileURLToPath(new URL('../launch.mjs', import.meta.url))

/** The service shows it to people who open the dashboard too early. */
export function report(folder, progress) {
  const { builds } = dashboard
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

/**
 * Builds what is missing in another process while the service runs: the dashboard, and the service for the next start if it
 * can be. Returns how to stop that.
 */
export function buildBeside(withService) {
  if (process.env.POLYPOST_DASHBOARD === 'off' || process.env.POLYPOST_DASHBOARD_DIR) return undefined
  if (!fs.existsSync(inRoot('dashboard', 'index.html'))) return undefined
  const folder = folderOf(dashboard)
  process.env.POLYPOST_DASHBOARD_DIR = folder
  const isDashboardBuilt = isBuilt(dashboard, folder)
  if (isDashboardBuilt && !withService) return undefined
  if (!isDashboardBuilt) report(folder, { step: 'waiting' })
  let ended = Promise.resolve()
  let child
  const timer = setTimeout(() => {
    child = spawn(process.execPath, [launcher, 'build', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
    ended = atEnd(child, (code, output) => {
      const wasStopped = code === null
      if (isDashboardBuilt || wasStopped) return
      if (isBuilt(dashboard, folder)) say(`The dashboard is ready: ${address()}`)
      else if (code) say(`The API works, and the dashboard is not ready. ${reasonIn(output)}`)
    })
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
function atEnd(child, tell) {
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  return new Promise((resolve) => {
    child.on('error', resolve)
    child.on('close', (code) => {
      tell(code, output)
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
