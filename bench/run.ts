import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { startTestServer } from '../scripts/test-postgres.ts'
import { bigFilm, serveFilm, uploadByAddress } from './media.ts'
import { key, polypost, reference, residentMegabytes, type Server } from './serve.ts'

const rounds = 3
const secondsEach = 3
const connections = 20
const starts = 5

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const settings = JSON.stringify({ business_name: 'Acme', faq: 'Open from nine to five.' })

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

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const format = (ratio: number): string => ratio.toFixed(2)
const spread = (ratios: readonly number[]): string => `${format(Math.min(...ratios))} to ${format(Math.max(...ratios))}`
const report = (...cells: string[]): void => console.log(`| ${cells.join(' | ')} |`)

/** A film comes in through the service, and as a bare download to a file, in turn. */
async function compareUploads(folder: string): Promise<void> {
  const film = await bigFilm(filmBytes)
  const origin = await serveFilm(film)
  const server = await polypost({
    POLYPOST_DATA_DIR: join(folder, 'media'),
    POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  })
  const ratios: number[] = []
  await uploadByAddress(server.base, key, origin.url)
  const idle = await residentMegabytes(server.process)
  let peak = idle
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentMegabytes(server.process))
  }, 100)
  for (let round = 0; round < rounds; round++) {
    const bare = await timed(() => bareDownload(origin.url, join(folder, 'bare.mp4')))
    ratios.push(bare / (await timed(() => uploadByAddress(server.base, key, origin.url))))
  }
  clearInterval(watch)
  await server.stop()
  origin.stop()
  const megabytes = Math.round(filmBytes / 1024 ** 2)
  report(
    `${megabytes} MB in by address`,
    `${format(median(ratios))} of a bare download's speed (${spread(ratios)})`,
    `${Math.round(peak - idle)} MB over idle at the most`,
  )
}

const filmBytes = 512 * 1024 ** 2

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** What `curl -o` does: from the socket to the disk, and synced as ours is. */
async function bareDownload(url: string, file: string): Promise<void> {
  const { body } = await fetch(url)
  await pipeline(body ?? [], createWriteStream(file, { flush: true }))
}

const directory = await mkdtemp(join(tmpdir(), 'polypost-bench-'))
const postgres = await startTestServer()
try {
  report('what', 'ratio, median of the rounds (least to most)', 'figures of this run')
  report('---', '---', '---')
  await compareStarts(join(directory, 'sqlite'))

  await compareUploads(directory)

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
