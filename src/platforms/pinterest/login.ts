import { z } from 'zod'
import { type Answer, call, isDone, jsonIn } from '../shared/call.ts'
import type {
  Credentials,
  DeveloperApp,
  Endpoint,
  Exchange,
  LiveContext,
  LoginContext,
  OAuthConnect,
  Renewal,
  ReturnedCode,
} from '../shared/live.ts'
import { addressOf } from '../shared/oauth.ts'
import { refusal, saidIn } from './errors.ts'

/** Making a Pin takes the first four, finding out whose login it is the last (OpenAPI 5.23.0). */
const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'] as const

const token: Endpoint = { host: 'api', path: '/v5/oauth/token' }

export const connect: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'web', path: '/oauth/' },
  token,
  scopes,
  scopeSeparator: ',',
  pkce: false,
  clientAuth: 'basic',
  exchange: (returned, context) => exchange(returned, context),
}

export const login = {
  connect,
  refresh: (context: LoginContext) => refresh(context),
  // The call that Pinterest has for it works for system users alone (OpenAPI 5.23.0): the tokens are just forgotten.
  revoke: async () => {},
}

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().nullish(),
  scope: z.string().nullish(),
})

/**
 * In milliseconds: after this long a login is renewed when it is used. The access token lasts for 30 days, the refresh
 * token for 60; each renewal gives a new one of both.
 */
const renewAfter = 7 * 86_400_000

async function exchange({ code, redirectUri }: ReturnedCode, context: LiveContext): Promise<Exchange> {
  const answer = await askForTokens(context, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    // Apps made before 2025-09-25 get refresh tokens that can't be prolonged unless they ask (OpenAPI 5.23.0).
    continuous_refresh: 'true',
  })
  const blank: Credentials = { accessToken: '', refreshToken: null, expiresAt: null, scopes, extra: {} }
  if (isDone(answer)) return { type: 'in', credentials: withTokens(blank, answer, context) }
  return isFinal(answer) && answer.status !== 401
    ? { type: 'refused', message: `Pinterest refused the login. ${wordsOf(answer)}` }
    : { type: 'unavailable', message: `Pinterest’s sign-in failed with status ${answer.status}. ${wordsOf(answer)}` }
}

/**
 * Which code a dead refresh token has nobody says, so whatever is refused is taken for that (sheet of 2026-11-21); a
 * wrong secret of the app, which is refused in the same way, is found at the first sign-in.
 */
async function refresh(context: LoginContext): Promise<Renewal> {
  const { credentials } = context
  if (credentials.refreshToken === null)
    return {
      type: 'refused',
      error: 'token_expired',
      message: 'The login has ended, and Pinterest gave no means to renew it.',
    }
  const answer = await askForTokens(context, {
    grant_type: 'refresh_token',
    refresh_token: credentials.refreshToken,
  })
  if (isDone(answer)) return { type: 'renewed', credentials: withTokens(credentials, answer, context) }
  if (isFinal(answer))
    return {
      type: 'refused',
      error: 'reconnect_required',
      message: `Pinterest does not renew the login any more. ${wordsOf(answer)}`,
    }
  const later = refusal(answer, 'read', context)
  return {
    type: 'retry',
    message: later.message,
    ...(later.type === 'retry' && later.notBefore !== undefined ? { notBefore: later.notBefore } : {}),
  }
}

const isFinal = ({ status }: Answer): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

const wordsOf = (answer: Answer): string => {
  const [words = ''] = saidIn(answer).words
  return words === '' ? '' : `It says: “${words.slice(0, 300)}”`
}

function askForTokens(context: LiveContext, form: Readonly<Record<string, string>>): Promise<Answer> {
  const { clientId, clientSecret } = known(context.app)
  const basic = Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')
  return call(context, {
    method: 'POST',
    url: addressOf(token, context),
    headers: { authorization: `Basic ${basic}` },
    form,
  })
}

function withTokens(before: Credentials, answer: Answer, { clock }: Pick<LiveContext, 'clock'>): Credentials {
  const given = tokens.parse(jsonIn(answer))
  const now = clock.now()
  // Told with commas by the documentation, and with spaces in its examples.
  const granted = (given.scope ?? '').split(/[\s,]+/).filter((one) => one !== '')
  const refreshToken = given.refresh_token ?? before.refreshToken
  return {
    ...before,
    accessToken: given.access_token,
    refreshToken,
    expiresAt: given.expires_in ? now + given.expires_in * 1_000 : null,
    scopes: granted.length > 0 ? granted : before.scopes,
    renewFrom: refreshToken === null ? undefined : now + renewAfter,
  }
}

function known(app: DeveloperApp | null): DeveloperApp {
  if (app === null) throw new Error('Pinterest was called without a developer app.')
  return app
}
