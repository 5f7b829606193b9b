import type { OAuthConnect } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { oauthLogin } from '../shared/oauth.ts'

/**
 * The first three: profile and followers. The next two: direct posts and posts to the inbox. The last: the account's own
 * public posts and their metrics (developers.tiktok.com, Scopes, 2026-09-11).
 */
export const scopes = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.publish',
  'video.upload',
  'video.list',
] as const

const connect: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'auth', path: '/v2/auth/authorize/' },
  token: { host: 'api', path: '/v2/oauth/token/' },
  revoke: { host: 'api', path: '/v2/oauth/revoke/' },
  revokes: 'access_token',
  scopes,
  scopeSeparator: ',',
  clientIdName: 'client_key',
  // TikTok documents PKCE for mobile and desktop apps, not for web apps (Login Kit for Web, 2026-11).
  pkce: false,
  clientAuth: 'body',
}

const oauth = oauthLogin(connect)

/** TikTok revokes by the access token, which is often expired by then, so it is renewed first. */
async function revoke(context: LoginContext): Promise<void> {
  const { expiresAt } = context.credentials
  const hasEnded = expiresAt !== null && expiresAt <= context.clock.now()
  const renewal = hasEnded ? await oauth.refresh(context) : null
  await oauth.revoke(renewal?.type === 'renewed' ? { ...context, credentials: renewal.credentials } : context)
}

export const login = { ...oauth, revoke }
