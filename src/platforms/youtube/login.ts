import type { OAuthConnect } from '../shared/connect.ts'
import { oauthLogin } from '../shared/oauth.ts'

/**
 * This scope is enough for all requests except YouTube Analytics, and the only one that allows comments (discovery
 * document, revision 20260924).
 */
const scopes = [
  {
    name: 'https://www.googleapis.com/auth/youtube.force-ssl',
    needed: true,
    from: 'this scope (“Data Access” of its OAuth consent screen in the Google Cloud console)',
  },
] as const

const connect: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'accounts', path: '/o/oauth2/v2/auth' },
  token: { host: 'oauth', path: '/token' },
  revoke: { host: 'oauth', path: '/revoke' },
  scopes,
  // Google documents PKCE for installed apps, not for apps with a secret (developers.google.com, 2026-10-02).
  pkce: false,
  clientAuth: 'body',
  // Without `access_type` there is no refresh token; without `prompt` there is none for a person who consented before.
  parameters: { access_type: 'offline', prompt: 'consent' },
}

export const login = oauthLogin(connect)
