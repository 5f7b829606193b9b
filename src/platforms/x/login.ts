import { oauthLogin } from '../shared/oauth.ts'

const from = 'the app permission “Read and write” (“User authentication settings” in the developer portal)'

/**
 * `tweet.write` needs the two reads beside it; without `offline.access` there is no refresh token. A refresh token is
 * good once: a second use ends the whole login (post-for-me, 2026-07; trypostit issue 126). The authorize page is that of
 * the guide; OpenAPI 2.167 names another.
 */
export const login = oauthLogin({
  kind: 'oauth',
  authorize: { host: 'web', path: '/i/oauth2/authorize' },
  token: { host: 'api', path: '/2/oauth2/token' },
  revoke: { host: 'api', path: '/2/oauth2/revoke' },
  scopes: [
    { name: 'tweet.read', needed: true },
    { name: 'tweet.write', needed: true, from },
    { name: 'users.read', needed: true },
    { name: 'media.write', needed: true, from },
    { name: 'offline.access', needed: true },
  ],
  pkce: true,
  clientAuth: 'basic',
  // A “Native App” is a public client: it names itself in the body (docs.x.com, 2026-08-22).
  secretOptional: true,
})
