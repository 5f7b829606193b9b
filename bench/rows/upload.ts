import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Row } from '../kit/bench.ts'
import { bigFilm, serveFilm, uploadByAddress } from '../kit/media.ts'
import { key, polypost, residentMegabytes } from '../kit/servers.ts'
import { median, timed } from '../kit/table.ts'

const filmBytes = 512 * 1024 ** 2
const mostRounds = 3
const glance = 100 // milliseconds

export const upload: Row = {
  about: 'a video of 512 MB fetched by its address, against a bare download to a file, and the memory that it takes',
  run: async (bench) => {
    const data = await bench.makeData('sqlite')
    const folder = data.env.POLYPOST_DATA_DIR ?? ''
    const origin = await serveFilm(await bigFilm(filmBytes))
    bench.atEnd(origin.stop)
    const server = await polypost(data.env)
    bench.atEnd(server.stop)
    await uploadByAddress(server.base, key, origin.url)
    const idle = await residentMegabytes(server.process.pid)
    let peak = idle
    const watch = setInterval(async () => {
      peak = Math.max(peak, await residentMegabytes(server.process.pid))
    }, glance)
    bench.atEnd(() => clearInterval(watch))
    const times = { ours: [] as number[], theirs: [] as number[] }
    for (let round = 0; round < Math.min(mostRounds, bench.rounds); round += 1) {
      times.theirs.push(await timed(() => bareDownload(origin.url, join(folder, 'bare.mp4'))))
      times.ours.push(await timed(() => uploadByAddress(server.base, key, origin.url)))
    }
    const speed = (all: readonly number[]) => `${Math.round(filmBytes / 1024 ** 2 / (median(all) / 1_000))} MB/s`
    bench.print({
      name: `${Math.round(filmBytes / 1024 ** 2)} MB in by address`,
      ours: `${speed(times.ours)}, ${Math.round(peak - idle)} MB of memory over idle`,
      anchor: `bare download, ${speed(times.theirs)}`,
      values: times.ours.map((time, round) => (times.theirs[round] ?? Number.NaN) / time),
    })
  },
}

/** Like `curl -o`: from the socket to the disk, with the same sync as ours. */
async function bareDownload(url: string, file: string): Promise<void> {
  const { body } = await fetch(url)
  await pipeline(body ?? [], createWriteStream(file, { flush: true }))
}
