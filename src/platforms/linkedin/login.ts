import type { OAuthConnect } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { oauthLogin } from '../shared/oauth.ts'
import { isByPage, ofCommunity, ofMembers } from './permissions.ts'

/**
 * Only approved partners get refresh tokens; with other apps a person signs in again every 60 days. The sources disagree
 * about whether LinkedIn has a call that ends an access (2026-11-21). It does no harm if there is none.
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

/** LinkedIn ends a person's earlier logins if the app asks for other scopes. So each login method always asks for the same. */
const page: OAuthConnect = { ...member, ...ofCommunity }

const { connect, refresh, revoke } = oauthLogin(member)

export const login = {
  connect,
  otherLogins: { firstLogin: 'member', byName: { page: { app: 'LINKEDIN_PAGE', connect: page } } },
  refresh,
  // The person may manage other Pages, in other profiles. It is not known whether their logins would end, too.
  revoke: async (context: LoginContext): Promise<void> => (isByPage(context) ? undefined : revoke(context)),
}
