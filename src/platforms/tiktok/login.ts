import type { LoginContext, OAuthConnect } from '../shared/live.ts'
import { oauthLogin } from '../shared/oauth.ts'

/**
 * Who one is, by the first three; posting, directly and into the inbox; and one's own public posts with their numbers
 * (developers.tiktok.com, Scopes, 2026-09-11).
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
  // Described for apps on telephones and desktops, and not for those with a secret (Login Kit for Web, 2026-11).
  pkce: false,
  clientAuth: 'body',
}

const oauth = oauthLogin(connect)

/** An access is ended by its access token, which is seldom still good when somebody wants that. */
async function revoke(context: LoginContext): Promise<void> {
  const { expiresAt } = context.credentials
  const hasEnded = expiresAt !== null && expiresAt <= context.clock.now()
  const renewal = hasEnded ? await oauth.refresh(context) : null
  await oauth.revoke(renewal?.type === 'renewed' ? { ...context, credentials: renewal.credentials } : context)
}

export const login = { ...oauth, revoke }
