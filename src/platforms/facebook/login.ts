import type { OAuthConnect } from '../shared/connect.ts'
import { type GraphLogin, graphExchange, graphRefresh } from '../shared/meta-login.ts'
import { requestedScopes } from '../shared/scopes.ts'

/** For Pages that a person has only through a business. */
const business = 'business_management'

const review = (permission: string) => `the permission ${permission} (App Review for Pages of others)`

const code = { host: 'graph', path: '/{version}/oauth/access_token' } as const

const graphLogin: GraphLogin = {
  title: 'Facebook',
  requested: (context) => requestedScopes(connect, context),
  code: { ...code, method: 'GET' },
  long: { ...code, grant: 'fb_exchange_token' },
}

export const connect: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'web', path: '/{version}/dialog/oauth' },
  token: code,
  scopes: [
    { name: 'pages_show_list', needed: true, from: review('pages_show_list') },
    { name: 'pages_read_engagement', needed: true, from: review('pages_read_engagement') },
    { name: 'pages_manage_posts', needed: true, from: review('pages_manage_posts') },
    { name: 'pages_manage_engagement', enables: ['reply'], from: review('pages_manage_engagement'), byDefault: true },
    {
      name: 'pages_read_user_content',
      enables: ['comments'],
      from: review('pages_read_user_content'),
      byDefault: true,
    },
    { name: 'read_insights', enables: ['metrics'], from: review('read_insights'), byDefault: true },
    { name: business, enables: ['pages'], from: review(business), byDefault: true },
  ],
  roles: {
    list: [
      { name: 'CREATE_CONTENT', title: 'Content', enables: ['publish'] },
      { name: 'MODERATE', title: 'Community activity', enables: ['comments', 'reply'] },
      { name: 'ANALYZE', title: 'Insights', enables: ['metrics'] },
    ],
    givenBy: 'Somebody with full control of the Page gives it in the settings of the Page, under “Page access”.',
  },
  scopeSeparator: ',',
  pkce: false,
  clientAuth: 'body',
  configuration: 'config_id',
  exchange: graphExchange(graphLogin),
}

/**
 * Nothing renews a login: the tokens of Pages have no end of their own, and end with the person's password or role. Nor
 * is one ended: Facebook knows only the end of all that a person has granted the app, other Pages of theirs among it.
 */
export const login = {
  connect,
  refresh: graphRefresh(graphLogin),
  revoke: async (): Promise<void> => undefined,
}
