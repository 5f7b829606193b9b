import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds } from '../../../domain/time.ts'
import { simulatedApp } from '../../shared/app.ts'
import type { IssuedTokens, OAuthRules, TokenRefusal } from '../../shared/oauth-rules.ts'
import { accessTokens, logins } from '../../shared/oauth-store.ts'
import type { SimulatedReply, SimulatedRoute } from '../../shared/simulator.ts'
import { accountOf } from './store.ts'

/** In seconds (developers.tiktok.com, Manage User Access Tokens, 2026-11-05). */
const accessSeconds = 7_200
const refreshSeconds = inSeconds(180 * day)

export const tokenPath = '/v2/oauth/token/'

const errorReply = (error: string, error_description: string): SimulatedReply => ({
  status: 400,
  headers: { 'cache-control': 'no-store' },
  body: { error, error_description, log_id: '20260000000000000000' },
})

/** Failed refreshes were observed with status 200. */
export const wrongRefreshToken = (): SimulatedReply => ({
  ...errorReply('invalid_grant', 'Refresh token is invalid or expired.'),
  status: 200,
})

const refuse = ({ reason, error, message }: TokenRefusal): SimulatedReply =>
  reason === 'refresh_token' ? wrongRefreshToken() : errorReply(error, message)

const answer = ({
  accountId,
  accessToken,
  accessSeconds: expires_in,
  refreshToken,
  refreshSeconds: refresh_expires_in,
  scopes,
}: IssuedTokens): Json => ({
  open_id: accountId,
  scope: scopes.join(','),
  access_token: accessToken,
  expires_in,
  refresh_token: refreshToken,
  refresh_expires_in,
  token_type: 'Bearer',
})

export const oauthRules: OAuthRules = {
  title: 'TikTok',
  authorize: { host: 'auth', path: '/v2/auth/authorize/' },
  token: { host: 'api', path: tokenPath },
  scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.publish', 'video.upload', 'video.list'],
  scopeSeparator: ',',
  pkce: 'accepted',
  ignoresVerifier: true,
  // Login Kit for Desktop.
  hexChallenge: true,
  clientAuth: 'body',
  clientIdName: 'client_key',
  accessSeconds,
  refresh: { seconds: refreshSeconds, rotates: true },
  accountId: accountOf,
  declined: { without_permissions: ['user.info.stats', 'video.list'] },
  refuse,
  answer,
}

/** POST /v2/oauth/revoke/: accepts only an access token, and returns nothing. */
export const revoke: SimulatedRoute = {
  method: 'POST',
  host: 'api',
  path: '/v2/oauth/revoke/',
  operation: 'token',
  handle: (request, world) => {
    const form = request.form()
    if (form.get('client_key') !== simulatedApp.clientId || form.get('client_secret') !== simulatedApp.clientSecret)
      return errorReply('invalid_client', 'Client key or secret is incorrect.')
    const found = accessTokens(world).get(form.get('token') ?? '')
    const login = found && logins(world).get(found.login)
    if (!found || !login) return errorReply('invalid_request', 'The token is not an access token.')
    logins(world).put(found.login, { ...login, dead: true })
    return { status: 200, body: '' }
  },
}
