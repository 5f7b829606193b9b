import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Json } from '../../domain/outcome.ts'
import type { SimulatedRequest } from '../shared/simulator.ts'
import { readParts } from './multipart.ts'

/** In bytes: of a larger body only the beginning is kept, and the rest counted and hashed. */
const maxKeptBody = 16 * 1024 * 1024

/** A request before routing: its path is the whole path. */
export type RawRequest = Omit<SimulatedRequest, 'params'>

/** Throws where the client leaves before its body is there. */
export async function readRequest(incoming: IncomingMessage): Promise<RawRequest> {
  const [path = '', query = ''] = splitOnce(incoming.url ?? '/', '?')
  const headers = headersOf(incoming)
  const { body, size, sha256 } = await readBody(incoming)
  const type = headers['content-type']
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers,
    body,
    size,
    sha256,
    json: once(() => parseJson(body)),
    form: once(() => new URLSearchParams(body.toString('utf8'))),
    parts: once(() => readParts(type, body)),
  }
}

async function readBody(incoming: IncomingMessage): Promise<Pick<SimulatedRequest, 'body' | 'size' | 'sha256'>> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  let size = 0
  let bytesLeft = maxKeptBody
  for await (const piece of incoming) {
    const bytes: Buffer = piece
    hash.update(bytes)
    size += bytes.length
    if (bytesLeft > 0) chunks.push(bytes.subarray(0, bytesLeft))
    bytesLeft -= bytes.length
  }
  return { body: Buffer.concat(chunks), size, sha256: hash.digest('hex') }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

function parseJson(body: Buffer): Json {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
