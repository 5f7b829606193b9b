import { simulateOAuth } from '../../src/sandbox/shared/oauth.ts'
import type { OAuthRules } from '../../src/sandbox/shared/oauth-rules.ts'
import type { SimulatedReply, Simulator } from '../../src/sandbox/shared/simulator.ts'

const ok = (body: SimulatedReply['body'] = {}): SimulatedReply => ({ status: 200, ...(body !== undefined && { body }) })

/** OAuth of a platform that checks everything. */
const strictRules: OAuthRules = {
  title: 'Small & Strict',
  authorize: { host: 'web', path: '/authorize' },
  token: { host: 'api', path: '/token' },
  revoke: { host: 'api', path: '/revoke' },
  scopes: ['read', 'write', 'offline'],
  pkce: 'required',
  clientAuth: 'basic',
  accessSeconds: 3_600,
  refresh: { seconds: 86_400, rotates: true, scope: 'offline' },
  accountId: (name, world) => {
    world.documents('people').put(name, { name })
    return name
  },
}

/** A minimal platform to test the sandbox itself: it echoes requests, and people sign in by `rules`. */
export function smallPlatform(rules: Partial<OAuthRules> = {}): Simulator {
  const oauth = simulateOAuth({ ...strictRules, ...rules })
  return {
    routes: [
      ...oauth.routes,
      {
        method: 'GET',
        host: 'api',
        path: '/me',
        operation: 'account',
        handle: (request, world) => {
          const holder = oauth.bearer(request, world)
          return holder.type === 'granted'
            ? ok({ account: holder.accountId, scopes: [...holder.scopes] })
            : { status: 401, body: { why: holder.why } }
        },
      },
      {
        method: 'POST',
        host: 'api',
        path: '/echo/:what',
        operation: 'upload',
        handle: ({ params, query, size, sha256, body, parts, json, form }) =>
          ok({
            what: params.what ?? '',
            query: Object.fromEntries(query),
            size,
            sha256,
            kept: body.length,
            json: json(),
            form: Object.fromEntries(form()),
            parts: parts().map(({ bytes, ...part }) => ({ ...part, text: bytes.toString('latin1') })),
          }),
      },
      { method: 'POST', host: 'api', path: '/broken', operation: null, handle: breaks },
      { method: 'GET', host: 'api', path: '/later', operation: 'read', handle: async () => ok({ later: true }) },
      {
        method: 'GET',
        host: 'api',
        path: '/address',
        operation: null,
        handle: (_, world) => ok({ address: world.address('api') }),
      },
    ],
    kinds: {},
    refusals: {
      rate_limit: says(429),
      server_error: says(500),
      token_expired: says(401),
      token_revoked: says(401),
      permission_missing: says(403),
      duplicate: says(409),
      media_rejected: says(400),
      daily_quota: says(429),
    },
    account: oauth.login,
  }
}

const says = (status: number) => (): SimulatedReply => ({ status })

const breaks: Simulator['routes'][number]['handle'] = (_, world) => {
  world.documents('half').put('done', true)
  throw new Error('This route is broken on purpose.')
}
