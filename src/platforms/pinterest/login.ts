import { z } from 'zod'
import { firstCharacters } from '../../domain/foreign-text.ts'
import { day } from '../../domain/time.ts'
import { type Answer, call, isDone, jsonIn } from '../shared/call.ts'
import type { Endpoint, Exchange, OAuthConnect, Renewal, ReturnedCode } from '../shared/connect.ts'
import type { Credentials, DeveloperApp, LiveContext, LoginContext } from '../shared/context.ts'
import { addressOf } from '../shared/oauth.ts'
import { requestedScopes } from '../shared/scopes.ts'
import { errorIn, refusal } from './errors.ts'
import { scopeRequest } from './permissions.ts'

const token: Endpoint = { host: 'api', path: '/v5/oauth/token' }

export const connect: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'web', path: '/oauth/' },
  token,
  ...scopeRequest,
  scopeSeparator: ',',
  pkce: false,
  clientAuth: 'basic',
  exchange: (returned, context) => exchange(returned, context),
}

export const login = {
  connect,
  refresh: (context: LoginContext) => refresh(context),
  // Pinterest's endpoint for this works only for system users (OpenAPI 5.23.0), so the tokens are only deleted here.
  revoke: async () => {},
}

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().nullish(),
  scope: z.string().nullish(),
})

/**
 * A login older than this is renewed when it is used. The access token is valid for 30 days, the refresh token for 60; each
 * renewal returns new ones.
 */
const renewAfter = 7 * day

async function exchange({ code, redirectUri }: ReturnedCode, context: LiveContext): Promise<Exchange> {
  const answer = await askForTokens(context, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    // Without this, apps created before 2025-09-25 get refresh tokens that can't be renewed (OpenAPI 5.23.0).
    continuous_refresh: 'true',
  })
  const requested = requestedScopes(connect, context)
  const blank: Credentials = { accessToken: '', refreshToken: null, expiresAt: null, scopes: requested, extra: {} }
  if (isDone(answer)) return { type: 'in', credentials: withTokens(blank, answer, context) }
  const { codes, words } = errorIn(answer)
  const reason = { codes, message: words[0] ?? null }
  return isFinalStatus(answer) && answer.status !== 401
    ? { type: 'refused', reason, message: `Pinterest refused the login. ${wordsOf(answer)}`.trim() }
    : {
        type: 'unavailable',
        reason,
        message: `Pinterest’s sign-in failed with status ${answer.status}. ${wordsOf(answer)}`.trim(),
      }
}

/**
 * Pinterest does not document the code for an expired refresh token, so every refusal counts as one (sheet of 2026-11-21). A
 * wrong app secret is refused in the same way, but it shows at the first sign-in.
 */
async function refresh(context: LoginContext): Promise<Renewal> {
  const { credentials } = context
  if (credentials.refreshToken === null)
    return {
      type: 'refused',
      error: 'token_expired',
      message: 'The Pinterest login has expired and has no refresh token. Connect the account again.',
    }
  const answer = await askForTokens(context, {
    grant_type: 'refresh_token',
    refresh_token: credentials.refreshToken,
  })
  if (isDone(answer)) return { type: 'renewed', credentials: withTokens(credentials, answer, context) }
  if (isFinalStatus(answer))
    return {
      type: 'refused',
      error: 'reconnect_required',
      message: `Pinterest refused to renew the login. Connect the account again. ${wordsOf(answer)}`.trim(),
    }
  const later = refusal(answer, 'read', context)
  return {
    type: 'retry',
    message: later.message,
    ...(later.type === 'retry' && later.notBefore !== undefined ? { notBefore: later.notBefore } : {}),
  }
}

const isFinalStatus = ({ status }: Answer): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Maximum number of characters of Pinterest's own message that are shown. */
const longestText = 300

const wordsOf = (answer: Answer): string => {
  const [words = ''] = errorIn(answer).words
  return words === '' ? '' : `Pinterest says: “${firstCharacters(words, longestText)}”`
}

function askForTokens(context: LiveContext, form: Readonly<Record<string, string>>): Promise<Answer> {
  const { clientId, clientSecret } = appOf(context.app)
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
  // Separated by commas in the documentation, by spaces in its examples.
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

function appOf(app: DeveloperApp | null): DeveloperApp {
  if (app === null) throw new Error('Pinterest was called without a developer app.')
  return app
}
