import { appForm, type SignIn } from '../../harness/all-simulated.ts'

export const signIn: SignIn = {
  authorize: 'linkedin/web/oauth/v2/authorization',
  token: 'linkedin/web/oauth/v2/accessToken',
  scope: 'openid profile w_member_social',
  form: appForm,
  scopes: ['openid', 'w_organization_social', ' '],
}
