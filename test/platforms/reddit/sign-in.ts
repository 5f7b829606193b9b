import { agent, basic, type SignIn } from '../../harness/all-simulated.ts'

export const signIn: SignIn = {
  authorize: 'reddit/web/api/v1/authorize',
  token: 'reddit/web/api/v1/access_token',
  scope: 'identity submit read flair history',
  query: { duration: 'permanent' },
  headers: { authorization: basic, ...agent },
  scopes: ['identity', 'submit', ' '],
}
