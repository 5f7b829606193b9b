import type { OAuthConnect, Renewal } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { type GraphLogin, graphExchange, graphRefresh } from '../shared/meta-login.ts'
import { missingScopes, requestedScopes, scopesField } from '../shared/scopes.ts'

/** The value of `credentials.extra.login` for the second login method. */
const byFacebook = 'facebook'

/** Whether an account was connected with Facebook Login, through its Page, and not with Instagram Login. */
export const isByFacebook = ({ credentials }: Pick<LoginContext, 'credentials'>): boolean =>
  credentials.extra.login === byFacebook

const review = (permission: string) => `the permission ${permission} (App Review for accounts of others)`

/** Instagram's own scopes since 2025-01-27 (developers.facebook.com, Instagram API with Instagram Login, 2026-09). */
const instagram: GraphLogin = {
  title: 'Instagram',
  requested: (context) => requestedScopes(connect, context),
  code: { host: 'token', path: '/oauth/access_token', method: 'POST' },
  long: { host: 'api', path: '/access_token', grant: 'ig_exchange_token' },
  renew: { host: 'api', path: '/refresh_access_token', grant: 'ig_refresh_token' },
}

/** Only a new sign-in renews a person's token of Facebook. The token of the Page does not end with it. */
const facebook: GraphLogin = {
  title: 'Facebook',
  requested: (context) => requestedScopes(facebookConnect, context),
  code: { host: 'graph', path: '/{version}/oauth/access_token', method: 'GET' },
  long: { host: 'graph', path: '/{version}/oauth/access_token', grant: 'fb_exchange_token' },
}

const common = { kind: 'oauth', scopeSeparator: ',', pkce: false, clientAuth: 'body' } as const

const connect: OAuthConnect = {
  ...common,
  authorize: { host: 'web', path: '/oauth/authorize' },
  token: { host: 'token', path: '/oauth/access_token' },
  scopes: [
    { name: 'instagram_business_basic', needed: true, from: review('instagram_business_basic') },
    {
      name: 'instagram_business_content_publish',
      needed: true,
      from: review('instagram_business_content_publish'),
    },
    {
      name: 'instagram_business_manage_comments',
      enables: ['comments', 'reply'],
      from: review('instagram_business_manage_comments'),
      byDefault: true,
    },
    {
      name: 'instagram_business_manage_insights',
      enables: ['metrics'],
      from: review('instagram_business_manage_insights'),
      byDefault: true,
    },
  ],
  exchange: graphExchange(instagram),
}

const facebookConnect: OAuthConnect = {
  ...common,
  authorize: { host: 'dialog', path: '/{version}/dialog/oauth' },
  token: { host: 'graph', path: '/{version}/oauth/access_token' },
  configuration: 'facebook_config_id',
  scopesField: scopesField(byFacebook),
  scopes: [
    { name: 'instagram_basic', needed: true, from: review('instagram_basic') },
    { name: 'instagram_content_publish', needed: true, from: review('instagram_content_publish') },
    {
      name: 'instagram_manage_comments',
      enables: ['comments', 'reply'],
      from: review('instagram_manage_comments'),
      byDefault: true,
    },
    {
      name: 'instagram_manage_insights',
      enables: ['metrics'],
      from: review('instagram_manage_insights'),
      byDefault: true,
    },
    { name: 'pages_show_list', needed: true, from: review('pages_show_list') },
    { name: 'pages_read_engagement', needed: true, from: review('pages_read_engagement') },
    // Pages of a business portfolio are listed only with it (openpost issue 216, PR 217, 2026-08-30).
    { name: 'business_management', enables: ['pages'], from: review('business_management'), byDefault: true },
  ],
  exchange: graphExchange(facebook),
}

const renewals = { instagram: graphRefresh(instagram), facebook: graphRefresh(facebook) }

export const login = {
  connect,
  otherLogins: { firstLogin: 'instagram', byName: { [byFacebook]: { app: 'META', connect: facebookConnect } } },
  refresh: (context: LoginContext): Promise<Renewal> =>
    isByFacebook(context) ? renewals.facebook(context) : renewals.instagram(context),
  // With neither login method can the access of one account be ended without that of its Page or other accounts.
  revoke: async () => {},
}

/** The login method that the account was connected with. */
export const connectOf = (context: Pick<LoginContext, 'credentials'>): OAuthConnect =>
  isByFacebook(context) ? facebookConnect : connect

/** The scopes that were not granted, requested or not. */
export const missingOf = (context: LoginContext, granted: readonly string[]): readonly string[] =>
  missingScopes(connectOf(context), granted)
