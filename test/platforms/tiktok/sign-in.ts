import { appForm, type SignIn } from '../../harness/all-simulated.ts'

export const signIn: SignIn = {
  authorize: 'tiktok/auth/v2/auth/authorize/',
  token: 'tiktok/api/v2/oauth/token/',
  scope: 'user.info.basic,video.publish,video.upload',
  query: { client_key: appForm.client_id },
  form: { client_key: appForm.client_id, client_secret: appForm.client_secret },
  scopes: ['user.info.basic', 'video.list', ','],
}
