import type { SignInRefusal } from '../shared/sign-in-refusal.ts'

export const signInRefusals: readonly SignInRefusal[] = [
  {
    shown: 'We couldn’t log in with TikTok. … correct the following and try again: scope',
    codes: ['invalid_scope', 'scope'],
    lacksScope: true,
    advice:
      'TikTok refuses the whole sign-in if the app lacks one scope. Add the scope to the app at TikTok. user.info.profile, user.info.stats and video.list belong to the Display API, which new apps may not get.',
    source: 'trypost PR 315, 2026-08-30; read 2026-11-22',
  },
  {
    shown: 'the same: client_key',
    codes: ['unauthorized_client', 'client_key', 'invalid_client'],
    advice:
      'Compare the client key with TIKTOK_CLIENT_ID and the client secret with TIKTOK_CLIENT_SECRET. An app that TikTok has not approved works only with the client key of its sandbox, and only for accounts that are its target users.',
    source: 'postiz-docs issue 167, 2025-08; composio PR 3980, 2026-07',
  },
  {
    shown: 'the same: redirect_uri',
    says: /redirect_uri/i,
    advice:
      'Open the app at TikTok, “Login Kit”, and enter exactly this address under “Redirect URI” for Web. The older field “Redirect domain” has no effect.',
    source: 'TikTok-LoginKit-PHP issue 6, 2023-09',
  },
]
