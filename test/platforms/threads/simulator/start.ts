import assert from 'node:assert/strict'
import { z } from 'zod'
import { simulator } from '../../../../src/sandbox/platforms/threads/index.ts'
import { createSandbox } from '../../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import type { FetchedFile } from '../../../../src/sandbox/shared/simulator.ts'
import { createLog } from '../../../../src/system/log.ts'
import { loggedExchanges } from '../../../harness/openapi-check.ts'
import { type AnyJson, jsonOf } from '../../../harness/sandbox.ts'
import { threadsFaults } from '../spec/check.ts'

const allScopes =
  'threads_basic,threads_content_publish,threads_read_replies,threads_manage_replies,threads_manage_insights,threads_delete'

/** In milliseconds: containers of texts, images and videos are ready by then. */
export const untilReady = 7_000

/** The simulated Threads on its own socket. Every call is checked against Meta's own collection. */
export interface SimulatedThreads {
  readonly ask: (method: string, path: string, asked?: SimulatedCall) => Promise<Answer>
  /** Creates the account if it does not exist, and signs in as it: returns a long-lived token. */
  readonly signIn: (name: string, scopes?: string) => Promise<string>
  /** The URL to which the browser is redirected after consent. */
  readonly consent: (name: string, parameters?: Readonly<Record<string, string>>) => Promise<URL>
  /** Makes all calls for a text post; returns its ID. */
  readonly post: (token: string, text: string, more?: Readonly<Record<string, string>>) => Promise<string>
  /** The control API of the sandbox. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<AnyJson>
  /** The files at the URLs that an app sends; nothing else is downloaded. */
  readonly host: (url: string, file: Partial<FetchedFile>) => void
  /** Moves the time forward by this number of milliseconds. */
  readonly pass: (milliseconds: number) => void
  readonly stop: () => Promise<void>
}

export interface SimulatedCall {
  readonly token?: string
  readonly form?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: AnyJson
}

/** The redirect URI of an app; it is not followed. */
export const redirectUri = 'https://polypost.test/callback'

export const appForm = { client_id: simulatedApp.clientId, client_secret: simulatedApp.clientSecret }

export async function startSimulatedThreads({ scale = 1 } = {}): Promise<SimulatedThreads> {
  const files = new Map<string, FetchedFile>()
  let now = Date.now()
  const sandbox = await createSandbox({
    platforms: [{ name: 'threads', load: async () => simulator }],
    file: null,
    port: 0,
    scale,
    growth: false,
    clock: { now: () => now },
    log: createLog({ level: 'error', pretty: false }),
    fetch: async (url) => files.get(url) ?? null,
  })
  const base = `${sandbox.address}/threads`
  const ask: SimulatedThreads['ask'] = async (method, path, { token, form, query = {} } = {}) => {
    const response = await fetch(`${base}/graph${path}?${new URLSearchParams(query)}`, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(form && { body: new URLSearchParams(form) }),
    })
    return { status: response.status, headers: response.headers, body: await jsonOf(response) }
  }
  const control: SimulatedThreads['control'] = async (method, path, body) => {
    const response = await fetch(`${sandbox.address}/__sandbox/threads${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return jsonOf(response)
  }
  const consent: SimulatedThreads['consent'] = async (account, parameters = {}) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: simulatedApp.clientId,
      redirect_uri: redirectUri,
      scope: allScopes,
      state: 'state',
      ...parameters,
    })
    const answer = await control('POST', '/login', { account, authorize_url: `${base}/auth/oauth/authorize?${query}` })
    return new URL(z.object({ redirect: z.string() }).parse(answer).redirect)
  }

  return {
    ask,
    control,
    consent,
    signIn: async (name, scope = allScopes) => {
      const code = (await consent(name, { scope })).searchParams.get('code') ?? ''
      const form = { ...appForm, grant_type: 'authorization_code', redirect_uri: redirectUri, code }
      const short = await ask('POST', '/oauth/access_token', { form })
      const query = {
        grant_type: 'th_exchange_token',
        client_secret: appForm.client_secret,
        access_token: short.body.access_token,
      }
      return (await ask('GET', '/access_token', { query })).body.access_token
    },
    post: async (token, text, more = {}) => {
      const made = await ask('POST', '/v1.0/me/threads', { token, form: { media_type: 'TEXT', text, ...more } })
      now += untilReady
      const published = await ask('POST', '/v1.0/me/threads_publish', { token, form: { creation_id: made.body.id } })
      assert.equal(published.status, 200, JSON.stringify(published.body))
      return published.body.id
    },
    host: (url, file) => {
      const bytes = file.bytes ?? Buffer.alloc(0)
      files.set(url, { status: 200, contentType: null, size: bytes.length, bytes, ...file })
    },
    pass: (milliseconds) => {
      now += milliseconds
    },
    stop: async () => {
      const log = await control('GET', '/requests?bodies=1')
      await sandbox.stop()
      for (const exchange of loggedExchanges(log, '/threads/graph')) {
        const { request, answer } = threadsFaults(exchange)
        const about = `${exchange.method} ${exchange.path}?${exchange.query} → ${exchange.status}`
        // A refused request may be invalid in any way, but the response must be valid.
        if (exchange.status < 300) assert.deepEqual(request, [], about)
        if (isServed(exchange.path)) assert.deepEqual(answer, [], `${about} ${JSON.stringify(exchange.answer)}`)
      }
    },
  }
}

/** The sandbox itself refuses a path without a route. */
const isServed = (path: string): boolean => !/^\/v0/.test(path)
