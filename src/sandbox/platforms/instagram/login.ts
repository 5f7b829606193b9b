import { hour, inSeconds } from '../../../domain/time.ts'
import { type GraphLoginRules, simulateGraphLogin } from '../../shared/graph-login.ts'
import type { SimulatedLogin, World } from '../../shared/simulator.ts'
import { accountOf, personOf } from './accounts.ts'

const instagramRules: GraphLoginRules = {
  title: 'Instagram',
  authorize: { host: 'web', path: '/oauth/authorize' },
  scopes: [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_comments',
    'instagram_business_manage_insights',
    'instagram_business_manage_messages',
  ],
  code: { host: 'token', path: '/oauth/access_token', method: 'POST' },
  long: { host: 'api', path: '/access_token', grant: 'ig_exchange_token', parameter: 'access_token' },
  renew: { host: 'api', path: '/refresh_access_token', grant: 'ig_refresh_token', scope: 'instagram_business_basic' },
  shortSeconds: inSeconds(hour),
  accountId: accountOf,
  declined: {
    no_comments: ['instagram_business_manage_comments'],
    without_permissions: ['instagram_business_manage_comments', 'instagram_business_manage_insights'],
  },
  codeAnswer: ({ accountId, scopes }) => ({ user_id: accountId, permissions: [...scopes] }),
  refuseCode: (message) => ({
    status: 400,
    body: { error_type: 'OAuthException', code: 400, error_message: message },
  }),
}

const token = '/:version/oauth/access_token'

const facebookRules: GraphLoginRules = {
  title: 'Facebook',
  authorize: { host: 'dialog', path: '/:version/dialog/oauth' },
  scopes: [
    'public_profile',
    'instagram_basic',
    'instagram_content_publish',
    'instagram_manage_comments',
    'instagram_manage_insights',
    'pages_show_list',
    'pages_read_engagement',
    'business_management',
  ],
  configurations: true,
  code: { host: 'graph', path: token, method: 'GET' },
  long: { host: 'graph', path: token, grant: 'fb_exchange_token', parameter: 'fb_exchange_token' },
  shortSeconds: inSeconds(hour),
  accountId: personOf,
  declined: {
    no_comments: ['instagram_manage_comments'],
    without_permissions: ['instagram_manage_comments', 'instagram_manage_insights'],
  },
}

const byInstagram = simulateGraphLogin(instagramRules)
const byFacebook = simulateGraphLogin(facebookRules)

export const loginRoutes = [...byInstagram.routes, ...byFacebook.routes]

export const tokenPaths = ['/oauth/access_token', '/access_token', '/refresh_access_token']

/** The person signs in at the host of the authorize URL. */
export const loginOf = (name: string): SimulatedLogin => ({
  kind: 'oauth',
  consent: (authorizeUrl: URL, world: World) => {
    const { login } = authorizeUrl.pathname.endsWith('/dialog/oauth') ? byFacebook : byInstagram
    const found = login(name)
    if (found.kind !== 'oauth') throw new Error('It is OAuth.')
    return found.consent(authorizeUrl, world)
  },
})
