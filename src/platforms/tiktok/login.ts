import type { OAuthConnect } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { oauthLogin } from '../shared/oauth.ts'

const loginKit = 'the product Login Kit'
const posting = 'the product Content Posting API'
const displayApi = { from: 'the product Display API', byDefault: false } as const

/**
 * TikTok refuses the whole sign-in for one scope that the app lacks, and new apps do not get the Display API (trypost
 * PR 315, 2026-08-30; ChatbotX PR 1231). So its scopes are requested only if the operator says that the app has them.
 */
export const connect: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'auth', path: '/v2/auth/authorize/' },
  token: { host: 'api', path: '/v2/oauth/token/' },
  revoke: { host: 'api', path: '/v2/oauth/revoke/' },
  revokes: 'access_token',
  scopes: [
    { name: 'user.info.basic', needed: true, from: loginKit },
    { name: 'user.info.profile', enables: ['profile'], ...displayApi },
    { name: 'user.info.stats', enables: ['audience'], ...displayApi },
    { name: 'video.publish', needed: true, from: `${posting} with Direct Post` },
    { name: 'video.upload', needed: true, from: posting },
    { name: 'video.list', enables: ['metrics', 'find'], ...displayApi },
  ],
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
