import { appForm, type SignIn } from '../../harness/all-simulated.ts'

export const signIn: SignIn = {
  authorize: 'threads/auth/oauth/authorize',
  token: 'threads/graph/oauth/access_token',
  scope: 'threads_basic,threads_content_publish,threads_manage_replies,threads_read_replies',
  form: appForm,
  scopes: ['threads_basic', 'threads_manage_insights', ','],
}
