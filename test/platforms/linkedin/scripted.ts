import { type Script, type ScriptedServer, scripted as scriptedPlatform } from '../../harness/scripted.ts'

export const now = 1_790_000_000_000

export const page = 'urn:li:organization:9'
export const person = 'urn:li:person:ada'

/** A LinkedIn with scripted responses; the account is a person who signed in with a self-serve app. */
export const scripted = (script: Script, files: Readonly<Record<string, Buffer>> = {}): Promise<ScriptedServer> =>
  scriptedPlatform(script, (origin) => ({
    hosts: { api: `${origin}/api`, web: `${origin}/web` },
    clock: { now: () => now },
    credentials: {
      accessToken: 'token',
      refreshToken: null,
      expiresAt: null,
      scopes: ['openid', 'profile', 'w_member_social'],
      extra: {},
    },
    account: { remoteId: person, username: null, eligible: false },
    files,
  }))

/** The account is a Page, with an app that has all LinkedIn permissions; without `lacking`. */
export const asPage = (...lacking: readonly string[]) => ({
  account: { remoteId: page, username: 'acme', eligible: false },
  credentials: {
    accessToken: 'token',
    refreshToken: null,
    expiresAt: null,
    scopes: [
      'rw_organization_admin',
      'r_organization_social',
      'w_organization_social',
      'r_organization_social_feed',
      'w_organization_social_feed',
    ].filter((scope) => !lacking.includes(scope)),
    extra: { login: 'page' },
  },
})

export const problem = (code: string, message = 'No.') => ({ code, message })

export const inputError = (code: string, message = 'No.') => ({
  errorDetailType: 'com.linkedin.common.error.BadRequest',
  message,
  errorDetails: { inputErrors: [{ description: message, input: {}, code }] },
  status: 422,
})
