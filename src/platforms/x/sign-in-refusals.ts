import type { SignInRefusal } from '../shared/sign-in-refusal.ts'

export const signInRefusals: readonly SignInRefusal[] = [
  {
    shown: 'Something went wrong. You weren’t able to give access to the App. Go back and try logging in again.',
    says: /able to give access|redirect.?ur[il]|callback/i,
    advice:
      'X shows this for every mistake of the app. Open “User authentication settings” of the app at X: OAuth 2.0 must be on, the callback URI must be exactly this redirect URI, and X_CLIENT_ID must be the OAuth 2.0 client ID, not the API key.',
    source: 'xurl issue 27, 2026-02; twitter-api-typescript-sdk issue 38, 2022-08; read 2026-11-22',
  },
]
