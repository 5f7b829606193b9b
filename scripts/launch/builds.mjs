import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { inRoot, Stop } from './root.mjs'
import { leaveLike, runToEnd } from './run.mjs'

const notSources = ['node_modules', 'dist']
/** A process that still runs loads parts of its build later. */
const keptBuilds = 3

/** The dashboard, which a checkout builds beside the service that already runs. */
export const dashboard = {
  builds: inRoot('.runtime', 'dashboard'),
  sources: ['dashboard', 'sdk/package.json', 'sdk/src', 'package-lock.json', 'scripts/build-dashboard.ts'],
  script: inRoot('scripts', 'build-dashboard.ts'),
  entry: 'index.html',
  // A copy of the checkout must not build it again, which needs much memory.
  fingerprint: (file) => fs.readFileSync(file),
}

/** The service in a few files: it starts in half the time that more than a thousand files take. */
export const service = {
  builds: inRoot('.runtime', 'service'),
  sources: ['src', 'sdk/package.json', 'sdk/src', 'package.json', 'package-lock.json', 'scripts/bundle.ts'],
  script: inRoot('scripts', 'build-service.ts'),
  entry: 'src/main.js',
  // To read all files would cost every start more time.
  fingerprint: (file) => {
    const { size, mtimeMs } = fs.statSync(file)
    return `${size} ${mtimeMs}`
  },
}

/** The folder of the build of the present sources. Other sources have another folder. */
export function folderOf({ builds, sources, fingerprint }) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((name) => filesIn(inRoot(name)))) {
    hash.update(`${path.relative(inRoot(), file)}\n`)
    hash.update(fingerprint(file))
  }
  return path.join(builds, hash.digest('hex').slice(0, 16))
}

function filesIn(place) {
  if (!fs.existsSync(place)) return []
  if (!fs.statSync(place).isDirectory()) return [place]
  // Editors keep files with a dot while they are open, and links that lead nowhere.
  const names = fs.readdirSync(place).filter((name) => !name.startsWith('.') && !notSources.includes(name))
  return names.sort().flatMap((name) => filesIn(path.join(place, name)))
}

export const isBuilt = ({ entry }, folder) => fs.existsSync(path.join(folder, entry))

/** Builds into another folder and moves the result with one rename, so that an existing build is complete. */
export async function build({ builds, script, entry }, folder, node) {
  const incoming = `${folder}.incoming`
  fs.rmSync(incoming, { recursive: true, force: true })
  const env = { ...process.env, NO_COLOR: '1' }
  const end = await runToEnd(node, [script, incoming], { cwd: inRoot(), env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (end.asked) leaveLike({ signal: end.asked })
  if (end.code !== 0) throw new Stop(whyNotBuilt(end))
  for (const file of filesIn(incoming)) toDisk(file)
  fs.renameSync(incoming, folder)
  const ageOf = (name) => fs.statSync(path.join(builds, name, entry)).mtimeMs
  const complete = fs.readdirSync(builds).filter((name) => isBuilt({ entry }, path.join(builds, name)))
  const staying = complete
    .filter((name) => !name.endsWith('.incoming'))
    .sort((a, b) => ageOf(b) - ageOf(a))
    .slice(0, keptBuilds)
  const others = fs.readdirSync(builds).filter((name) => !staying.includes(name))
  for (const name of others) fs.rmSync(path.join(builds, name), { recursive: true, force: true })
}

/** After a power failure, a renamed folder could have empty files. */
function toDisk(file) {
  const handle = fs.openSync(file, 'r+')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

function whyNotBuilt({ output, signal }) {
  if (signal === 'SIGKILL' || /heap out of memory|ENOMEM/.test(output))
    return 'The build needs about 500 MB of memory, and the system ended it. Build on a larger machine (docs/operate/dashboard.md).'
  if (/ENOSPC|EDQUOT/.test(output)) return 'The disk is full: free about 200 MB, then try again.'
  const lines = output.trim().split('\n')
  return `The build failed: ${lines.find((line) => /\[[A-Z_]+\]|Error: /.test(line)) || lines[0]}`
}
