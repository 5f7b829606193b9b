import { day, inSeconds } from '../../../domain/time.ts'
import type { OAuthRules, TokenRefusal } from '../../shared/oauth-rules.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import { accountOf } from './add.ts'

/** In seconds; the first two from docs.x.com (2026-08-22), the third as clients report it. */
const codeSeconds = 30
const accessSeconds = 7_200
const refreshSeconds = inSeconds(180 * day)

export const tokenPath = '/2/oauth2/token'

const wrongValue = (what: string): SimulatedReply => ({
  status: 400,
  body: { error: 'invalid_request', error_description: `Value passed for the ${what} was invalid.` },
})

export const wrongToken = (): SimulatedReply => wrongValue('token')

const unauthorizedClient: SimulatedReply = {
  status: 401,
  body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
}

const errorReplies: Readonly<Record<TokenRefusal['reason'], SimulatedReply>> = {
  client: unauthorizedClient,
  grant_type: wrongValue('grant type'),
  code: wrongValue('authorization code'),
  redirect_uri: wrongValue('redirect uri'),
  code_verifier: wrongValue('code verifier'),
  refresh_token: wrongToken(),
}

export const oauthRules: OAuthRules = {
  title: 'X',
  authorize: { host: 'web', path: '/i/oauth2/authorize' },
  token: { host: 'api', path: tokenPath },
  revoke: { host: 'api', path: '/2/oauth2/revoke' },
  scopes: [
    'tweet.read',
    'tweet.write',
    'tweet.moderate.write',
    'users.read',
    'users.email',
    'follows.read',
    'follows.write',
    'offline.access',
    'space.read',
    'mute.read',
    'mute.write',
    'like.read',
    'like.write',
    'list.read',
    'list.write',
    'block.read',
    'block.write',
    'bookmark.read',
    'bookmark.write',
    'dm.read',
    'dm.write',
    'media.write',
  ],
  pkce: 'required',
  clientAuth: 'basic',
  publicClients: true,
  codeSeconds,
  accessSeconds,
  refresh: { seconds: refreshSeconds, rotates: true, scope: 'offline.access' },
  accountId: accountOf,
  refuse: ({ reason }) => errorReplies[reason],
}
