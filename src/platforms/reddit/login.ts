import type { OAuthConnect } from '../shared/connect.ts'
import type { LiveContext } from '../shared/context.ts'
import { exchangeCode, oauthLogin } from '../shared/oauth.ts'
import { withUserAgent } from './request.ts'

const anyApp = 'Data API access'

/**
 * Reddit has no PKCE. It returns a refresh token only for `duration=permanent`; that token does not expire and stays the
 * same. `history` is for the account's own lists, where a post in doubt is searched.
 */
const data = {
  kind: 'oauth',
  authorize: { host: 'web', path: '/api/v1/authorize' },
  token: { host: 'web', path: '/api/v1/access_token' },
  revoke: { host: 'web', path: '/api/v1/revoke_token' },
  scopes: [
    { name: 'identity', needed: true, from: anyApp },
    { name: 'submit', needed: true, from: anyApp },
    { name: 'read', enables: ['metrics'], from: anyApp, byDefault: true },
    { name: 'history', enables: ['find'], from: anyApp, byDefault: true },
  ],
  pkce: false,
  clientAuth: 'basic',
  // An “installed app”.
  secretOptional: true,
  parameters: { duration: 'permanent' },
} as const satisfies OAuthConnect

const { refresh, revoke } = oauthLogin(data)

export const login = {
  connect: {
    ...data,
    exchange: (returned, context) => exchangeCode(data, withUserAgentAndSecret(context), { ...returned, verifier: '' }),
  } satisfies OAuthConnect,
  refresh: (context: Parameters<typeof refresh>[0]) => refresh(withUserAgentAndSecret(context)),
  revoke: (context: Parameters<typeof revoke>[0]) => revoke(withUserAgentAndSecret(context)),
}

/** An installed app has no secret: it sends an empty one in the same header as a web app. */
const withUserAgentAndSecret = <C extends LiveContext>(context: C): C => ({
  ...withUserAgent(context),
  app: context.app && { ...context.app, clientSecret: context.app.clientSecret ?? '' },
})
