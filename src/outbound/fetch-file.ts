import { type HttpClient, OutboundFault } from './http-client.ts'

/** A fetched file. */
export interface FetchedFile {
  readonly status: number
  readonly contentType: string | null
  /** The size of the whole file in bytes. */
  readonly size: number
  /** The beginning of the file. */
  readonly bytes: Buffer
}

/** In bytes: more than any image of the simulated platforms' limits, and the beginning of any video. */
const maxBytes = 16 * 1024 * 1024
const longest = 5 * 1024 ** 3
const timeouts = { headers: 10_000, total: 10 * 60_000 } // milliseconds

/** Fetches a file; null if there is none. Only its beginning is kept in memory. */
export async function fetchFile(client: HttpClient, url: string): Promise<FetchedFile | null> {
  try {
    const { status, headers, body } = await client.request({ method: 'GET', url, maxBytes: longest, timeouts })
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of body) {
      if (size < maxBytes) pieces.push(piece)
      size += piece.length
    }
    const bytes = Buffer.concat(pieces).subarray(0, maxBytes)
    return { status, contentType: headers['content-type'] ?? null, size, bytes }
  } catch (error) {
    if (error instanceof OutboundFault) return null
    throw error
  }
}
