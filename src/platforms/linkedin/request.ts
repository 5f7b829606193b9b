import { type Answer, type Call, call, hostOf } from '../shared/call.ts'
import type { LoginContext } from '../shared/context.ts'
import { readSettings } from './settings.ts'

interface Request extends Omit<Call, 'url' | 'query' | 'headers' | 'token'> {
  /** Without the host. */
  readonly path: string
  /** Sent as it is: LinkedIn's lists have brackets and commas that must not be encoded, and URNs that must be encoded. */
  readonly query?: Readonly<Record<string, string>>
  readonly finds?: true
}

/** Calls the API as the person who signed in; each call names the account itself. */
export const request = (context: LoginContext, { path, query = {}, finds, ...rest }: Request): Promise<Answer> =>
  call(context, {
    ...rest,
    url: `${hostOf(context, 'api')}${path}${queryOf(query)}`,
    token: context.credentials.accessToken,
    headers: {
      'linkedin-version': readSettings(context).version,
      'x-restli-protocol-version': '2.0.0',
      ...(finds && { 'x-restli-method': 'FINDER' }),
    },
  })

function queryOf(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** In a path or a query every special character of a URN must be encoded, including brackets. */
export const encoded = (urn: string): string =>
  encodeURIComponent(urn).replaceAll(/[()!'*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

export const listOf = (urns: readonly string[]): string => `List(${urns.map(encoded).join(',')})`
