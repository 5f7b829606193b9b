import type { OAuthConnect } from '../shared/connect.ts'
import type { LiveContext } from '../shared/context.ts'
import { exchangeCode, oauthLogin } from '../shared/oauth.ts'
import { named } from './request.ts'

/**
 * Reddit has no PKCE. It returns a refresh token only for `duration=permanent`; that token does not expire and stays the
 * same. `history` is for the account's own lists, where a post in doubt is searched.
 */
const data = {
  kind: 'oauth',
  authorize: { host: 'web', path: '/api/v1/authorize' },
  token: { host: 'web', path: '/api/v1/access_token' },
  revoke: { host: 'web', path: '/api/v1/revoke_token' },
  scopes: ['identity', 'submit', 'read', 'history'],
  pkce: false,
  clientAuth: 'basic',
  parameters: { duration: 'permanent' },
} as const satisfies OAuthConnect

const { refresh, revoke } = oauthLogin(data)

export const login = {
  connect: {
    ...data,
    exchange: (returned, context) => exchangeCode(data, asApp(context), { ...returned, verifier: '' }),
  } satisfies OAuthConnect,
  refresh: (context: Parameters<typeof refresh>[0]) => refresh(asApp(context)),
  revoke: (context: Parameters<typeof revoke>[0]) => revoke(asApp(context)),
}

/** An installed app has no secret: it sends an empty one in the same header as a web app. */
const asApp = <C extends LiveContext>(context: C): C => ({
  ...named(context),
  app: context.app && { ...context.app, clientSecret: context.app.clientSecret ?? '' },
})
