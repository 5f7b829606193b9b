import type { AuthorizationServer, ClientAuth } from 'oauth4webapi'
import { retryAfter } from '../../domain/retry-after.ts'
import { call, hostOf } from './call.ts'
import type { Endpoint, Exchange, OAuthConnect, Renewal, ReturnedCode } from './connect.ts'
import type { Credentials, DeveloperApp, LiveContext, LoginContext } from './context.ts'
import { type Answer, readTokens, type Tokens } from './oauth-answer.ts'
import { requestedScopes } from './scopes.ts'

/** Identifies a sign-in when the browser returns. */
export interface SignInRequest {
  readonly redirectUri: string
  readonly state: string
  readonly verifier: string
}

/** Loaded with the first login, since most processes have none. */
const library = () => import('oauth4webapi')

/** The PKCE verifier; made for platforms without PKCE, too. */
export const newVerifier = async (): Promise<string> => (await library()).generateRandomCodeVerifier()

/** Where a person signs in and consents. */
export async function authorizeUrl(
  connect: OAuthConnect,
  context: Pick<LiveContext, 'hosts' | 'pages' | 'app' | 'settings'>,
  { redirectUri, state, verifier }: SignInRequest,
): Promise<string> {
  const { pages, hosts, settings } = context
  const url = new URL(addressOf(connect.authorize, { hosts: pages ?? hosts, settings }))
  const { calculatePKCECodeChallenge } = await library()
  const parameters = {
    response_type: 'code',
    [connect.clientIdName ?? 'client_id']: known(context.app).clientId,
    redirect_uri: redirectUri,
    scope: requestedScopes(connect, context).join(connect.scopeSeparator ?? ' '),
    state,
    ...(connect.pkce
      ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
      : {}),
    ...connect.parameters,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const configuration = connect.configuration && context.settings[connect.configuration]
  if (configuration) {
    url.searchParams.delete('scope')
    url.searchParams.set('config_id', configuration)
  }
  // A plus means a space only in a form; in a query some servers read it as a plus.
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

/** Exchanges the code for tokens. A code is valid for one attempt, even if that fails. */
export async function exchangeCode(
  connect: OAuthConnect,
  context: LiveContext,
  { code, redirectUri, verifier }: ReturnedCode & { readonly verifier: string },
): Promise<Exchange> {
  if (connect.exchange) return connect.exchange({ code, redirectUri }, context)
  const answer = await askForTokens(connect, context, 'authorization_code', {
    code,
    redirect_uri: redirectUri,
    ...(connect.pkce ? { code_verifier: verifier } : {}),
  })
  const read = readTokens(answer)
  if (read.type === 'refused') return read
  if (read.type === 'failed') return { ...read, type: 'unavailable' }
  const blank = {
    accessToken: '',
    refreshToken: null,
    expiresAt: null,
    scopes: requestedScopes(connect, context),
    extra: {},
  }
  return { type: 'in', credentials: withTokens(blank, read.tokens, context) }
}

/** A login with standard OAuth. */
export const oauthLogin = (connect: OAuthConnect) => ({
  connect,
  refresh: (context: LoginContext) => refreshOAuth(connect, context),
  revoke: (context: LoginContext) => revokeOAuth(connect, context),
})

/** New tokens for the refresh token. If the platform returns no new refresh token, the old one stays. */
async function refreshOAuth(connect: OAuthConnect, context: LoginContext): Promise<Renewal> {
  const { credentials } = context
  if (credentials.refreshToken === null)
    return {
      type: 'refused',
      error: 'token_expired',
      message: 'The login has expired, and the platform provided no refresh token. Connect the account again.',
    }
  const answer = await askForTokens(connect, context, 'refresh_token', { refresh_token: credentials.refreshToken })
  const read = readTokens(answer)
  if (read.type === 'refused') return { type: 'refused', error: 'reconnect_required', message: read.message }
  if (read.type === 'failed') return { type: 'retry', message: read.message, ...notBefore(answer, context) }
  return { type: 'renewed', credentials: withTokens(credentials, read.tokens, context) }
}

/** Revokes the access at the platform, if it has such a call. */
async function revokeOAuth(connect: OAuthConnect, context: LoginContext): Promise<void> {
  if (connect.revoke === undefined) return
  const { revocationRequest } = await library()
  const app = known(context.app)
  const server = { issuer: 'revoke', revocation_endpoint: addressOf(connect.revoke, context) }
  const { refreshToken, accessToken } = context.credentials
  await revocationRequest(
    server,
    { client_id: app.clientId },
    showApp(connect, app),
    connect.revokes === 'access_token' ? accessToken : (refreshToken ?? accessToken),
    await withOurClient(context),
  )
}

async function askForTokens(
  connect: OAuthConnect,
  context: LiveContext,
  grant: 'authorization_code' | 'refresh_token',
  parameters: Record<string, string>,
): Promise<Answer> {
  const { genericTokenEndpointRequest } = await library()
  const app = known(context.app)
  const url = addressOf(connect.token, context)
  const server: AuthorizationServer = { issuer: url, token_endpoint: url }
  const client = { client_id: app.clientId }
  const response = await genericTokenEndpointRequest(
    server,
    client,
    showApp(connect, app),
    grant,
    parameters,
    await withOurClient(context),
  )
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

/** The library's requests use our guarded HTTP client; the sandbox and an operator's own host may be plain http. */
async function withOurClient(context: Pick<LiveContext, 'http'>) {
  const { customFetch, allowInsecureRequests } = await library()
  return {
    [allowInsecureRequests]: true,
    [customFetch]: async (
      url: string,
      { headers, body }: { headers: Record<string, string>; body: URLSearchParams },
    ): Promise<Response> => {
      const answer = await call(context, { method: 'POST', url, headers, form: Object.fromEntries(body) })
      return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers: answer.headers })
    },
  }
}

/**
 * The ID and the secret are sent without encoding, as the platforms document it. RFC 6749's encoding changes secrets with
 * a `-` or a `_`, and some servers do not decode it.
 */
const showApp =
  ({ clientAuth, clientIdName }: OAuthConnect, { clientId, clientSecret }: DeveloperApp): ClientAuth =>
  (_server, _client, body, headers) => {
    if (clientAuth === 'basic' && clientSecret !== null) {
      headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)
      return
    }
    body.set(clientIdName ?? 'client_id', clientId)
    if (clientSecret !== null) body.set('client_secret', clientSecret)
  }

function withTokens(before: Credentials, tokens: Tokens, { clock }: Pick<LiveContext, 'clock'>): Credentials {
  const { scope } = tokens
  const scopes = typeof scope === 'string' ? scope.split(/[\s,]+/).filter((one) => one !== '') : (scope ?? [])
  return {
    ...before,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ? tokens.refresh_token : before.refreshToken,
    expiresAt: tokens.expires_in ? clock.now() + tokens.expires_in * 1_000 : null,
    scopes: scopes.length > 0 ? scopes : before.scopes,
  }
}

function notBefore({ headers }: Answer, { clock }: Pick<LiveContext, 'clock'>) {
  const notBefore = retryAfter({ headers }, clock.now())
  return notBefore === undefined ? {} : { notBefore }
}

/** The URL of an endpoint, with the operator's settings. */
export const addressOf = (
  { host, path }: Endpoint,
  { hosts, settings }: Pick<LiveContext, 'hosts' | 'settings'>,
): string => hostOf({ hosts }, host) + path.replaceAll(/\{(\w+)\}/g, (slot, name) => settings[name] ?? slot)

function known(app: DeveloperApp | null): DeveloperApp {
  if (app === null) throw new Error('A platform with OAuth was called without a developer app.')
  return app
}
