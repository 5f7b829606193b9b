import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A folder with a package.json and a lock file of its own. */
export interface PackageFolder {
  /** Also the name of the folder in which its packages are prepared. */
  readonly name: string
  readonly home: URL
  /** For the error message if they cannot be installed. */
  readonly title: string
}

interface Folders {
  readonly home: string
  readonly modules: string
  readonly workshop: string
}

const stamp = '.polypost-install'
const descriptions = ['package.json', 'package-lock.json']
const lockPause = 200 // milliseconds
const shownOutput = 4_000 // characters

/** Installs the folder's packages, unless they match its lock file already. Runs none of their scripts. */
export async function installPackages({ name, home, title }: PackageFolder): Promise<void> {
  const folder = fileURLToPath(home)
  const folders = {
    home: folder,
    modules: join(folder, 'node_modules'),
    // On the same disk, so that one rename puts the result into its place.
    workshop: fileURLToPath(new URL(`../.runtime/${name}`, import.meta.url)),
  }
  if (isInstalled(folders)) return
  mkdirSync(folders.workshop, { recursive: true })
  const unlock = await takeLock(folders)
  try {
    if (!isInstalled(folders)) await install(folders, title)
  } finally {
    unlock()
  }
}

/** The same on every system and with every Node version. */
function wanted({ home }: Folders): string {
  const hash = createHash('sha256')
  for (const name of descriptions) hash.update(readFileSync(join(home, name)))
  return hash.digest('hex')
}

function isInstalled(folders: Folders): boolean {
  const file = join(folders.modules, stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === wanted(folders)
}

/** Several processes may need it at once. The lock of the database also ends if its process is killed. */
async function takeLock({ workshop }: Folders): Promise<() => void> {
  const lock = new DatabaseSync(join(workshop, 'lock'))
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE')
      return () => lock.close()
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('locked'))) throw error
      await sleep(lockPause)
    }
  }
}

/** Prepared in a new folder each time, because an npm that survived its killed parent may still be writing to the old one. */
async function install(folders: Folders, title: string): Promise<void> {
  const { home, modules, workshop } = folders
  const old = readdirSync(workshop).filter((name) => name.startsWith('incoming-'))
  for (const name of old) rmSync(join(workshop, name), { recursive: true, force: true })
  const incoming = mkdtempSync(join(workshop, 'incoming-'))
  for (const name of descriptions) copyFileSync(join(home, name), join(incoming, name))
  await npmCi(incoming, title)
  writeFileSync(join(incoming, 'node_modules', stamp), wanted(folders))
  rmSync(modules, { recursive: true, force: true })
  renameSync(join(incoming, 'node_modules'), modules)
  rmSync(incoming, { recursive: true })
}

async function npmCi(folder: string, title: string): Promise<void> {
  const args = [
    'ci',
    '--prefix',
    '.',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ]
  const child = spawn('npm', args, {
    cwd: folder,
    env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows npm is a .cmd file, which only a shell can start.
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`Cannot install the packages of ${title}:\n${output.slice(-shownOutput)}`)
}
