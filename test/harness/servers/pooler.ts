import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../scripts/free-port.ts'
import { findProgram } from '../../../scripts/test-programs.ts'
import { eventually } from '../eventually.ts'

export interface Pooler {
  /** The database through the pooler. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** A real PgBouncer in transaction mode before a PostgreSQL server, with few connections, so that they are really shared. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { file, env } = findProgram('pgbouncer')
  const { hostname, port: serverPort, username, pathname } = new URL(databaseUrl)
  const directory = await mkdtemp(join(tmpdir(), 'polypost-pooler-'))
  await chmod(directory, 0o755)
  const port = await freePort()
  const settings = join(directory, 'pgbouncer.ini')
  await writeFile(join(directory, 'users.txt'), `"${username}" ""\n`)
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(directory, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 6',
      'max_client_conn = 200',
      // PgBouncer does not run as root.
      ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
    ].join('\n'),
  )
  const child = spawn(file, [settings], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const stop = async () => {
    await end(child)
    await rm(directory, { recursive: true, force: true })
  }
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  try {
    await eventually('the pooler answers', () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended while it was starting:\n${output}`)
      return answers(url)
    })
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  // Any other signal waits for the end of open connections.
  child.kill('SIGKILL')
  await ended
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
