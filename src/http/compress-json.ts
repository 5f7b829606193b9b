import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation, Tag } from '../contract/operation.ts'
import { accepts, compress, encodings } from './encodings.ts'

/** A smaller response gains nothing. */
const worthIt = 1024 // bytes

/** These show secrets, or who may do what: the length of a compressed response would tell something about them. */
const secretTags: readonly Tag[] = ['session', 'keys', 'admin']

const isCompressed = ({ method, tag, secret }: Operation): boolean =>
  method === 'GET' && !secret && !secretTags.includes(tag)

/** The compressed response if it is JSON, and large enough, and the client accepts it; otherwise null. */
export function compressJson(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<Buffer> | null {
  const { operation } = request.routeOptions.config
  if (operation && !isCompressed(operation)) return null
  if (typeof payload !== 'string' || payload.length < worthIt || reply.hasHeader('content-encoding')) return null
  if (!/^application\/json\b/.test(String(reply.getHeader('content-type')))) return null
  reply.header('vary', 'accept-encoding')
  const encoding = encodings.find(({ name }) => accepts(request.headers['accept-encoding'], name))
  if (!encoding) return null
  reply.header('content-encoding', encoding.name).removeHeader('content-length')
  return compress(payload, encoding)
}
