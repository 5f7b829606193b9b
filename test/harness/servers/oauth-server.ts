import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { call, RefusedCall } from '../../../src/platforms/shared/call.ts'
import type { Identity, OAuthConnect } from '../../../src/platforms/shared/connect.ts'
import type { LoginContext } from '../../../src/platforms/shared/context.ts'
import { oauthLogin } from '../../../src/platforms/shared/oauth.ts'
import type { Platform } from '../../../src/platforms/shared/platform.ts'
import { startHttp } from './http-server.ts'

/** A generic platform with rotating refresh tokens. A refresh token that is used twice ends its whole login. */
export interface OAuthServer {
  readonly platform: Platform
  /** The forms that the token endpoint received, oldest first. */
  readonly tokenRequests: readonly TokenRequest[]
  /** Tokens in revocation requests. */
  readonly revoked: readonly string[]
  /** Responds to the next token request with this instead of the real response. */
  readonly answerNext: (answer: TokenAnswer) => void
  /** Response time of the token endpoint in milliseconds. */
  readonly delay: (milliseconds: number) => void
  /** Signs a person in, so that there are tokens to renew. */
  readonly newLogin: () => { readonly accessToken: string; readonly refreshToken: string }
  /** Expires an access token early. */
  readonly expire: (accessToken: string) => void
  /** An authorization code, as the browser returns it. */
  readonly newCode: () => string
  /** The accounts of a login. */
  readonly identities: (all: readonly Identity[]) => void
  /** The platform cannot tell its next so many requests which accounts a login has. */
  readonly isUnsure: (times: number) => void
  readonly accepts: (accessToken: string) => boolean
  readonly stop: () => Promise<void>
}

export interface TokenRequest {
  readonly form: Readonly<Record<string, string>>
  readonly authorization: string | undefined
}

export type TokenAnswer =
  | { readonly status: number; readonly body: string | object; readonly headers?: Readonly<Record<string, string>> }
  /** The connection breaks without a response; `taken`: after the tokens were changed. */
  | { readonly broken: 'before' | 'taken' }
  /** Fields that replace those of the real response. */
  | { readonly instead: object }

export const person: Identity = {
  kind: 'account',
  remoteId: '4711',
  username: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  profileUrl: 'https://simulant.example/ada',
  accountType: null,
  eligible: false,
  missingPermissions: [],
}

const secret = (): string => randomBytes(12).toString('hex')

export async function startOAuthServer(connect: Partial<OAuthConnect> = {}): Promise<OAuthServer> {
  const tokenRequests: TokenRequest[] = []
  const revoked: string[] = []
  const planned: TokenAnswer[] = []
  const access = new Map<string, string>()
  const refresh = new Map<string, { login: string; used: boolean }>()
  const codes = new Set<string>()
  let identities: readonly Identity[] = [person]
  let delay = 0
  let unsure = 0

  const issue = (login: string) => {
    const tokens = { accessToken: `access-${secret()}`, refreshToken: `refresh-${secret()}` }
    access.set(tokens.accessToken, login)
    refresh.set(tokens.refreshToken, { login, used: false })
    return tokens
  }

  const end = (login: string): void => {
    for (const [token, of] of access) if (of === login) access.delete(token)
    for (const [token, of] of refresh) if (of.login === login) refresh.delete(token)
  }

  /** Null if the credentials are invalid. */
  function grant(form: URLSearchParams) {
    if (form.get('grant_type') === 'authorization_code') {
      return codes.delete(form.get('code') ?? '') ? issue(secret()) : null
    }
    const shown = refresh.get(form.get('refresh_token') ?? '')
    if (!shown) return null
    if (shown.used) {
      end(shown.login)
      return null
    }
    shown.used = true
    return issue(shown.login)
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    tokenRequests.push({ form: Object.fromEntries(form), authorization: request.headers.authorization })
    const plan = planned.shift()
    if (delay > 0) await sleep(delay)
    if (plan && 'status' in plan) return send(response, plan.status, plan.body, plan.headers)
    if (plan && 'broken' in plan && plan.broken === 'before') return void request.socket.destroy()
    const tokens = grant(form)
    if (plan && 'broken' in plan) return void request.socket.destroy()
    if (tokens === null) return send(response, 400, { error: 'invalid_grant', error_description: 'No such token.' })
    send(response, 200, {
      token_type: 'bearer',
      access_token: tokens.accessToken,
      refresh_token: tokens.refreshToken,
      expires_in: 7_200,
      scope: 'read write',
      ...plan?.instead,
    })
  }

  const http = await startHttp(async (request, response) => {
    if (request.url === '/token') return token(request, response)
    if (request.url === '/revoke') {
      revoked.push(new URLSearchParams(await text(request)).get('token') ?? '')
      return send(response, 200, {})
    }
    if (unsure > 0) {
      unsure -= 1
      return send(response, 503, {})
    }
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
    return access.has(bearer) ? send(response, 200, { identities }) : send(response, 401, {})
  })

  return {
    platform: platformAt(http.origin, connect),
    tokenRequests,
    revoked,
    answerNext: (answer) => void planned.push(answer),
    delay: (milliseconds) => {
      delay = milliseconds
    },
    newLogin: () => issue(secret()),
    expire: (accessToken) => void access.delete(accessToken),
    newCode: () => {
      const code = secret()
      codes.add(code)
      return code
    },
    identities: (all) => {
      identities = all
    },
    isUnsure: (times) => {
      unsure = times
    },
    accepts: (accessToken) => access.has(accessToken),
    stop: http.stop,
  }
}

function send(response: ServerResponse, status: number, body: string | object, headers = {}): void {
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(content)
}

const shown = z.object({ identities: z.array(z.custom<Identity>()) })

async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const answer = await call(context, {
    method: 'GET',
    url: `${context.hosts.api}/me`,
    headers: { authorization: `Bearer ${context.credentials.accessToken}` },
  })
  if (answer.status === 401) throw new RefusedCall({ type: 'expired', message: 'The token was refused.' })
  if (answer.status === 503)
    throw new RefusedCall({ type: 'retry', error: 'platform_unavailable', message: 'Simulant cannot tell yet.' })
  return shown.parse(answer.json()).identities
}

function platformAt(origin: string, given: Partial<OAuthConnect>): Platform {
  const connect: OAuthConnect = {
    kind: 'oauth',
    authorize: { host: 'web', path: '/authorize' },
    token: { host: 'api', path: '/token' },
    revoke: { host: 'api', path: '/revoke' },
    scopes: [
      { name: 'read', needed: true },
      { name: 'write', needed: true },
    ],
    pkce: true,
    clientAuth: 'basic',
    ...given,
  }
  return {
    name: 'simulant',
    aliases: [],
    title: 'Simulant',
    postTypes: [],
    options: z.object({}),
    supports: {
      readComments: false,
      reply: false,
      metrics: false,
      audience: false,
      firstComments: 0,
      thumbnails: false,
      altText: false,
    },
    comment: null,
    app: 'X',
    live: {
      hosts: { api: origin, web: origin },
      ...oauthLogin(connect),
      discover,
      plan: () => [],
      actions: {},
    },
  }
}
