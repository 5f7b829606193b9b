import { accessTokens, logins, refreshTokens } from './oauth-store.ts'
import type { SimulatedRequest, World } from './simulator.ts'

const bearerOf = ({ headers }: SimulatedRequest): string =>
  (headers.authorization ?? '').replace(/^Bearer +/i, '').trim()

/** Ends the access token of a request, as time does. */
export function expireToken(request: SimulatedRequest, world: World): void {
  const token = bearerOf(request)
  const known = accessTokens(world).get(token)
  if (known) accessTokens(world).put(token, { ...known, expiresAt: world.now() })
}

/** The person removes the app: no token of the login works any more. A refresh carries its token in the form. */
export function revokeLogin(request: SimulatedRequest, world: World): void {
  const token = request.form().get('refresh_token') ?? bearerOf(request)
  const id = (accessTokens(world).get(token) ?? refreshTokens(world).get(token))?.login
  const login = id === undefined ? undefined : logins(world).get(id)
  if (id !== undefined && login) logins(world).put(id, { ...login, dead: true })
}
