import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { Answer, Headers } from './exchange.ts'
import { asFault, OutboundFault } from './fault.ts'
import type { Watch } from './watch.ts'

export interface Content {
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * The decoded body, limited to `maxBytes`. We request it uncompressed. If it is compressed anyway, it is decompressed
 * piece by piece as it is read, so a decompression bomb costs one piece and ends at the limit.
 */
export function contentOf(answer: Answer, hasBody: boolean, maxBytes: number, watch: Watch): Content {
  const { headers } = answer
  const decoder = hasBody ? decoderOf(headers) : null
  if (hasBody && !decoder && Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (!decoder) return { headers, body: bounded(answer, answer.body, maxBytes, watch) }

  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers
  // An error at either end reaches the reader through the decoder.
  const decoded = pipeline(answer.body, decoder, () => {})
  return { headers: rest, body: bounded(answer, decoded, maxBytes, watch) }
}

function decoderOf(headers: Headers) {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return null
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'br') return createBrotliDecompress()
  throw new OutboundFault('protocol', 'The response has a compression that was not requested.', { sent: true })
}

async function* bounded(
  { drop }: Answer,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  watch: Watch,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0
  try {
    const pieces = stream[Symbol.asyncIterator]()
    for (;;) {
      watch.enter('silence')
      const { done, value } = await pieces.next()
      watch.rest()
      if (done) return
      bytes += value.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      yield value
    }
  } catch (error) {
    throw watch.explain(error, asFault)
  } finally {
    watch.end()
    drop()
  }
}

const tooLarge = (maxBytes: number): OutboundFault =>
  new OutboundFault('too_large', `The response is larger than ${maxBytes} bytes.`, { sent: true })
