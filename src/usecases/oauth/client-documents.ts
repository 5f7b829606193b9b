import { z } from 'zod'
import { type Application, plainName } from '../../domain/application.ts'
import { isRedirectUri } from '../../domain/redirect-uri.ts'
import { minute, second } from '../../domain/time.ts'
import { type HttpClient, OutboundFault } from '../../outbound/http-client.ts'
import type { Clock } from '../../system/clock.ts'
import { limitConcurrency } from '../../system/limit-concurrency.ts'

/** The draft recommends 5 KB; published documents have at most two. */
const maxBytes = 16 * 1024
const longest = 5 * second
const cachedFor = 10 * minute
const mostCached = 1_000
const atOnce = 8

const document = z.object({
  client_id: z.string(),
  client_name: z.string().max(1_000).optional(),
  redirect_uris: z.array(z.string().max(2_000).refine(isRedirectUri)).min(1).max(50),
  token_endpoint_auth_method: z.literal('none').default('none'),
})

/** The document cannot be used; the message is for the person. */
export class DocumentFault extends Error {}

/** Reads how an application describes itself, at the https address that is its ID. */
export type ClientDocuments = (id: string) => Promise<Application>

/** Whether an ID can be the address of a document (draft-ietf-oauth-client-id-metadata-document, 3). */
export function isDocumentAddress(id: string): boolean {
  const url = URL.parse(id)
  return url?.protocol === 'https:' && url.href === id && url.pathname !== '/' && url.hash === '' && url.username === ''
}

/** Documents are kept for some minutes, so that a sign-in reads its document once. */
export function createClientDocuments(http: HttpClient, clock: Clock): ClientDocuments {
  const cache = new Map<string, { readonly application: Application; readonly until: number }>()
  const limited = limitConcurrency(atOnce)
  return async (id) => {
    const known = cache.get(id)
    if (known && known.until > clock.now()) return known.application
    const application = await limited(() => read(http, id))
    cache.delete(id)
    cache.set(id, { application, until: clock.now() + cachedFor })
    const [oldest] = cache.keys()
    if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest)
    return application
  }
}

async function read(http: HttpClient, id: string): Promise<Application> {
  const text = await download(http, id).catch((error) => {
    throw error instanceof OutboundFault ? new DocumentFault(error.message, { cause: error }) : error
  })
  const { data, error } = document.safeParse(jsonOf(text))
  if (!data)
    throw new DocumentFault(`Its content is not valid: ${error.issues[0]?.path.join('.') || 'it is not JSON'}.`)
  if (data.client_id !== id) throw new DocumentFault('It describes another application.')
  const { host } = new URL(id)
  const name = plainName(data.client_name ?? '') || host
  return { id, name, host, redirectUris: data.redirect_uris, audience: 'mcp' }
}

/** Redirects are not followed: the document must be where its ID says. */
async function download(http: HttpClient, url: string): Promise<string> {
  const headers = { accept: 'application/json' }
  const response = await http.request({ url, method: 'GET', headers, maxBytes, timeouts: { total: longest } })
  if (response.status !== 200) {
    response.close()
    throw new DocumentFault(`Its address answers with status ${response.status}.`)
  }
  const pieces: Uint8Array[] = []
  for await (const piece of response.body) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
