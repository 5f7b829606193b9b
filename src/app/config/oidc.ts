import { z } from 'zod'
import { flag, text } from './kinds.ts'
import { defaulting, type EnvironmentVariables, optional, secret } from './setting.ts'

/** Signing in at the operator's own identity provider. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** For the button. */
  readonly name: string
  /** Passwords do not sign in. */
  readonly only: boolean
}

const loopbackNames = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** It is compared with what the provider says, so it stays as it is written. */
const issuer = z.url({ protocol: /^https?$/, error: 'must be an https address' }).refine((url) => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || loopbackNames.test(hostname)
}, 'must be an https address; plain http is allowed only for this machine')

export const oidcSettings = {
  POLYPOST_OIDC_ISSUER: optional(
    issuer,
    'Address of the identity provider with which people sign in ([single sign-on](../operate/people.md#single-sign-on)), exactly as the provider writes it',
  ),
  POLYPOST_OIDC_CLIENT_ID: optional(text, 'Client ID of this instance at the identity provider'),
  POLYPOST_OIDC_CLIENT_SECRET: optional(text, 'Client secret of this instance at the identity provider', secret),
  POLYPOST_OIDC_NAME: defaulting(text, 'Single sign-on', 'Name of the identity provider on the button'),
  POLYPOST_OIDC_ONLY: defaulting(
    flag,
    'false',
    'Whether people sign in only with the identity provider. Passwords then sign in nobody; links of `polypost open` and `polypost people reset` still work',
  ),
}

/** Null: there is none. */
export const readOidc = (data: z.output<z.ZodObject<typeof oidcSettings>>): OidcSettings | null =>
  data.POLYPOST_OIDC_ISSUER && data.POLYPOST_OIDC_CLIENT_ID && data.POLYPOST_OIDC_CLIENT_SECRET
    ? {
        issuer: data.POLYPOST_OIDC_ISSUER,
        clientId: data.POLYPOST_OIDC_CLIENT_ID,
        clientSecret: data.POLYPOST_OIDC_CLIENT_SECRET,
        name: data.POLYPOST_OIDC_NAME,
        only: data.POLYPOST_OIDC_ONLY,
      }
    : null

const required = ['POLYPOST_OIDC_ISSUER', 'POLYPOST_OIDC_CLIENT_ID', 'POLYPOST_OIDC_CLIENT_SECRET']

export function oidcContradictions(given: EnvironmentVariables): string[] {
  const [first] = Object.keys(oidcSettings).filter((name) => given[name])
  return first === undefined
    ? []
    : required.filter((name) => !given[name]).map((name) => `${name} must be given with ${first}`)
}
