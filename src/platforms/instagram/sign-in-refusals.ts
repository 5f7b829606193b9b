import type { SignInRefusal } from '../shared/sign-in-refusal.ts'

export const signInRefusals: readonly SignInRefusal[] = [
  {
    shown: 'Insufficient developer role; App not active',
    says: /developer role|app (?:is )?not (?:active|set ?up)|not accessible right now|development mode/i,
    advice:
      'The app is not live, and this account has no role on it. Add the account as an Instagram tester under “App roles”, and accept the invitation in Instagram under “Apps and websites”, “Tester invites”. Otherwise switch the app to Live mode.',
    source: 'craftagram issues 16 and 86, 2025-05; read 2026-11-22',
  },
  {
    shown: 'Invalid platform app',
    says: /invalid platform app/i,
    advice:
      'The login `instagram` requires the Instagram app ID and secret, not those of the Meta app. Copy them from “API setup with Instagram login” to INSTAGRAM_CLIENT_ID and INSTAGRAM_CLIENT_SECRET, and restart Polypost.',
    source: 'postiz-app PR 1874, 2026-08; social-feed-bundle issue 167, 2025-04',
  },
  {
    shown: 'Invalid Scopes: …',
    says: /invalid scopes?/i,
    lacksScope: true,
    advice:
      'The app at Meta lacks a permission that was requested, or the permission belongs to the other login. Add it to the use case of the app, under “Customize”.',
    source: 'postiz-app issues 1216, 1346 and 1658, read 2026-11-22',
  },
  {
    shown: 'Invalid redirect_uri; URL Blocked',
    codes: ['191', '1349048', '100/36008'],
    says: /url blocked|white-?listed|can.?t load url|redirect.?ur[il]/i,
    advice:
      'Enter exactly this redirect URI in the app dashboard: for the login `instagram` under “API setup with Instagram login”, “Business login settings”; for `facebook` under “Facebook Login”, “Valid OAuth Redirect URIs”.',
    source: 'developers.facebook.com, Instagram API with Instagram Login, 2026-09',
  },
  {
    shown: 'The sign-in succeeds, but no account is offered',
    codes: ['no_account'],
    advice:
      'Only professional accounts (Business or Creator) can be connected. With the login `facebook`, the account must be linked to a Page that the person allowed in the dialog.',
    source: 'developers.facebook.com, Instagram API, 2026-09',
  },
]
