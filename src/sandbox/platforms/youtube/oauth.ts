import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds } from '../../../domain/time.ts'
import type { IssuedTokens, OAuthRules, TokenRefusal } from '../../shared/oauth-rules.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { channelNamed } from './store.ts'

/** In seconds. A refresh token that is not used for six months ends (developers.google.com, 2026-10-02). */
const accessSeconds = 3_599
const refreshSeconds = inSeconds(183 * day)

const auth = 'https://www.googleapis.com/auth'
export const forceSsl = `${auth}/youtube.force-ssl`
export const manage = `${auth}/youtube`
export const readonly = `${auth}/youtube.readonly`
export const uploading = `${auth}/youtube.upload`

export const tokenPath = '/token'

const errorReply = (status: number, error: string, error_description: string): SimulatedReply => ({
  status,
  headers: { 'cache-control': 'no-store' },
  body: { error, error_description },
})

export const invalidGrant = (): SimulatedReply => errorReply(400, 'invalid_grant', 'Token has been expired or revoked.')

function refuse({ reason }: TokenRefusal): SimulatedReply {
  if (reason === 'client') return errorReply(401, 'invalid_client', 'The OAuth client was not found.')
  if (reason === 'grant_type') return errorReply(400, 'unsupported_grant_type', 'Invalid grant_type.')
  if (reason === 'redirect_uri') return errorReply(400, 'redirect_uri_mismatch', 'Bad Request')
  return reason === 'refresh_token' ? invalidGrant() : errorReply(400, 'invalid_grant', 'Bad Request')
}

/** A refresh token is returned only once, with the code; a refresh does not return one. */
function answer({ accessToken, accessSeconds: expires_in, refreshToken, scopes }: IssuedTokens, world: World): Json {
  const told = world.documents('told_refresh_tokens')
  const isNew = refreshToken !== null && told.get(refreshToken) === undefined
  if (isNew) told.put(refreshToken, null)
  return {
    access_token: accessToken,
    expires_in,
    ...(isNew && { refresh_token: refreshToken }),
    scope: scopes.join(' '),
    token_type: 'Bearer',
  }
}

export const oauthRules: OAuthRules = {
  title: 'Google',
  authorize: { host: 'accounts', path: '/o/oauth2/v2/auth' },
  token: { host: 'oauth', path: tokenPath },
  scopes: [forceSsl, manage, readonly, uploading, `${auth}/yt-analytics.readonly`, 'openid', 'email', 'profile'],
  pkce: 'accepted',
  clientAuth: 'body',
  codeSeconds: 600,
  accessSeconds,
  refresh: { seconds: refreshSeconds, rotates: false },
  accountId: channelNamed,
  refuse,
  answer,
}
