import assert from 'node:assert/strict'
import { z } from 'zod'
import { simulators } from '../../src/sandbox/platforms/index.ts'
import { simulatedApp } from '../../src/sandbox/shared/app.ts'
import type { FetchedFile } from '../../src/sandbox/shared/simulator.ts'
import { type AnyJson, startSandbox, type TestSandbox } from './sandbox.ts'

/** All simulated platforms on one socket, and calls to them as from any client. Time stands still. */
export interface AllSimulated extends Pick<TestSandbox, 'control' | 'posts' | 'pass' | 'stop'> {
  /** The URL of a platform's host: `host('reddit/api')`. */
  readonly host: (name: string) => string
  /** A call to a URL, or to a path below a host: `reddit/api/api/submit`. */
  readonly call: (method: string, path: string, sent?: SentRequest) => Promise<Answer>
  readonly settings: (platform: string, changes: object) => Promise<void>
  /** The code that a platform returns when a person consents at an authorization URL. */
  readonly codeFor: (platform: string, account: string, authorizeUrl: string) => Promise<string>
  /** An access token of an OAuth platform, obtained with the documented calls. */
  readonly signIn: (signIn: SignIn, account: string, scope?: string) => Promise<string>
}

export interface SentRequest {
  readonly token?: string | undefined
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>> | FormData
  readonly bytes?: Buffer
}

/** The JSON of an answer that has to be a success. */
export function accepted({ status, text, body }: Answer): AnyJson {
  assert.ok(status >= 200 && status < 300, `${status} ${text}`)
  return body
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The JSON of the response; null if it is not JSON. */
  readonly body: AnyJson
}

export const redirectUri = 'https://client.test/callback'
const { clientId, clientSecret } = simulatedApp
export const appForm = { client_id: clientId, client_secret: clientSecret }
export const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

/** How a client signs in at a platform, with the documented calls. */
export interface SignIn {
  /** The consent page; it begins with the platform's name. */
  readonly authorize: string
  readonly token: string
  /** The token endpoint takes its parameters in the query. */
  readonly method?: 'GET'
  readonly scope: string
  /** Also sent to the authorization URL. */
  readonly query?: Readonly<Record<string, string>>
  /** Also sent to the token endpoint. */
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** A scope that every app has, one that an app may lack, and what stands between two. */
  readonly scopes: readonly [has: string, lacks: string, separator: string]
}

export const agent = { 'user-agent': 'linux:tests:v1.0 (by /u/a_tester)' }

const redirect = z.object({ redirect: z.url() })
const tokens = z.object({ access_token: z.string() })

/** `files`: the files that platforms can download by URL. */
export async function startAllSimulated(files: Readonly<Record<string, Buffer>> = {}): Promise<AllSimulated> {
  const fetched = (url: string): FetchedFile | null => {
    const bytes = files[url]
    return bytes ? { status: 200, contentType: null, size: bytes.length, bytes } : null
  }
  const loaded = await Promise.all(
    Object.entries(simulators).map(async ([name, load]) => [name, await load()] as const),
  )
  const sandbox = await startSandbox(Object.fromEntries(loaded), { fetch: async (url) => fetched(url) })
  const host = (name: string) => `${sandbox.address}/${name}`
  const call: AllSimulated['call'] = (method, path, sent) =>
    send(method, URL.canParse(path) ? path : host(path), sent ?? {})

  const codeFor: AllSimulated['codeFor'] = async (platform, account, authorize_url) => {
    const { status, body } = await sandbox.control('POST', `/${platform}/login`, { account, authorize_url })
    assert.equal(status, 200, JSON.stringify(body))
    return new URL(redirect.parse(body).redirect).searchParams.get('code') ?? ''
  }

  return {
    ...sandbox,
    host,
    call,
    codeFor,
    settings: async (platform, changes) => {
      const { status, body } = await sandbox.control('POST', `/${platform}/settings`, changes)
      assert.equal(status, 200, JSON.stringify(body))
    },
    signIn: async ({ authorize, token, method = 'POST', query, form, headers = {}, ...usual }, account, scope) => {
      const asked = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: scope ?? usual.scope,
        state: 'state',
        ...query,
      })
      const [platform = ''] = authorize.split('/')
      const code = await codeFor(platform, account, `${host(authorize)}?${asked}`)
      const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...form }
      const { text, body } = await call(method, token, {
        headers,
        ...(method === 'GET' ? { query: grant } : { form: grant }),
      })
      assert.ok(tokens.safeParse(body).success, text)
      return body.access_token
    },
  }
}

async function send(
  method: string,
  url: string,
  { token, query, headers, json, form, bytes }: SentRequest,
): Promise<Answer> {
  const body = bytes
    ? new Uint8Array(bytes)
    : form instanceof FormData
      ? form
      : form
        ? new URLSearchParams(form)
        : json === undefined
          ? undefined
          : JSON.stringify(json)
  const response = await fetch(query ? `${url}?${new URLSearchParams(query)}` : url, {
    method,
    redirect: 'manual',
    headers: {
      ...agent,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: /^\s*[[{]/.test(text) ? JSON.parse(text) : null,
  }
}
