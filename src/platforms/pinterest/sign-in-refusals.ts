import type { SignInRefusal } from '../shared/sign-in-refusal.ts'

export const signInRefusals: readonly SignInRefusal[] = [
  {
    shown: 'Your application consumer type is not supported',
    says: /consumer type/i,
    advice:
      'Pinterest has not approved the app yet. Open “My apps” at developers.pinterest.com and wait until the app has trial access.',
    source: 'clients of 2026; read 2026-11-21',
  },
  {
    shown: 'Apps with Trial access may not create Pins in production',
    says: /trial access/i,
    advice:
      'The app has trial access: it can sign in, but it cannot publish. Request standard access under “My apps” at developers.pinterest.com.',
    source: 'postiz-app issue 1084, 2025-11',
  },
  {
    shown: 'Invalid Application ID',
    codes: ['283'],
    advice:
      'Compare PINTEREST_CLIENT_ID and PINTEREST_CLIENT_SECRET with the app under “My apps” at developers.pinterest.com. An app without approval is refused in the same way.',
    source: 'pinterest-api-demo issue 16, 2020-08',
  },
]
