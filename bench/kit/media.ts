import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const chunk = Buffer.alloc(1024 * 1024)

/** A real video, padded to this size with an ISO box that players ignore. */
export async function bigFilm(size: number) {
  const film = await readFile(new URL('../../test/media/fixtures/plain.mp4', import.meta.url))
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1, 0)
  head.write('free', 4, 'latin1')
  head.writeBigUInt64BE(BigInt(size - film.length), 8)
  async function* bytes() {
    yield film
    yield head
    for (let left = size - film.length - head.length; left > 0; left -= chunk.length)
      yield left < chunk.length ? chunk.subarray(0, left) : chunk
  }
  const hash = createHash('sha256')
  for await (const part of bytes()) hash.update(part)
  return { size, bytes, sha256: hash.digest('hex') }
}

export type Film = Awaited<ReturnType<typeof bigFilm>>

export async function serveFilm(film: Film) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.size })
    pipeline(Readable.from(film.bytes()), response).catch(() => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/film.mp4`, stop: () => server.close() }
}

interface UploadedFile {
  readonly url: string
  readonly publicUrl: string
  readonly headers: Record<string, string>
}

async function post(base: string, key: string, body: object): Promise<UploadedFile> {
  const response = await fetch(`${base}/api/v1/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30 * 60_000),
  })
  if (!response.ok) throw new Error(`POST /upload: ${await response.text()}`)
  return (await response.json()) as UploadedFile
}

export const uploadByAddress = async (base: string, key: string, url: string): Promise<string> =>
  (await post(base, key, { url })).publicUrl

export async function uploadByPut(base: string, key: string, film: Film): Promise<string> {
  const { url, publicUrl, headers } = await post(base, key, {
    filename: 'film.mp4',
    contentType: 'video/mp4',
    size: film.size,
  })
  const put = request(url, { method: 'PUT', headers: { ...headers, 'content-length': film.size } })
  const answered = once(put, 'response')
  await pipeline(Readable.from(film.bytes()), put)
  const [response] = await answered
  response.resume()
  if (response.statusCode !== 200) throw new Error(`PUT: ${response.statusCode}`)
  return publicUrl
}

export async function hashAt(url: string): Promise<string> {
  const response = await fetch(url)
  const hash = createHash('sha256')
  for await (const part of response.body ?? []) hash.update(part)
  return hash.digest('hex')
}
