import type { SignInRefusal } from '../shared/sign-in-refusal.ts'

export const signInRefusals: readonly SignInRefusal[] = [
  {
    shown: 'Access blocked: … has not completed the Google verification process (Error 403: access_denied)',
    says: /verification process|being tested|not verified/i,
    advice:
      'The project is in Testing, and this person is no test user. Add the person under “Google Auth Platform”, “Audience”, “Test users”, or publish the app there.',
    source: 'YoutubeCLI issue 13, 2024-08; youtubeuploader issue 98, 2021-04; read 2026-11-22',
  },
  {
    shown: 'Error 400: redirect_uri_mismatch',
    codes: ['redirect_uri_mismatch'],
    advice:
      'Open “Google Auth Platform”, “Clients”, the web client of this app, and enter exactly this address under “Authorized redirect URIs”. A change may take some minutes.',
    source: 'developers.google.com, OAuth 2.0 for Web Server Applications, 2026-10-02',
  },
  {
    shown: 'Error 403: org_internal',
    codes: ['org_internal'],
    advice: 'The consent screen is only for people of one organization. Under “Audience”, choose External.',
    source: 'developers.google.com, OAuth 2.0 for Web Server Applications, 2026-10-02',
  },
  {
    shown: 'Error 400: admin_policy_enforced',
    codes: ['admin_policy_enforced'],
    advice: 'The Google Workspace administrator of this account has to allow the app and its scopes.',
    source: 'developers.google.com, OAuth 2.0 for Web Server Applications, 2026-10-02',
  },
  {
    shown: 'YouTube Data API v3 has not been used in project … before or it is disabled',
    says: /has not been used in project|is disabled/i,
    advice: 'Enable the YouTube Data API v3 for the project, under “APIs & Services”, “Library”.',
    source: 'developers.google.com, YouTube Data API, errors, 2026-10-02',
  },
  {
    shown: 'The sign-in succeeds, but there is no channel',
    codes: ['no_account'],
    advice:
      'This Google account has no YouTube channel. Create one, or choose the account of the channel at the sign-in.',
    source: 'developers.google.com, YouTube Data API, 2026-10-02',
  },
]
