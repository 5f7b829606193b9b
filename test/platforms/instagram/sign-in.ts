import { appForm, type SignIn } from '../../harness/all-simulated.ts'

export const signIn: SignIn = {
  authorize: 'instagram/web/oauth/authorize',
  token: 'instagram/token/oauth/access_token',
  scope: 'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments',
  form: appForm,
  scopes: ['instagram_business_basic', 'instagram_business_manage_insights', ','],
}
