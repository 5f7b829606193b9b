import { minute } from '../domain/time.ts'
import type { HttpClient } from '../outbound/http-client.ts'

/** An answer has a few thousand tokens at most, and the protocol adds some text. */
const maxAnswerBytes = 1024 * 1024
/** A model on the operator's own machine may need this long. */
const answerTime = 2 * minute

/** The part of `fetch` that the model libraries use, through the guarded HTTP client. Redirects are not followed. */
export function fetchThrough(client: HttpClient): typeof fetch {
  return async (url, { headers, body, signal } = {}) => {
    if (typeof url !== 'string' || typeof body !== 'string') throw new Error('The address and the body must be text.')
    const { 'user-agent': _library, ...ours } = Object.fromEntries(new Headers(headers))
    const response = await client.request({
      url,
      method: 'POST',
      headers: ours,
      body,
      maxBytes: maxAnswerBytes,
      timeouts: { headers: answerTime, silence: answerTime, total: answerTime },
      ...(signal ? { signal } : {}),
    })
    const pieces: Uint8Array[] = []
    for await (const piece of response.body) pieces.push(piece)
    const { status, headers: answered } = response
    return new Response(hasNoBody(status) ? null : Buffer.concat(pieces), { status, headers: { ...answered } })
  }
}

const hasNoBody = (status: number): boolean => [204, 205, 304].includes(status)
