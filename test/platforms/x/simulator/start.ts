import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '../../../../src/domain/outcome.ts'
import { createSandbox } from '../../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import { createLog } from '../../../../src/system/log.ts'
import type { Exchange } from '../../../harness/openapi-check.ts'
import { assertValid, watchedSimulator } from './watched.ts'

const allScopes = 'tweet.read tweet.write users.read media.write offline.access'

/** The simulated X on its own socket. Every call is checked against X's OpenAPI files. */
export interface SimulatedX {
  /** Of the API. */
  readonly api: string
  readonly web: string
  /** The API at the root of its own port. */
  readonly serveApi: () => Promise<string>
  readonly ask: (method: string, path: string, asked?: SimulatedCall) => Promise<Answer>
  /** Creates the account if it does not exist, and signs in as it. */
  readonly signIn: (name: string, scopes?: string) => Promise<Tokens>
  readonly authorizeUrl: (parameters?: Readonly<Record<string, string>>) => string
  /** The URL to which the browser is redirected after consent. */
  readonly consent: (name: string, authorizeUrl: string) => Promise<URL>
  readonly token: (
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
  /** The control API of the sandbox. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly settings: (changes: Readonly<Record<string, Json>>) => Promise<void>
  /** One step of growth. */
  readonly grow: () => Promise<void>
  /** Moves the time forward by this number of milliseconds. */
  readonly pass: (milliseconds: number) => void
  readonly stop: () => Promise<void>
}

export interface SimulatedCall {
  readonly token?: string
  readonly json?: unknown
  readonly form?: FormData
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests read any part of a response.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

/** The redirect URI of an app; it is not followed. */
const redirectUri = 'https://polypost.test/callback'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

export const basic = `Basic ${Buffer.from(`${simulatedApp.clientId}:${simulatedApp.clientSecret}`).toString('base64')}`

/** Its time passes only by `pass`. */
export async function startSimulatedX({ scale = 1 } = {}): Promise<SimulatedX> {
  const exchanges: Exchange[] = []
  let now = Date.now()
  const sandbox = await createSandbox({
    platforms: [{ name: 'x', load: async () => watchedSimulator(exchanges) }],
    file: null,
    port: 0,
    scale,
    growth: false,
    clock: { now: () => now },
    log: createLog({ level: 'error', pretty: false }),
  })
  const api = `${sandbox.address}/x/api`
  const web = `${sandbox.address}/x/web`
  const ask: SimulatedX['ask'] = (method, path, asked) => send(method, `${api}${path}`, asked)
  const control: SimulatedX['control'] = (method, path, body) =>
    send(method, `${sandbox.address}/__sandbox${path}`, body === undefined ? {} : { json: body })
  const token: SimulatedX['token'] = (form, headers = { authorization: basic }) =>
    tokenCall(`${api}/2/oauth2/token`, form, headers)

  const authorizeUrl: SimulatedX['authorizeUrl'] = (parameters = {}) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: simulatedApp.clientId,
      redirect_uri: redirectUri,
      scope: allScopes,
      state: 'state',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...parameters,
    })
    return `${web}/i/oauth2/authorize?${query}`
  }
  const consent: SimulatedX['consent'] = async (account, url) => {
    const { body } = await control('POST', '/x/login', { account, authorize_url: url })
    return new URL(z.object({ redirect: z.string() }).parse(body).redirect)
  }

  return {
    api,
    web,
    serveApi: async () => (await sandbox.serveHost('x', 'api')).address,
    ask,
    control,
    token,
    authorizeUrl,
    consent,
    signIn: async (name, scope = allScopes) => {
      const code = (await consent(name, authorizeUrl({ scope }))).searchParams.get('code') ?? ''
      const { body } = await token(codeForm(code))
      return { access: body.access_token, refresh: body.refresh_token }
    },
    settings: async (changes) => {
      await control('POST', '/x/settings', changes)
    },
    grow: async () => {
      await ask('POST', '/grow')
    },
    pass: (milliseconds) => {
      now += milliseconds
    },
    stop: async () => {
      await sandbox.stop()
      for (const exchange of exchanges) assertValid(exchange)
    },
  }
}

export const codeForm = (code: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier,
})

async function tokenCall(
  url: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const type = 'application/x-www-form-urlencoded'
  const body = new URLSearchParams(form).toString()
  return read(await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': type }, body }))
}

async function send(method: string, url: string, asked: SimulatedCall = {}): Promise<Answer> {
  const { token, json, form, query, headers } = asked
  const body = form ?? (json === undefined ? undefined : JSON.stringify(json))
  return read(
    await fetch(query ? `${url}?${new URLSearchParams(query)}` : url, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    }),
  )
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
}
