import type { OAuthConnect } from '../shared/connect.ts'
import { type GraphLogin, graphExchange, graphRefresh } from '../shared/meta-login.ts'

/** Without these nothing can be published. */
const publishing = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']
/** Comments, what others have commented, metrics. */
const further = ['pages_manage_engagement', 'pages_read_user_content', 'read_insights']
/** For Pages that a person has only through a business. */
const business = 'business_management'

export const wanted = [...publishing, ...further]

const code = { host: 'graph', path: '/{version}/oauth/access_token' } as const

const graphLogin: GraphLogin = {
  title: 'Facebook',
  scopes: [...wanted, business],
  code: { ...code, method: 'GET' },
  long: { ...code, grant: 'fb_exchange_token' },
}

const connect: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'web', path: '/{version}/dialog/oauth' },
  token: code,
  scopes: graphLogin.scopes,
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
