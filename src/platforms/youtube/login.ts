import type { OAuthConnect } from '../shared/live.ts'
import { oauthLogin } from '../shared/oauth.ts'

/**
 * This one is enough for all calls but those of YouTube Analytics, and the only one for comments (discovery document,
 * revision 20260924).
 */
const scopes = ['https://www.googleapis.com/auth/youtube.force-ssl'] as const

const connect: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'accounts', path: '/o/oauth2/v2/auth' },
  token: { host: 'oauth', path: '/token' },
  revoke: { host: 'oauth', path: '/revoke' },
  scopes,
  // Google describes it for installed apps, and not for apps with a secret (developers.google.com, 2026-10-02).
  pkce: false,
  clientAuth: 'body',
  // Without the first there is no refresh token, without the second none for whoever has consented before.
  parameters: { access_type: 'offline', prompt: 'consent' },
}

export const login = oauthLogin(connect)
