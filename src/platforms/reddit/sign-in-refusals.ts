import type { SignInRefusal } from '../shared/sign-in-refusal.ts'

export const signInRefusals: readonly SignInRefusal[] = [
  {
    shown: 'bad request (reddit.com): invalid redirect_uri parameter, or invalid client id',
    says: /redirect_uri|client.?id/i,
    advice:
      'Open reddit.com/prefs/apps and edit the app: the redirect uri must be exactly this address, and the ID under the name of the app belongs to REDDIT_CLIENT_ID.',
    source: 'Reddit’s published source, oauth2.py; read 2026-11-21',
  },
]
