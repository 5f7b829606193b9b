import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds } from '../../../domain/time.ts'
import type { IssuedTokens, OAuthRules, TokenRefusal } from '../../shared/oauth-rules.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { accountOf } from './accounts.ts'

/** In seconds (OpenAPI 5.23.0; clients report how long a code is valid). */
const codeSeconds = 600
const accessSeconds = inSeconds(30 * day)
const refreshSeconds = inSeconds(60 * day)

export const tokenPath = '/v5/oauth/token'

const refusal = (status: number, code: number, message: string): SimulatedReply => ({
  status,
  body: { code, message, status: 'failure' },
})

/** The error code of a dead refresh token is unknown; that of a wrong client is documented (OpenAPI 5.23.0). */
export const deadToken = (): SimulatedReply => refusal(400, 1, 'The refresh token is invalid or has expired.')

function refuse({ reason, message }: TokenRefusal): SimulatedReply {
  if (reason === 'client') return refusal(401, 2, 'Authentication failed.')
  return reason === 'refresh_token' ? deadToken() : refusal(400, 1, message)
}

function answer(issued: IssuedTokens, world: World): Json {
  const { accessToken, refreshToken, scopes } = issued
  return {
    response_type: issued.grant,
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: issued.accessSeconds,
    scope: scopes.join(' '),
    ...(refreshToken === null
      ? {}
      : {
          refresh_token: refreshToken,
          refresh_token_expires_in: refreshSeconds,
          refresh_token_expires_at: Math.floor(inSeconds(world.now())) + refreshSeconds,
        }),
  }
}

/** Only continuous tokens exist here: each renewal invalidates the refresh token that was sent. */
export const oauthRules: OAuthRules = {
  title: 'Pinterest',
  authorize: { host: 'web', path: '/oauth/' },
  token: { host: 'api', path: tokenPath },
  scopes: [
    'ads:read',
    'ads:write',
    'boards:read',
    'boards:read_secret',
    'boards:write',
    'boards:write_secret',
    'catalogs:read',
    'catalogs:write',
    'pins:read',
    'pins:read_secret',
    'pins:write',
    'pins:write_secret',
    'user_accounts:read',
  ],
  scopeSeparator: ',',
  pkce: 'accepted',
  clientAuth: 'basic',
  tokenQuery: true,
  codeSeconds,
  accessSeconds,
  refresh: { seconds: refreshSeconds, rotates: true },
  accountId: accountOf,
  refuse,
  answer,
}
