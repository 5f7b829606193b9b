import { isFault } from '../shared/call.ts'
import type { LiveContext } from '../shared/context.ts'

export interface FetchedPage {
  /** After all redirects. */
  readonly url: URL
  readonly contentType: string
  readonly bytes: Buffer
}

interface UntrustedRequest {
  readonly maxBytes: number
  /** Whether a larger response is cut off at `maxBytes`, instead of being refused. */
  readonly cut: boolean
  readonly accept: string
  /** In milliseconds since 1970. */
  readonly deadline: number
}

const maxHops = 4

/** Fetches an address from the text of a post. Null if anything fails, because that must not stop the post. */
export async function fetchUntrusted(
  address: URL,
  wanted: UntrustedRequest,
  context: LiveContext,
): Promise<FetchedPage | null> {
  try {
    let url: URL | null = address
    for (let hop = 0; hop < maxHops && url; hop += 1) {
      const answer = await fetchOnce(url, wanted, context)
      if (!('location' in answer)) return answer
      url = answer.location
    }
    return null
  } catch (error) {
    if (!isFault(error)) throw error
    context.log.info({ err: error }, 'a page for a link card could not be read')
    return null
  }
}

async function fetchOnce(url: URL, wanted: UntrustedRequest, { http, clock }: LiveContext) {
  const total = wanted.deadline - clock.now()
  if (!isPublic(url) || total <= 0) return { location: null }
  const response = await http.request({
    method: 'GET',
    url,
    headers: { accept: wanted.accept },
    timeouts: { total },
  })
  try {
    const { status, headers } = response
    if (status >= 300 && status < 400) return { location: URL.parse(headers.location ?? '', url.href) }
    const bytes = status === 200 ? await readUpTo(response.body, wanted) : null
    return bytes === null ? { location: null } : { url, contentType: headers['content-type'] ?? '', bytes }
  } finally {
    response.close()
  }
}

async function readUpTo(body: AsyncIterable<Uint8Array>, { maxBytes, cut }: UntrustedRequest): Promise<Buffer | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size > maxBytes) return cut ? Buffer.concat(pieces).subarray(0, maxBytes) : null
  }
  return Buffer.concat(pieces)
}

/**
 * A simulated account may call this machine, where its platform runs, but the links in its posts may not. So only an address
 * that can be a public site is fetched: a name with a dot, at the default port. `outbound` checks where the name resolves to.
 */
const isPublic = ({ protocol, hostname, port, username, password }: URL): boolean =>
  /^https?:$/.test(protocol) &&
  port === '' &&
  username === '' &&
  password === '' &&
  /^[^:[\]]+\.[^.\d:[\]][^.:[\]]*\.?$/.test(hostname) &&
  !/\.(local|localhost|internal|home\.arpa)\.?$/.test(hostname)
