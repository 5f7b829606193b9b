import { accessTokens, logins, refreshTokens } from '../../shared/oauth-store.ts'
import type { SimulatedRoute } from '../../shared/simulator.ts'

/** POST /revoke: anybody with a token may revoke it, without an app. Unlike in RFC 7009, a dead token is refused. */
export const revoke: SimulatedRoute = {
  method: 'POST',
  host: 'oauth',
  path: '/revoke',
  operation: 'token',
  handle: (request, world) => {
    const token = request.form().get('token') ?? request.query.get('token') ?? ''
    const found = accessTokens(world).get(token) ?? refreshTokens(world).get(token)
    const login = found && logins(world).get(found.login)
    if (!found || !login || login.dead)
      return { status: 400, body: { error: 'invalid_token', error_description: 'Token expired or revoked' } }
    logins(world).put(found.login, { ...login, dead: true })
    return { status: 200, body: {} }
  },
}
