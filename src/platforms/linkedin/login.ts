import type { OAuthConnect } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { oauthLogin } from '../shared/oauth.ts'
import { isByPage, ofCommunity, ofMembers } from './permissions.ts'

/**
 * Only approved partners get refresh tokens; with those of others a person signs in anew every 60 days. That there is a
 * call to end an access some say and others deny (2026-11-21); it harms nobody where there is none.
 */
const member: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'web', path: '/oauth/v2/authorization' },
  token: { host: 'web', path: '/oauth/v2/accessToken' },
  revoke: { host: 'web', path: '/oauth/v2/revoke' },
  revokes: 'access_token',
  ...ofMembers,
  pkce: false,
  clientAuth: 'body',
}

/** LinkedIn ends a person's earlier logins at an app that asks for other scopes: so each way always asks for the same. */
const page: OAuthConnect = { ...member, ...ofCommunity }

const { connect, refresh, revoke } = oauthLogin(member)

export const login = {
  connect,
  otherLogins: { firstLogin: 'member', byName: { page: { app: 'LINKEDIN_PAGE', connect: page } } },
  refresh,
  // The person who manages a Page may manage others, in other profiles: nobody says that their logins would not end too.
  revoke: async (context: LoginContext): Promise<void> => (isByPage(context) ? undefined : revoke(context)),
}
