import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { bigFilm, serveFilm, uploadByAddress } from './media.ts'
import type { Place } from './publishing/place.ts'
import { format, inTurn, median, report, reportRates, spread, timed } from './report.ts'
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

async function compare(name: string, server: Server, path: string, method: 'GET' | 'POST'): Promise<void> {
  const url = `${server.base}/api/v1${path}`
  const answer = await fetch(url, { method, headers, ...(method === 'POST' ? { body: settings } : {}) })
  const bare = await reference(await answer.text())
  const compared = await inTurn(
    rounds,
    () => load(url, method),
    () => load(bare.base, method),
  )
  await bare.stop()
  reportRates(name, compared, 'a bare route')
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

/** Uploads a video through the service, and downloads it to a file without the service, alternately. */
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

/** Like `curl -o`: from the socket to the disk, with the same sync as ours. */
async function bareDownload(url: string, file: string): Promise<void> {
  const { body } = await fetch(url)
  await pipeline(body ?? [], createWriteStream(file, { flush: true }))
}

/** The cost of a start, a request and a file. */
export async function requestFigures(places: readonly Place[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'polypost-bench-'))
  try {
    await compareStarts(join(folder, 'start'))
    await compareUploads(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  for (const place of places) {
    const server = await polypost(place.env)
    await compare(`GET /profiles on ${place.title}`, server, '/profiles', 'GET')
    await compare(`POST /settings on ${place.title}`, server, '/settings', 'POST')
    await server.stop()
  }
}
