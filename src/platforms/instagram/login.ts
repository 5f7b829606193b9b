import type { OAuthConnect, Renewal } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { type GraphLogin, graphExchange, graphRefresh } from '../shared/meta-login.ts'

/** What `credentials.extra.login` says of the second way. */
const byFacebook = 'facebook'

/** Whether an account was connected by Facebook Login, through its Page; otherwise it was by Instagram's own. */
export const isByFacebook = ({ credentials }: Pick<LoginContext, 'credentials'>): boolean =>
  credentials.extra.login === byFacebook

/** Instagram's own scopes since 2025-01-27 (developers.facebook.com, Instagram API with Instagram Login, 2026-09). */
const instagram: GraphLogin = {
  title: 'Instagram',
  scopes: [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_comments',
    'instagram_business_manage_insights',
  ],
  code: { host: 'token', path: '/oauth/access_token', method: 'POST' },
  long: { host: 'api', path: '/access_token', grant: 'ig_exchange_token' },
  renew: { host: 'api', path: '/refresh_access_token', grant: 'ig_refresh_token' },
}

/** Nothing but a sign-in renews a person's token of Facebook; that of the Page does not end with it. */
const facebook: GraphLogin = {
  title: 'Facebook',
  scopes: [
    'instagram_basic',
    'instagram_content_publish',
    'instagram_manage_comments',
    'instagram_manage_insights',
    'pages_show_list',
    'pages_read_engagement',
  ],
  code: { host: 'graph', path: '/{version}/oauth/access_token', method: 'GET' },
  long: { host: 'graph', path: '/{version}/oauth/access_token', grant: 'fb_exchange_token' },
}

const common = { kind: 'oauth', scopeSeparator: ',', pkce: false, clientAuth: 'body' } as const

const connect = {
  ...common,
  authorize: { host: 'web', path: '/oauth/authorize' },
  token: { host: 'token', path: '/oauth/access_token' },
  scopes: instagram.scopes,
  exchange: graphExchange(instagram),
} as const satisfies OAuthConnect

const facebookConnect = {
  ...common,
  authorize: { host: 'dialog', path: '/{version}/dialog/oauth' },
  token: { host: 'graph', path: '/{version}/oauth/access_token' },
  scopes: facebook.scopes,
  configuration: 'facebook_config_id',
  exchange: graphExchange(facebook),
} as const satisfies OAuthConnect

const renewals = { instagram: graphRefresh(instagram), facebook: graphRefresh(facebook) }

export const login = {
  connect,
  otherLogins: { firstLogin: 'instagram', byName: { [byFacebook]: { app: 'META', connect: facebookConnect } } },
  refresh: (context: LoginContext): Promise<Renewal> =>
    isByFacebook(context) ? renewals.facebook(context) : renewals.instagram(context),
  // Neither way has a call that ends the access of one account and not that of its Page or of the app's other accounts.
  revoke: async () => {},
}

/** All that was asked for and is not among what was granted. */
export const missingOf = (context: LoginContext, granted: readonly string[]): readonly string[] =>
  (isByFacebook(context) ? facebook : instagram).scopes.filter((scope) => !granted.includes(scope))
