import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepts, compress, encodings } from './encodings.ts'

/** A smaller response gains nothing. */
const worthIt = 1024 // bytes

/** The compressed response if it is JSON, and large enough, and the client accepts it; otherwise null. */
export function compressJson(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<Buffer> | null {
  if (typeof payload !== 'string' || payload.length < worthIt || reply.hasHeader('content-encoding')) return null
  if (!/^application\/json\b/.test(String(reply.getHeader('content-type')))) return null
  reply.header('vary', 'accept-encoding')
  const encoding = encodings.find(({ name }) => accepts(request.headers['accept-encoding'], name))
  if (!encoding) return null
  reply.header('content-encoding', encoding.name).removeHeader('content-length')
  return compress(payload, encoding)
}
