import type { FastifyRequest } from 'fastify'
import { PublicError } from '../contract/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An empty body means no body, whatever its content type. Any other body must be JSON with a JSON content type. */
export async function readJson(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return undefined
  const type = request.headers['content-type'] ?? 'none'
  if (!/^application\/(json|[\w.+-]+\+json) *(; *charset *= *"?utf-8"? *)?$/i.test(type))
    throw new PublicError(
      'unsupported_media_type',
      `Send the body as application/json in UTF-8, not as ${type.slice(0, 100)}.`,
    )
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? cause.message : 'it is not UTF-8'
    throw new PublicError('invalid_json', `The body is not valid JSON: ${reason.slice(0, 200)}.`, { cause })
  }
}
