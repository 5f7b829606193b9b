import type { OAuthConnect } from '../shared/connect.ts'
import { type GraphLogin, graphExchange, graphRefresh } from '../shared/meta-login.ts'
import { requestedScopes } from '../shared/scopes.ts'

const useCase = (permission: string) => `the use case Access the Threads API and its permission ${permission}`

/**
 * `threads_read_replies` is for reading answers, `threads_manage_replies` for writing them, under one's own posts too
 * (developers.facebook.com, Threads API: Retrieve and manage replies, 2026-02-13).
 */
const scopes = [
  { name: 'threads_basic', needed: true, from: useCase('threads_basic') },
  { name: 'threads_content_publish', needed: true, from: useCase('threads_content_publish') },
  { name: 'threads_read_replies', enables: ['comments'], from: useCase('threads_read_replies'), byDefault: true },
  { name: 'threads_manage_replies', enables: ['reply'], from: useCase('threads_manage_replies'), byDefault: true },
  {
    name: 'threads_manage_insights',
    enables: ['metrics', 'audience'],
    from: useCase('threads_manage_insights'),
    byDefault: true,
  },
] as const

const token = { host: 'graph', path: '/oauth/access_token' } as const

/** These addresses carry no version (threads_api samples, 2026-01). */
const graphLogin: GraphLogin = {
  title: 'Threads',
  requested: (context) => requestedScopes(connect, context),
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
