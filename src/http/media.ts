import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Calls } from '../calls/calls.ts'
import { notFound, PublicError } from '../contract/errors.ts'
import { type ByteRange, parseRanges } from '../domain/byte-ranges.ts'
import { maxMediaBytes } from '../domain/media-types.ts'
import { randomText } from '../system/random.ts'
import { mediaFault } from '../usecases/media/media-fault.ts'
import type { ServedMedia } from '../usecases/media/serve-media.ts'
import type { SentFile, UploadQuery } from '../usecases/media/take-upload.ts'
import { addressKey } from './address.ts'

export interface MediaRouteServices {
  readonly calls: Calls
  /** The file with this name; undefined if there is none, or if it is not ready. */
  readonly findServed: (name: string) => Promise<ServedMedia | undefined>
  readonly takeUpload: (name: string, query: UploadQuery, sent: SentFile) => Promise<void>
}

const uploadQuery = z.object({
  type: z.string(),
  size: z.coerce.number(),
  expires: z.coerce.number(),
  signature: z.string(),
})

/** The form of our file names. Not every database accepts other texts in a query. */
const nameForm = /^[\w.-]{1,200}$/

/** The file at a URL never changes, so it can be cached for long. */
const forEver = 'public, max-age=31536000, immutable'

/** The media host: public files with unguessable names. Platforms download from it. */
export function addMediaRoutes(server: FastifyInstance, { calls, findServed, takeUpload }: MediaRouteServices): void {
  server.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    config: { operationName: 'serveMedia' },
    handler: async (request, reply) => {
      const { refusal } = await calls.admitFile(addressKey(request.ip))
      if (refusal) throw refusal
      try {
        const { name } = request.params
        const file = nameForm.test(name) ? await findServed(name) : undefined
        if (!file) throw notFound('file')
        return await send(request, reply, file)
      } catch (error) {
        throw mediaFault(error)
      }
    },
  })

  server.register(async (scope) => {
    // The file is streamed, not held in memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, stream, done) => done(null, stream))
    scope.put<{ Params: { name: string } }>(
      '/media/:name',
      { config: { operationName: 'takeUpload', slowBody: true }, bodyLimit: maxMediaBytes },
      async (request, reply) => {
        const { data: query } = uploadQuery.safeParse(request.query)
        if (!query) throw new PublicError('upload_refused', 'This is not an upload URL. Get one with POST /upload.')
        await takeUpload(request.params.name, query, {
          contentType: request.headers['content-type'],
          size: sizeOf(request),
          body: request.raw,
        })
        return reply.send({ status: 'ok' })
      },
    )
  })
}

const sizeOf = ({ headers }: FastifyRequest): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length'])

async function send(request: FastifyRequest, reply: FastifyReply, file: ServedMedia): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`
  const modified = new Date(Math.floor(file.createdAt / 1000) * 1000).toUTCString()
  reply.headers({
    etag,
    'last-modified': modified,
    'accept-ranges': 'bytes',
    'cache-control': forEver,
    'content-disposition': 'inline',
    // No script in the file may run, whatever type a browser sees in it.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  })
  if (isUnchanged(request, etag, modified)) return reply.code(304).send()
  const ranges = isRangeValid(request, etag, modified) ? parseRanges(request.headers.range, file.size) : null
  if (ranges === null)
    return reply
      .type(file.contentType)
      .header('content-length', file.size)
      .send(await body(request, file))
  const [first, ...more] = ranges
  if (first === undefined)
    throw new PublicError(
      'range_not_satisfiable',
      `The file has ${file.size} bytes, and the range is outside of them.`,
      {
        headers: { 'content-range': `bytes */${file.size}` },
      },
    )
  reply.code(206)
  if (more.length > 0) return sendParts(reply, file, ranges)
  return reply
    .type(file.contentType)
    .headers({ 'content-range': contentRange(first, file), 'content-length': first.end - first.start + 1 })
    .send(await body(request, file, first))
}

/** `If-None-Match` decides if it is sent; otherwise the date decides. */
function isUnchanged({ headers }: FastifyRequest, etag: string, modified: string): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  return Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(modified)
}

/** If `If-Range` does not match, the whole file is sent. A range has a meaning only for GET. */
const isRangeValid = ({ method, headers }: FastifyRequest, etag: string, modified: string): boolean => {
  if (method !== 'GET') return false
  const condition = headers['if-range']
  return condition === undefined || condition === etag || condition === modified
}

const body = async (request: FastifyRequest, file: ServedMedia, range?: ByteRange): Promise<Readable | null> =>
  request.method === 'HEAD' ? null : file.read(range)

const contentRange = ({ start, end }: ByteRange, { size }: ServedMedia): string => `bytes ${start}-${end}/${size}`

function sendParts(reply: FastifyReply, file: ServedMedia, ranges: readonly ByteRange[]): FastifyReply {
  const boundary = randomText(24)
  const heads = ranges.map((range) =>
    Buffer.from(
      `\r\n--${boundary}\r\nContent-Type: ${file.contentType}\r\nContent-Range: ${contentRange(range, file)}\r\n\r\n`,
    ),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const length = ranges.reduce(
    (sum, { start, end }, at) => sum + (heads[at]?.length ?? 0) + end - start + 1,
    tail.length,
  )
  const parts = async function* () {
    for (const [at, range] of ranges.entries()) {
      yield heads[at]
      yield* await file.read(range)
    }
    yield tail
  }
  return reply
    .type(`multipart/byteranges; boundary=${boundary}`)
    .header('content-length', length)
    .send(Readable.from(parts()))
}
