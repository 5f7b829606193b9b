import { z } from 'zod'
import { simulator } from '../../../../src/sandbox/platforms/reddit/index.ts'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import { startSandbox, type TestSandbox } from '../../../harness/sandbox.ts'

/** The simulated Reddit on its own socket. Time stands still unless a test moves it. */
export interface SimulatedReddit extends TestSandbox {
  /** Creates the account if it does not exist, and signs in as it. */
  readonly signIn: (name: string, asked?: Readonly<Record<string, string>>) => Promise<Tokens>
  /** The response of the token endpoint. */
  readonly exchange: (form: Readonly<Record<string, string>>, options?: AppOptions) => Promise<Answer>
  readonly codeFor: (name: string, asked?: Readonly<Record<string, string>>) => Promise<string>
  readonly authorizeUrl: (asked?: Readonly<Record<string, string | undefined>>) => string
  /** A POST if there is a form, otherwise a GET. */
  readonly ask: (token: string, path: string, form?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly host: (name: string) => string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests read any part of a response.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}

interface AppOptions {
  readonly path?: string
  readonly secret?: string
  readonly agent?: string
}

const tokens = z.object({ access_token: z.string(), refresh_token: z.string().optional(), expires_in: z.number() })
type Tokens = z.output<typeof tokens>

const allScopes = 'identity submit read flair history'
export const redirectUri = 'https://polypost.test/callback'
export const agent = 'linux:tests:v1.0 (by /u/a_tester)'
const redirect = z.object({ redirect: z.url() })

export async function startSimulatedReddit(): Promise<SimulatedReddit> {
  const sandbox = await startSandbox({ reddit: simulator })
  const host = (name: string) => `${sandbox.address}/reddit/${name}`

  function authorizeUrl(asked: Readonly<Record<string, string | undefined>> = {}): string {
    const parameters = {
      client_id: simulatedApp.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      state: 'some state',
      scope: allScopes,
      duration: 'permanent',
      ...asked,
    }
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) given.set(name, value)
    return `${host('web')}/api/v1/authorize?${given}`
  }

  const exchange: SimulatedReddit['exchange'] = async (form, options = {}) => {
    const { path = '/api/v1/access_token', secret = simulatedApp.clientSecret, agent: called = agent } = options
    const basic = Buffer.from(`${simulatedApp.clientId}:${secret}`).toString('base64')
    return answered(
      await fetch(host('web') + path, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, 'user-agent': called },
        body: new URLSearchParams(form),
      }),
    )
  }

  async function codeFor(name: string, asked?: Readonly<Record<string, string>>): Promise<string> {
    const given = { account: name, authorize_url: authorizeUrl(asked) }
    const { body } = await sandbox.control('POST', '/reddit/login', given)
    return new URL(redirect.parse(body).redirect).searchParams.get('code') ?? ''
  }

  return {
    ...sandbox,
    host,
    authorizeUrl,
    exchange,
    codeFor,
    signIn: async (name, asked) => {
      const code = await codeFor(name, asked)
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      return tokens.parse((await exchange(form)).body)
    },
    ask: async (token, path, form) =>
      answered(
        await fetch(host('api') + path, {
          headers: { authorization: `Bearer ${token}`, 'user-agent': agent },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        }),
      ),
  }
}

async function answered(response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  return { status, headers, text, body: /^[[{]/.test(text) ? JSON.parse(text) : null }
}
