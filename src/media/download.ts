import { minute } from '../domain/time.ts'
import { type Headers, type HttpClient, OutboundFault, type OutboundResponse } from '../outbound/http-client.ts'

/** Resumed this often, as long as every time brings something. */
const maxResumes = 20
const longestDownload = 30 * minute

/** The address did not give a file; the message is for the person who named it. */
export class Unfetchable extends Error {}

interface Download {
  readonly client: HttpClient
  readonly url: string
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/**
 * The bytes behind a public address. Where the connection breaks off, it goes on from there, if the origin can do that
 * and says by its validator that the file is still the same.
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
      throw new Unfetchable('The connection broke off, and the file has changed since. Try again.')
    }
  }
}

const isBroken = (error: unknown): boolean =>
  error instanceof OutboundFault && (error.kind === 'reset' || error.kind === 'timeout')

/**
 * Only a strong validator says that the rest belongs to what we have. What was compressed has no length here; its
 * ranges are those of other bytes.
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
