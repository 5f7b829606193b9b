import type { OAuthConnect } from '../shared/connect.ts'
import { type GraphLogin, graphExchange, graphRefresh } from '../shared/meta-login.ts'

/**
 * `threads_read_replies` is for reading answers, `threads_manage_replies` for writing them, under one's own posts too
 * (developers.facebook.com, Threads API: Retrieve and manage replies, 2026-02-13).
 */
const scopes = [
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_replies',
  'threads_manage_insights',
] as const

const token = { host: 'graph', path: '/oauth/access_token' } as const

/** These addresses carry no version (threads_api samples, 2026-01). */
const graphLogin: GraphLogin = {
  title: 'Threads',
  scopes,
  code: { ...token, method: 'POST' },
  long: { host: 'graph', path: '/access_token', grant: 'th_exchange_token' },
  renew: { host: 'graph', path: '/refresh_access_token', grant: 'th_refresh_token' },
}

const connect: OAuthConnect = {
  kind: 'oauth',
  authorize: { host: 'auth', path: '/oauth/authorize' },
  token,
  scopes,
  scopeSeparator: ',',
  pkce: false,
  clientAuth: 'body',
  exchange: graphExchange(graphLogin),
}

export const login = {
  connect,
  refresh: graphRefresh(graphLogin),
  // Threads has no call that ends a login: the person removes the app in the settings of Threads.
  revoke: async () => {},
}
