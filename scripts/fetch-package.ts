import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface FetchedPackage {
  readonly name: string
  readonly version: string
  /** For the line that names the package while it is downloaded. */
  readonly title: string
  /** Packages that it needs in a version that npm would not choose, such as `typescript@5.9`. */
  readonly beside?: readonly string[]
  /** Works on the package's folder, before any other process can see it. */
  readonly prepare?: (folder: string) => void
}

const runtime = fileURLToPath(new URL('../.runtime', import.meta.url))
const shownOutput = 2_000 // characters
const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']

/**
 * Installs an npm package in .runtime, unless it is already there, and returns its folder. Each package has its own
 * folder, because npm removes packages that a command does not name.
 */
export function fetchPackage({ name, version, title, beside = [], prepare = () => {} }: FetchedPackage): string {
  const home = join(runtime, 'fetched', `${name.replace('/', '+')}@${version}`)
  const folderIn = (folder: string) => join(folder, 'node_modules', name)
  if (existsSync(home)) return folderIn(home)

  console.log(`Downloading ${title} for the tests (first time only) …`)
  mkdirSync(dirname(home), { recursive: true })
  const incoming = mkdtempSync(join(dirname(home), 'incoming-'))
  try {
    const { status, stdout, stderr, error } = spawnSync(
      'npm',
      ['install', '--prefix', '.', `${name}@${version}`, ...beside, ...quiet],
      {
        cwd: incoming,
        encoding: 'utf8',
        env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
        // There npm is a .cmd file, which only a shell starts.
        shell: process.platform === 'win32',
      },
    )
    if (status !== 0)
      throw new Error(
        `npm could not download ${name}: ${error?.message ?? `${stdout}${stderr}`.slice(-shownOutput).trim()}`,
      )
    prepare(folderIn(incoming))
    moveInto(incoming, home)
  } finally {
    rmSync(incoming, { recursive: true, force: true })
  }
  return folderIn(home)
}

/** Another process may have fetched the same in the meantime. */
function moveInto(incoming: string, home: string): void {
  try {
    renameSync(incoming, home)
  } catch (error) {
    if (!existsSync(home)) throw error
  }
}
