import { basic, type SignIn } from '../../harness/all-simulated.ts'

export const signIn: SignIn = {
  authorize: 'x/web/i/oauth2/authorize',
  token: 'x/api/2/oauth2/token',
  scope: 'tweet.read tweet.write users.read media.write offline.access',
  query: { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' },
  form: { code_verifier: 'v'.repeat(43) },
  headers: { authorization: basic },
  scopes: ['tweet.read', 'tweet.write', ' '],
}
