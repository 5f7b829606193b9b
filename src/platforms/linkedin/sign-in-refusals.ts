import type { SignInRefusal } from '../shared/sign-in-refusal.ts'

export const signInRefusals: readonly SignInRefusal[] = [
  {
    shown: 'Scope “…” is not authorized for your application',
    codes: ['unauthorized_scope_error'],
    lacksScope: true,
    advice:
      'The app lacks a product. Open the app at LinkedIn, “Products”: openid and profile belong to “Sign In with LinkedIn using OpenID Connect”, w_member_social to “Share on LinkedIn”, and all scopes of organizations to “Community Management API”, which requires an app of its own (LINKEDIN_PAGE_CLIENT_ID).',
    source: 'PBIConnectors issue 25, 2020-07; reactjs-social-login issue 178, 2024-07; read 2026-11-22',
  },
  {
    shown: 'The redirect_uri does not match the registered value',
    says: /redirect_uri/i,
    advice:
      'Open the app at LinkedIn, “Auth”, and enter exactly this redirect URI under “Authorized redirect URLs for your app”. The logins `member` and `page` have two apps: enter it in both.',
    source: 'PBIConnectors issue 25, 2020-07; read 2026-11-22',
  },
  {
    shown: 'The sign-in succeeds, but no Page is offered',
    codes: ['no_account'],
    advice:
      'Polypost connects the person instead. With the login `page`, the person must grant rw_organization_admin, and must be administrator or content administrator of a LinkedIn Page.',
    source: 'learn.microsoft.com, Organization Access Control, 2026-11',
  },
]
