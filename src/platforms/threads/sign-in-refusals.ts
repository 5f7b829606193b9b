import type { SignInRefusal } from '../shared/sign-in-refusal.ts'

export const signInRefusals: readonly SignInRefusal[] = [
  {
    shown: 'Invalid Request: The user has not accepted the invite to test the app (1349245)',
    codes: ['1349245'],
    says: /accepted the invite|invite to test/i,
    advice:
      'Add the account as a Threads tester under “App roles”, and accept the invitation in Threads under Settings, “Account”, “Website permissions”. Otherwise Meta has to review the app.',
    source: 'fbsamples/threads_api issue 14, 2024-07',
  },
  {
    shown: 'No application data was given (1349026)',
    codes: ['1349026'],
    says: /no application data/i,
    advice:
      'THREADS_CLIENT_ID and THREADS_CLIENT_SECRET must be the Threads App ID and the Threads App secret. They differ from those of the Meta app.',
    source: 'fbsamples/threads_api issue 17, 2024-07',
  },
  {
    shown: 'URL Blocked: This redirect failed because the redirect URI is not white-listed …',
    says: /url blocked|white-?listed|redirect.?ur[il]/i,
    advice:
      'Open the settings of the Threads use case of the app, and enter exactly this redirect URI under “Redirect Callback URLs”. It must use https.',
    source: 'developers.facebook.com, Threads API, Get started, 2026-02',
  },
]
