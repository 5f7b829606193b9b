import { day, inSeconds } from '../../../domain/time.ts'
import { simulateOAuth } from '../../shared/oauth.ts'
import type { OAuthRules, TokenRefusal } from '../../shared/oauth-rules.ts'
import type { SimulatedLogin, SimulatedReply, SimulatedRequest, SimulatedRoute, World } from '../../shared/simulator.ts'
import { accountOf } from './accounts.ts'
import { withUserAgent } from './gate.ts'

export const tokenPath = '/api/v1/access_token'
const revokePath = '/api/v1/revoke_token'

const errorReply = (status: number, error: string): SimulatedReply => ({ status, body: { error } })

/** The error for a dead refresh token, or one of another app. */
export const deadToken = (): SimulatedReply => errorReply(400, 'invalid_request')

/** An invalid code is refused with status 200 (Reddit's source of 2017, `token.py`). */
function refuse({ reason }: TokenRefusal): SimulatedReply {
  if (reason === 'client') return { status: 401, body: { message: 'Unauthorized', error: 401 } }
  if (reason === 'grant_type') return errorReply(200, 'unsupported_grant_type')
  return reason === 'refresh_token' ? deadToken() : errorReply(200, 'invalid_grant')
}

const rules: OAuthRules = {
  title: 'Reddit',
  authorize: { host: 'web', path: '/api/v1/authorize' },
  token: { host: 'web', path: tokenPath },
  revoke: { host: 'web', path: revokePath },
  scopes: ['edit', 'flair', 'history', 'identity', 'mysubreddits', 'privatemessages', 'read', 'save', 'submit', 'vote'],
  pkce: 'accepted',
  clientAuth: 'basic',
  codeSeconds: 600,
  accessSeconds: inSeconds(day),
  refresh: { seconds: null, rotates: false },
  accountId: accountOf,
  refuse,
}

const simulated = simulateOAuth(rules)

/** The person of a code, and the duration: only a permanent login has a refresh token. */
const noteDuration = (location: string | undefined, duration: string | null, world: World): void => {
  const code = URL.parse(location ?? '')?.searchParams.get('code')
  if (code && duration !== 'permanent') world.documents('temporary_codes').put(code, null)
}

const noState: SimulatedReply = { status: 400, page: { title: rules.title, fault: 'The state is missing.' } }

type Handle = SimulatedRoute['handle']

/** Reddit's differences from RFC 6749, by the path of the route. */
const wrappers: Readonly<Record<string, (handle: Handle, method: string) => Handle>> = {
  [rules.authorize.path]: (handle, method) => (request, world) => {
    const parameters = method === 'GET' ? request.query : request.form()
    if (!parameters.get('state')) return noState
    return changed(handle(request, world), (reply) => {
      noteDuration(reply.headers?.location, parameters.get('duration'), world)
      return reply
    })
  },
  [tokenPath]: (handle) =>
    withUserAgent((request, world) =>
      changed(handle(request, world), (reply) => (isTemporary(request, world) ? withoutRefreshToken(reply) : reply)),
    ),
  [revokePath]: (handle) =>
    withUserAgent((request, world) =>
      changed(handle(request, world), (reply) => (reply.status === 200 ? { status: 204 } : reply)),
    ),
}

/** Synchronous if possible, so that everything is one transaction. */
const changed = (reply: ReturnType<Handle>, change: (reply: SimulatedReply) => SimulatedReply): ReturnType<Handle> =>
  reply instanceof Promise ? reply.then(change) : change(reply)

const isTemporary = (request: SimulatedRequest, world: World): boolean =>
  world.documents('temporary_codes').get(request.form().get('code') ?? '') !== undefined

function withoutRefreshToken(reply: SimulatedReply): SimulatedReply {
  const { body } = reply
  if (body === null || typeof body !== 'object' || Buffer.isBuffer(body) || Array.isArray(body)) return reply
  return { ...reply, body: Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'refresh_token')) }
}

export const oauth = {
  ...simulated,
  routes: simulated.routes.map((route): SimulatedRoute => {
    const wrap = wrappers[route.path]
    return wrap ? { ...route, handle: wrap(route.handle, route.method) } : route
  }),
  login: (name: string): SimulatedLogin => {
    const login = simulated.login(name)
    if (login.kind !== 'oauth') return login
    return {
      kind: 'oauth',
      consent: (authorizeUrl, world) => {
        const back = login.consent(authorizeUrl, world)
        noteDuration(back.href, authorizeUrl.searchParams.get('duration'), world)
        return back
      },
    }
  },
}
