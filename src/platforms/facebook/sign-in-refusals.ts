import type { SignInRefusal } from '../shared/sign-in-refusal.ts'

export const signInRefusals: readonly SignInRefusal[] = [
  {
    shown: 'Invalid Scopes: …',
    says: /invalid scopes?/i,
    lacksScope: true,
    advice:
      'The app at Meta lacks a permission that was requested. Open the app dashboard, “Use cases”, “Customize”, and add the permission there.',
    source: 'postiz-app issues 1216, 1346 and 1658, read 2026-11-22',
  },
  {
    shown: 'URL Blocked: This redirect failed because the redirect URI is not whitelisted …; Can’t Load URL',
    codes: ['191', '1349048', '100/36008'],
    says: /url blocked|white-?listed|can.?t load url|redirect.?ur[il]/i,
    advice:
      'Open the app dashboard, “Facebook Login”, “Settings”, and enter exactly this redirect URI under “Valid OAuth Redirect URIs”. “Client OAuth login” and “Web OAuth login” must be on.',
    source: 'django-allauth issue 1730, 2017-05; nextcloud-social-login issue 136, 2019-11; read 2026-11-22',
  },
  {
    shown: 'App not active: This app is not accessible right now …',
    says: /app (?:is )?not (?:active|set ?up)|not accessible right now|development mode/i,
    advice:
      'The app is in Development mode, and this person has no role on it. Switch the app to Live mode, or add the person under “App roles”.',
    source: 'react-native-fbsdk-next issue 303, 2022-08; read 2026-11-22',
  },
  {
    shown: 'Error validating client secret; Invalid App ID',
    codes: ['101'],
    says: /client[ _](?:secret|id)|validating (?:application|client)|invalid app id/i,
    advice:
      'The App ID or the App secret is wrong. Copy both again from “App settings”, “Basic” to META_CLIENT_ID and META_CLIENT_SECRET, and restart Polypost.',
    source: 'developers.facebook.com, Graph API, error handling, 2026-09',
  },
  {
    shown: 'The sign-in succeeds, but no Page is offered',
    codes: ['no_account'],
    advice:
      'Sign in again, choose “Edit settings” in Facebook’s dialog and allow the Page. The person needs a task at the Page that allows posts. A Page of a Business Portfolio also requires the permission business_management.',
    source: 'Postiz 74b01ad; trypost PR 292, 2026-08; read 2026-11-22',
  },
]
