import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bigFilm, hashAt, serveFilm, uploadByAddress, uploadByPut } from './kit/media.ts'
import { key, polypost, residentMegabytes } from './kit/servers.ts'

/** Memory that the largest file costs, uploaded and downloaded, one at a time and four at once. */
const size = Number(process.argv[2] ?? 5 * 1024 ** 3)

const folder = await mkdtemp(join(tmpdir(), 'polypost-files-'))
const film = await bigFilm(size)
const origin = await serveFilm(film)
const {
  base,
  process: child,
  stop,
} = await polypost({
  POLYPOST_DATA_DIR: folder,
  POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
})

async function measure<T>(what: string, work: () => Promise<T>): Promise<T> {
  const idle = await residentMegabytes(child.pid)
  let peak = idle
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentMegabytes(child.pid))
  }, 100)
  const result = await work()
  clearInterval(watch)
  console.log(`${what}: ${Math.round(peak - idle)} MB over ${Math.round(idle)} MB`)
  return result
}

const byAddress = () => uploadByAddress(base, key, origin.url)
const byPut = () => uploadByPut(base, key, film)
try {
  await uploadByPut(base, key, await bigFilm(1024 ** 2))
  const publicUrl = await measure('one by address', byAddress)
  await measure('one by PUT', byPut)
  const hash = await measure('one out', () => hashAt(publicUrl))
  console.log(hash === film.sha256 ? 'the bytes are the same' : 'THE BYTES DIFFER')
  await measure('four at once', () => Promise.all([byAddress(), byAddress(), byPut(), byPut()]))
} finally {
  await stop()
  origin.stop()
  await rm(folder, { recursive: true, force: true })
}
