import { appForm, type SignIn } from '../../harness/all-simulated.ts'

export const signIn: SignIn = {
  authorize: 'youtube/accounts/o/oauth2/v2/auth',
  token: 'youtube/oauth/token',
  scope: 'https://www.googleapis.com/auth/youtube.force-ssl',
  form: appForm,
  scopes: ['openid', 'https://www.googleapis.com/auth/youtube', ' '],
}
