import { z } from 'zod'
import { simulator } from '../../../../src/sandbox/platforms/youtube/index.ts'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import { startSandbox, type TestSandbox } from '../../../harness/sandbox.ts'

/** The simulated YouTube on its own socket. Time stands still unless a test moves it. */
export interface SimulatedYoutube extends Pick<TestSandbox, 'control' | 'posts' | 'requests' | 'pass' | 'stop'> {
  readonly api: string
  readonly oauth: string
  /** The API at the root of its own port. */
  readonly serveApi: () => Promise<string>
  /** Creates the channel if it does not exist, and signs in as it. */
  readonly signIn: (name: string, scope?: string) => Promise<Tokens>
  readonly ask: (token: string, method: string, path: string, asked?: AskedCall) => Promise<Answer>
}

export interface AskedCall {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly bytes?: Buffer
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // Tests read any part of a response.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

export const auth = 'https://www.googleapis.com/auth'
const redirectUri = 'https://polypost.test/callback'
const redirect = z.object({ redirect: z.url() })
const tokens = z.object({ access_token: z.string(), refresh_token: z.string() })

export async function startSimulatedYoutube(): Promise<SimulatedYoutube> {
  const { address, serveHost, ...sandbox } = await startSandbox({ youtube: simulator })
  const host = (name: string) => `${address}/youtube/${name}`
  const code = async (account: string, scope: string) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: simulatedApp.clientId,
      redirect_uri: redirectUri,
      scope,
      access_type: 'offline',
    })
    const authorize_url = `${host('accounts')}/o/oauth2/v2/auth?${query}`
    const { body } = await sandbox.control('POST', '/youtube/login', { account, authorize_url })
    return new URL(redirect.parse(body).redirect).searchParams.get('code') ?? ''
  }
  return {
    ...sandbox,
    api: host('api'),
    oauth: host('oauth'),
    serveApi: async () => (await serveHost('youtube', 'api')).address,
    signIn: async (name, scope = `${auth}/youtube.force-ssl`) => {
      const form = {
        grant_type: 'authorization_code',
        code: await code(name, scope),
        client_id: simulatedApp.clientId,
        client_secret: simulatedApp.clientSecret,
        redirect_uri: redirectUri,
      }
      const response = await fetch(`${host('oauth')}/token`, { method: 'POST', body: new URLSearchParams(form) })
      const { access_token: access, refresh_token: refresh } = tokens.parse(await response.json())
      return { access, refresh }
    },
    ask: (token, method, path, asked) => send(token, method, URL.canParse(path) ? path : host('api') + path, asked),
  }
}

async function send(token: string, method: string, url: string, asked: AskedCall = {}): Promise<Answer> {
  const { query, headers, json, bytes } = asked
  const body = bytes ? new Uint8Array(bytes) : json === undefined ? undefined : JSON.stringify(json)
  const response = await fetch(query ? `${url}?${new URLSearchParams(query)}` : url, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
