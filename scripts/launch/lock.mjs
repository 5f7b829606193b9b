import fs from 'node:fs'
import path from 'node:path'
import { inRoot, makeFolder, say } from './root.mjs'

const LOCK_POLL_MS = 200
const lock = inRoot('.runtime', 'lock')
const me = String(process.pid)

/** Only one launcher at a time prepares the project. The lock is a folder with one entry, named after its holder. */
export async function alone(work) {
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
export function shareLock(pid) {
  makeFolder(path.join(lock, me, String(pid)))
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
