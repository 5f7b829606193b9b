import { appForm, type SignIn } from '../../harness/all-simulated.ts'

export const signIn: SignIn = {
  authorize: 'facebook/web/v25.0/dialog/oauth',
  token: 'facebook/graph/v25.0/oauth/access_token',
  scope:
    'pages_show_list,pages_read_engagement,pages_manage_posts,pages_manage_engagement,pages_read_user_content,read_insights',
  method: 'GET',
  form: appForm,
  scopes: ['pages_show_list', 'pages_manage_posts', ','],
}
