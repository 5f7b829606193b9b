import { expireToken, revokeLogin } from '../../shared/oauth-faults.ts'
import type { SimulatedReply, SimulatedRequest, Simulator, World } from '../../shared/simulator.ts'
import { shape } from './assets.ts'
import { deadToken, tokenPath } from './oauth.ts'
import {
  commentsThrottled,
  dayIsOver,
  denied,
  duplicate,
  mediaFailed,
  ok,
  throttled,
  tokenExpired,
  tokenRevoked,
  unavailable,
  wrong,
} from './problems.ts'
import { assets, newNumber } from './store.ts'

/** How LinkedIn answers when a fault is requested. */
export const refusals: Simulator['refusals'] = {
  rate_limit: ({ path, method }) =>
    method === 'POST' && path.endsWith('/comments') ? commentsThrottled() : throttled(),
  daily_quota: dayIsOver,
  server_error: unavailable,
  duplicate: (_, world) => duplicate(`urn:li:share:${newNumber(world)}`),
  permission_missing: ({ path }) => denied(path.replace(/^\/rest\//, '')),
  token_expired: (request, world) => {
    if (request.path === tokenPath) return deadToken()
    expireToken(request, world)
    return tokenExpired()
  },
  token_revoked: (request, world) => {
    const isToken = request.path === tokenPath
    revokeLogin(request, world)
    return isToken ? deadToken() : tokenRevoked()
  },
  media_rejected: rejectMedia,
}

/** A post is refused because of its media, an upload because of its bytes; a stored file reports it in its status. */
function rejectMedia({ method, path, params }: SimulatedRequest, world: World): SimulatedReply {
  if (path === '/rest/posts') return mediaFailed('urn:li:image:C4')
  const asset = method === 'GET' ? assets(world).get(params.id ?? '') : undefined
  if (!asset) return wrong('The file is not one that LinkedIn takes')
  assets(world).put({ ...asset, state: 'failed' })
  return ok(shape({ ...asset, state: 'failed' }, world))
}
