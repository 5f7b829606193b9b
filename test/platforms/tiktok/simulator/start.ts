import { z } from 'zod'
import { simulator } from '../../../../src/sandbox/platforms/tiktok/index.ts'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import type { FetchedFile } from '../../../../src/sandbox/shared/simulator.ts'
import { startSandbox, type TestSandbox } from '../../../harness/sandbox.ts'

/** The simulated TikTok on its own socket. Time stands still unless a test moves it. */
export interface SimulatedTiktok extends Pick<TestSandbox, 'control' | 'posts' | 'requests' | 'pass' | 'stop'> {
  /** Creates the account if it does not exist, and signs in as it. */
  readonly signIn: (name: string, scope?: string) => Promise<Tokens>
  readonly refresh: (token: string) => Promise<Answer>
  readonly revoke: (token: string) => Promise<Answer>
  readonly ask: (token: string, path: string, json?: object, method?: 'GET' | 'POST') => Promise<Answer>
  readonly put: (url: string, piece: Piece) => Promise<Response>
}

export interface Piece {
  readonly range: string
  readonly bytes: Buffer
  readonly type?: string
}

export interface Answer {
  readonly status: number
  readonly text: string
  // Tests read any part of a response.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}

const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), open_id: z.string() })
type Tokens = z.output<typeof tokens>

const allScopes = 'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list'
const redirectUri = 'https://polypost.test/callback'
const redirect = z.object({ redirect: z.url() })

/** `files`: the files at the URLs that TikTok downloads. */
export async function startSimulatedTiktok(files: Readonly<Record<string, Buffer>> = {}): Promise<SimulatedTiktok> {
  const fetched = (url: string): FetchedFile | null => {
    const bytes = files[url]
    return bytes ? { status: 200, contentType: null, size: bytes.length, bytes } : null
  }
  const { address, ...sandbox } = await startSandbox({ tiktok: simulator }, { fetch: async (url) => fetched(url) })
  const host = (name: string) => `${address}/tiktok/${name}`
  const app = { client_key: simulatedApp.clientId, client_secret: simulatedApp.clientSecret }
  const sendForm = async (path: string, form: Record<string, string>) =>
    answered(await fetch(`${host('api')}${path}`, { method: 'POST', body: new URLSearchParams({ ...app, ...form }) }))

  async function signIn(name: string, scope = allScopes): Promise<Tokens> {
    const query = new URLSearchParams({
      client_key: simulatedApp.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope,
    })
    const authorize_url = `${host('auth')}/v2/auth/authorize/?${query}`
    const { body } = await sandbox.control('POST', '/tiktok/login', { account: name, authorize_url })
    const code = new URL(redirect.parse(body).redirect).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    return tokens.parse((await sendForm('/v2/oauth/token/', form)).body)
  }

  return {
    ...sandbox,
    signIn,
    refresh: (token) => sendForm('/v2/oauth/token/', { grant_type: 'refresh_token', refresh_token: token }),
    revoke: (token) => sendForm('/v2/oauth/revoke/', { token }),
    ask: async (token, path, json, method = 'POST') =>
      answered(
        await fetch(`${host('api')}/v2${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=UTF-8' },
          ...(json ? { body: JSON.stringify(json) } : {}),
        }),
      ),
    put: (url, { range, bytes, type = 'video/mp4' }) =>
      fetch(url, {
        method: 'PUT',
        headers: { 'content-type': type, 'content-range': range },
        body: new Uint8Array(bytes),
      }),
  }
}

async function answered(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : null }
}
