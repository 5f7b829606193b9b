import type { Piece } from './s3-objects.ts'
import { headerOf, type RawRequest, Refusal, unsignedPayload } from './s3-signature.ts'

const streamed = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'
const longestLine = 8_192

interface Body {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Refuses a body that does not match the headers, the signature or the trailer. Call it after reading the bytes. */
  readonly check: (piece: Piece) => void
}

/** The body of a request, decoded if it is in `aws-chunked`. */
export function bodyOf(request: RawRequest & AsyncIterable<Buffer>, payload: string): Body {
  const trailer = new Map<string, string>()
  if (payload.startsWith('STREAMING-') && payload !== streamed)
    throw new Refusal(501, 'NotImplemented', `${payload} is not implemented here.`)
  const bytes = payload === streamed ? unchunked(request, trailer) : request
  const said = (name: string) => headerOf(request, name) ?? trailer.get(name)
  const check = (piece: Piece) => {
    const wrong = (code: string, found: string, expected: string | undefined) => {
      if (expected !== undefined && expected !== found) throw new Refusal(400, code, 'The body is not what was said.')
    }
    const decoded = headerOf(request, 'x-amz-decoded-content-length')
    wrong('IncompleteBody', String(piece.size), payload === streamed ? decoded : headerOf(request, 'content-length'))
    if (payload !== streamed && payload !== unsignedPayload) wrong('XAmzContentSHA256Mismatch', piece.sha256, payload)
    wrong('BadDigest', base64(piece.md5), headerOf(request, 'content-md5'))
    wrong('BadDigest', base64(piece.crc32.toString(16).padStart(8, '0')), said('x-amz-checksum-crc32'))
    wrong('BadDigest', base64(piece.sha256), said('x-amz-checksum-sha256'))
  }
  return { bytes, check }
}

/** Each chunk: its length in hex, then its bytes. After the last chunk, of length 0, the trailer. */
async function* unchunked(source: AsyncIterable<Buffer>, trailer: Map<string, string>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  const chunks = source[Symbol.asyncIterator]()
  async function more(): Promise<void> {
    const next = await chunks.next()
    if (next.done) throw new Refusal(400, 'IncompleteBody', 'The body ended within a chunk.')
    rest = Buffer.concat([rest, next.value])
  }
  async function line(): Promise<string> {
    for (;;) {
      const end = rest.indexOf('\r\n')
      if (end === -1 && rest.length > longestLine) throw new Refusal(400, 'InvalidRequest', 'That is no chunk.')
      if (end === -1) {
        await more()
        continue
      }
      const text = rest.subarray(0, end).toString('latin1')
      rest = rest.subarray(end + 2)
      return text
    }
  }
  for (;;) {
    let left = Number.parseInt(await line(), 16)
    if (Number.isNaN(left)) throw new Refusal(400, 'InvalidRequest', 'That is no chunk.')
    if (left === 0) break
    while (left > 0) {
      if (rest.length === 0) await more()
      const taken = rest.subarray(0, left)
      rest = rest.subarray(taken.length)
      left -= taken.length
      yield taken
    }
    if ((await line()) !== '') throw new Refusal(400, 'InvalidRequest', 'A chunk is longer than it says.')
  }
  for (let text = await line(); text !== ''; text = await line()) {
    const [name = '', value = ''] = text.split(':')
    trailer.set(name.toLowerCase(), value.trim())
  }
}

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
