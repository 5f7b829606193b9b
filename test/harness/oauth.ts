import { createHash } from 'node:crypto'
import { freePort } from '../../scripts/free-port.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { type Instance, startInstance } from './instance.ts'
import type { Browser } from './people.ts'

/** An instance whose address is also the one that it names: programs compare both. */
export async function startNamed(kind: DatabaseKind, options: Parameters<typeof startInstance>[1] = {}) {
  const port = String(await freePort())
  return startInstance(kind, { ...options, env: { PORT: port, POLYPOST_TRUST_PROXY: '127.0.0.0/8', ...options.env } })
}

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
export const redirectUri = 'http://127.0.0.1/callback'

type Fields = Readonly<Record<string, string>>

/** A request for access as a right application sends it. */
export const requestOf = (clientId: string, change: Fields = {}): Fields => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  state: 'the state',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...change,
})

export async function register(base: string, metadata: object = {}): Promise<string> {
  const response = await postMetadata(base, { client_name: 'Tester', redirect_uris: [redirectUri], ...metadata })
  if (response.status !== 201) throw new Error(await response.text())
  return (await readJson(response)).client_id
}

let registered = 0

/** Each from another address, because one address may register only a few. */
export const postMetadata = (base: string, body: unknown, address = `10.0.0.${++registered}`): Promise<Response> =>
  fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })

/** Opens the page that asks the person, as their browser does. */
export const openConsent = (base: string, request: Fields, person?: Browser, headers: Fields = {}): Promise<Response> =>
  fetch(`${base}/oauth/authorize?${new URLSearchParams(request)}`, {
    redirect: 'manual',
    headers: { ...cookieOf(person), ...headers },
  })

/** Sends the form of that page. */
export const answerConsent = (
  base: string,
  {
    fields,
    person,
    headers = { 'sec-fetch-site': 'same-origin' },
  }: { fields: Fields; person?: Browser; headers?: Fields },
): Promise<Response> =>
  fetch(`${base}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...cookieOf(person), ...headers },
    body: new URLSearchParams(fields),
  })

const cookieOf = (person?: Browser): Fields => {
  const cookie = person?.cookie()
  return cookie === undefined ? {} : { cookie }
}

/** Where a response sends the browser. */
export function nextOf({ headers }: Response): URL {
  const next = headers.get('location') ?? headers.get('refresh')?.replace('0; url=', '')
  if (!next) throw new Error('The browser is sent nowhere.')
  return new URL(next, 'http://nowhere.example')
}

/** The code that the person allows. */
export async function allow(base: string, person: Browser, request: Fields, policy: Fields = {}): Promise<string> {
  const user = (await person.ask('GET', '/session')).body.data.session.user.id
  const fields = { ...request, policy: 'drafts', minutes_ahead: '10', ...policy, user: String(user), decision: 'allow' }
  const response = await answerConsent(base, { fields, person })
  const code = response.headers.has('refresh') ? nextOf(response).searchParams.get('code') : null
  if (code === null) throw new Error(await response.text())
  return code
}

export const askToken = (base: string, fields: Fields): Promise<Response> =>
  fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })

export const redemption = (clientId: string, code: string, change: Fields = {}): Fields => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier,
  ...change,
})

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
export const readJson = async (response: Response): Promise<any> => response.json()

/** The tokens of an application that the person allowed. */
export async function tokensFor({ base }: Pick<Instance, 'base'>, person: Browser, policy: Fields = {}) {
  const clientId = await register(base)
  const code = await allow(base, person, requestOf(clientId), policy)
  const response = await askToken(base, redemption(clientId, code))
  const tokens = await readJson(response)
  if (response.status !== 200) throw new Error(JSON.stringify(tokens))
  return { clientId, code, key: String(tokens.access_token), refresh: String(tokens.refresh_token), tokens }
}

/** The status of a message to /mcp with this key. */
export const pingMcp = async (base: string, key: string | null): Promise<Response> =>
  fetch(`${base}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
