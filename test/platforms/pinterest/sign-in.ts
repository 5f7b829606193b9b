import { basic, type SignIn } from '../../harness/all-simulated.ts'

export const signIn: SignIn = {
  authorize: 'pinterest/web/oauth/',
  token: 'pinterest/api/v5/oauth/token',
  scope: 'boards:read,boards:write,pins:read,pins:write,user_accounts:read',
  headers: { authorization: basic },
  scopes: ['pins:read', 'pins:write', ','],
}
