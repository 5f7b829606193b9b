import { minute } from '../domain/time.ts'
import { type Headers, type HttpClient, OutboundFault, type OutboundResponse } from '../outbound/http-client.ts'

/** The maximum number of resumes, if each one makes progress. */
const maxResumes = 20
const longestDownload = 30 * minute

/** There is no file at the address; the message is for the person who entered it. */
export class Unfetchable extends Error {}

interface Download {
  readonly client: HttpClient
  readonly url: string
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/**
 * Downloads a public address. If the connection is lost, the download resumes, provided that the origin supports this
 * and its validator shows that the file is unchanged.
 */
export async function* download({ client, url, maxBytes, signal }: Download): AsyncGenerator<Uint8Array> {
  const timeouts = { total: longestDownload }
  let response = await client.follow({ url, maxBytes, timeouts, signal })
  if (response.status !== 200) throw refused(response)
  const resumable = resumeHeaders(response.headers)
  let offset = 0
  for (let resumes = 0; ; resumes++) {
    const before = offset
    try {
      for await (const chunk of response.body) {
        offset += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      if (!isBroken(error) || !resumable || resumes >= maxResumes || (resumes > 0 && offset === before)) throw error
    }
    response = await client.follow({
      url,
      maxBytes: maxBytes - offset,
      timeouts,
      signal,
      headers: { ...resumable, range: `bytes=${offset}-` },
    })
    if (response.status !== 206 || !response.headers['content-range']?.startsWith(`bytes ${offset}-`)) {
      response.close()
      throw new Unfetchable('The connection was lost, and the file has changed since then. Try again.')
    }
  }
}

const isBroken = (error: unknown): boolean =>
  error instanceof OutboundFault && (error.kind === 'reset' || error.kind === 'timeout')

/**
 * Only a strong validator proves that the rest belongs to our part. A compressed response has no length here, and its
 * ranges count other bytes.
 */
function resumeHeaders(headers: Headers): Headers | null {
  const { etag, 'last-modified': modified, 'accept-ranges': ranges, 'content-length': length } = headers
  const validator = etag && !etag.startsWith('W/') ? etag : modified
  return ranges === 'bytes' && length !== undefined && validator !== undefined ? { 'if-range': validator } : null
}

function refused(response: OutboundResponse): Unfetchable {
  response.close()
  return new Unfetchable(
    `${response.url.host} answered ${response.status} instead of the file. Check that the address is public.`,
  )
}
