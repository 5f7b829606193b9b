import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchesAll } from './test-settings.ts'

/** Programs that the distribution has, and that tests start. */
const titles = { pgbouncer: 'PgBouncer', nginx: 'nginx', caddy: 'Caddy' }
type Name = keyof typeof titles

export interface TestProgram {
  readonly file: string
  /** Variables that its environment needs beyond ours. */
  readonly env: Readonly<Record<string, string>>
}

const usual = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
const runtime = fileURLToPath(new URL('../.runtime', import.meta.url))
const shownOutput = 2_000 // characters

/** The one that a variable such as `PGBOUNCER` names, else an installed one, else the distribution's, unpacked in .runtime. */
export function findProgram(name: Name): TestProgram {
  const candidates = [process.env[name.toUpperCase()] ?? '', ...usual.map((folder) => join(folder, name))]
  const installed = candidates.find((file) => file !== '' && existsSync(file))
  if (installed !== undefined && !fetchesAll()) return { file: installed, env: {} }
  const home = join(runtime, name)
  if (!existsSync(home)) fetchProgram(name, home)
  const [file] = globSync(`usr/*bin/${name}`, { cwd: home })
  if (file === undefined) throw new Error(`${home} contains no ${name}. Delete this folder and try again.`)
  const libraries = globSync('{usr/,}lib/*-linux-gnu', { cwd: home }).map((folder) => join(home, folder))
  return { file: join(home, file), env: { LD_LIBRARY_PATH: libraries.join(':') } }
}

/** It needs no rights, installs nothing on the system and starts no service: the packages are only unpacked. */
function fetchProgram(name: Name, home: string): void {
  mkdirSync(runtime, { recursive: true })
  const folder = mkdtempSync(`${home}-`)
  const [debs, lists, unpacked] = [join(folder, 'debs'), join(folder, 'lists'), join(folder, 'unpacked')]
  try {
    for (const made of [`${debs}/partial`, `${lists}/partial`, unpacked]) mkdirSync(made, { recursive: true })
    const own = ['-qq', '-y', '-o', 'Debug::NoLocking=1', '-o', `Dir::Cache::archives=${debs}`]
    const install = ['install', '--no-install-recommends', '--download-only', name]
    const ownLists = ['-o', `Dir::State::lists=${lists}`, '-o', 'APT::Sandbox::User=']
    console.log(`Downloading ${titles[name]} for the tests (once) …`)
    try {
      run('apt-get', [...own, ...install])
    } catch {
      // A small machine has no lists of packages.
      run('apt-get', [...own, ...ownLists, 'update'])
      run('apt-get', [...own, ...ownLists, ...install])
    }
    for (const deb of globSync('*.deb', { cwd: debs })) run('dpkg-deb', ['-x', join(debs, deb), unpacked])
    if (!existsSync(home)) renameSync(unpacked, home)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `${titles[name]} is not installed, and the download failed. Install it (Debian and Ubuntu: \`apt-get install ${name}\`), or name one: \`${name.toUpperCase()}=/path/to/${name} npm run proofs\`. The reason: ${reason}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${command} failed: ${error?.message ?? `${stdout}${stderr}`.slice(-shownOutput).trim()}`)
}
