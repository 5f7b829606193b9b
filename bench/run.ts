import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import pg from 'pg'
import { startTestServer } from '../scripts/test-postgres.ts'

const rounds = 5
const secondsEach = 4
const connections = 20
const starts = 5

const key = `pp_${'bench'.repeat(9)}`
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const settings = JSON.stringify({ business_name: 'Acme', faq: 'Open from nine to five.' })

interface Server {
  readonly base: string
  readonly process: ChildProcess
  /** Milliseconds from the start of the process to its first answer. */
  readonly startTime: number
  readonly stop: () => Promise<void>
}

async function serve(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: string,
): Promise<Server> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!(await isReady(base + ready))) {
    if (child.exitCode !== null) throw new Error(`${file} ended at its start.`)
    await sleep(5)
  }
  return {
    base,
    process: child,
    startTime: performance.now() - begun,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

const polypost = (env: Record<string, string>): Promise<Server> =>
  serve(
    '../src/main.ts',
    ['start'],
    { POLYPOST_OWNER_KEY: key, POLYPOST_RATE_LIMITS: Array(4).fill(999_999_999).join(','), ...env },
    '/readyz',
  )

const reference = (body: string): Promise<Server> => serve('./reference-server.ts', [], { BODY: body }, '/')

async function load(url: string, method: 'GET' | 'POST'): Promise<number> {
  const result = await autocannon({
    url,
    method,
    headers,
    connections,
    duration: secondsEach,
    ...(method === 'POST' ? { body: settings } : {}),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${url}: ${result.non2xx} refused, ${result.errors} failed.`)
  return result.requests.average
}

/** The two take turns, so that whatever else the machine does meets both. */
async function compare(name: string, server: Server, path: string, method: 'GET' | 'POST'): Promise<void> {
  const url = `${server.base}/api/v1${path}`
  const answer = await fetch(url, { method, headers, ...(method === 'POST' ? { body: settings } : {}) })
  const bare = await reference(await answer.text())
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    theirs.push(await load(bare.base, method))
    ours.push(await load(url, method))
  }
  await bare.stop()
  const ratios = ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN))
  report(
    name,
    `${format(median(ratios))} of a bare route (${spread(ratios)})`,
    `${Math.round(median(ours))}/s against ${Math.round(median(theirs))}/s`,
  )
}

async function compareStarts(directory: string): Promise<void> {
  const ours: number[] = []
  const theirs: number[] = []
  let memory = 0
  for (let start = 0; start < starts; start++) {
    const bare = await reference('{}')
    theirs.push(bare.startTime)
    await bare.stop()
    const server = await polypost({ POLYPOST_DATA_DIR: directory })
    ours.push(server.startTime)
    await sleep(1_000)
    memory = await residentMegabytes(server.process)
    await server.stop()
  }
  const ratios = ours.map((time, start) => time / (theirs[start] ?? Number.NaN))
  report(
    'start',
    `${format(median(ratios))} times a bare server's (${spread(ratios)})`,
    `${Math.round(median(ours))} ms against ${Math.round(median(theirs))} ms`,
  )
  report('memory, idle on SQLite', `${Math.round(memory)} MB resident`, 'aim: under 120 MB')
}

async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const format = (ratio: number): string => ratio.toFixed(2)
const spread = (ratios: readonly number[]): string => `${format(Math.min(...ratios))} to ${format(Math.max(...ratios))}`
const report = (...cells: string[]): void => console.log(`| ${cells.join(' | ')} |`)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}

const directory = await mkdtemp(join(tmpdir(), 'polypost-bench-'))
const postgres = await startTestServer()
try {
  report('what', 'ratio, median of the rounds (least to most)', 'figures of this run')
  report('---', '---', '---')
  await compareStarts(join(directory, 'sqlite'))

  const embedded = await polypost({ POLYPOST_DATA_DIR: join(directory, 'sqlite') })
  await compare('GET /profiles on SQLite', embedded, '/profiles', 'GET')
  await compare('POST /settings on SQLite', embedded, '/settings', 'POST')
  await embedded.stop()

  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create database polypost_bench')
  const url = Object.assign(new URL(postgres.url), { pathname: '/polypost_bench' }).href
  const shared = await polypost({
    POLYPOST_DATA_DIR: join(directory, 'postgres'),
    DATABASE_URL: url,
    POLYPOST_SECRET_KEY: 'a secret for the bench that is long enough',
  })
  await compare('GET /profiles on PostgreSQL', shared, '/profiles', 'GET')
  await compare('POST /settings on PostgreSQL', shared, '/settings', 'POST')
  await shared.stop()
  await admin.query('drop database polypost_bench')
  await admin.end()
} finally {
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}
