import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds } from '../../../domain/time.ts'
import type { IssuedTokens, OAuthRules, TokenRefusal } from '../../shared/oauth-rules.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { personOf } from './people.ts'
import { granted, people } from './store.ts'

/** In seconds (learn.microsoft.com, authorization-code-flow and programmatic-refresh-tokens, 2025-11). */
const codeSeconds = 1_800
const accessSeconds = inSeconds(60 * day)
const refreshSeconds = inSeconds(365 * day)

export const tokenPath = '/oauth/v2/accessToken'

const errorReply = (status: number, error: string, error_description: string): SimulatedReply => ({
  status,
  headers: { 'cache-control': 'no-store' },
  body: { error, error_description },
})

export const deadToken = (): SimulatedReply =>
  errorReply(
    400,
    'invalid_request',
    'The provided authorization grant or refresh token is invalid, expired or revoked.',
  )

function refuse({ reason, message }: TokenRefusal): SimulatedReply {
  if (reason === 'client') return errorReply(401, 'invalid_client', 'Client authentication failed')
  if (reason === 'refresh_token') return deadToken()
  if (reason === 'redirect_uri')
    return errorReply(
      400,
      'invalid_redirect_uri',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match',
    )
  return errorReply(400, 'invalid_request', `Unable to retrieve access token: ${message}`)
}

/** Only approved partners get a refresh token. */
function answer({ accountId, accessToken, refreshToken, scopes, ...rest }: IssuedTokens, world: World): Json {
  const person = people(world).get(accountId)
  return {
    access_token: accessToken,
    expires_in: rest.accessSeconds,
    scope: granted(person, scopes).join(' '),
    token_type: 'Bearer',
    ...(person?.isPartners === true &&
      refreshToken !== null && { refresh_token: refreshToken, refresh_token_expires_in: refreshSeconds }),
  }
}

/** The expiry of a refresh token is fixed: a renewal does not extend it. */
export const oauthRules: OAuthRules = {
  // The quotation marks are escaped like this (reactjs-social-login issue 178, 2024-07; linkedin-cli issue 3, 2021-10).
  lackedScope: (scope) => ({
    error: 'unauthorized_scope_error',
    error_description: `Scope &quot;${scope}&quot; is not authorized for your application`,
  }),
  title: 'LinkedIn',
  authorize: { host: 'web', path: '/oauth/v2/authorization' },
  token: { host: 'web', path: tokenPath },
  revoke: { host: 'web', path: '/oauth/v2/revoke' },
  scopes: [
    'openid',
    'profile',
    'email',
    'w_member_social',
    'r_basicprofile',
    'r_1st_connections_size',
    'r_organization_followers',
    'r_organization_social',
    'w_organization_social',
    'r_organization_social_feed',
    'w_organization_social_feed',
    'w_member_social_feed',
    'r_organization_admin',
    'rw_organization_admin',
    'r_member_social',
    'r_member_social_feed',
    'r_member_postAnalytics',
    'r_member_profileAnalytics',
  ],
  acceptsCommas: true,
  pkce: 'accepted',
  clientAuth: 'body',
  codeSeconds,
  accessSeconds,
  refresh: { seconds: refreshSeconds, rotates: false },
  accountId: personOf,
  refuse,
  answer,
}
