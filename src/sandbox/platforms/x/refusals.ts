import { hour, second } from '../../../domain/time.ts'
import { expireToken, revokeLogin } from '../../shared/oauth-faults.ts'
import type { SimulatedReply, SimulatedRequest, Simulator, World } from '../../shared/simulator.ts'
import { headersOf } from './gate.ts'
import { tokenPath, wrongToken } from './oauth.ts'
import {
  duplicate,
  invalid,
  invalidMedia,
  ok,
  scopeMissing,
  tooManyRequests,
  unauthorized,
  unavailable,
} from './problems.ts'
import { uploads } from './store.ts'

/** The rest of the window when a fault says that the limit is used up. */
const windowLeft = 30 * second
const dayLeft = hour

/** How X answers when a fault is requested. */
export const refusals: Simulator['refusals'] = {
  rate_limit: (_, world) => usedUp(world, { 'x-rate-limit': { limit: 100, left: windowLeft } }),
  daily_quota: (_, world) =>
    usedUp(world, {
      'x-rate-limit': { limit: 100, left: windowLeft },
      'x-user-limit-24hour': { limit: 10_000, left: dayLeft },
    }),
  server_error: unavailable,
  duplicate,
  permission_missing: ({ method, path }) =>
    scopeMissing([path.startsWith('/2/media/') ? 'media.write' : method === 'GET' ? 'tweet.read' : 'tweet.write']),
  token_expired: (request, world) => {
    if (request.path === tokenPath) return wrongToken()
    expireToken(request, world)
    return unauthorized()
  },
  token_revoked: (request, world) => {
    revokeLogin(request, world)
    return request.path === tokenPath ? wrongToken() : unauthorized()
  },
  media_rejected: rejectMedia,
}

function usedUp(
  world: World,
  windows: Readonly<Record<string, { readonly limit: number; readonly left: number }>>,
): SimulatedReply {
  const headers = Object.entries(windows).map(([prefix, { limit, left }]) =>
    headersOf(prefix, { limit, used: limit, endsAt: world.now() + world.scaled(left) }),
  )
  const reply = tooManyRequests()
  return { ...reply, headers: { ...reply.headers, ...Object.assign({}, ...headers) } }
}

/**
 * A post is refused because of its media, an upload because of its bytes; processing reports errors in its own form.
 */
function rejectMedia(request: SimulatedRequest, world: World): SimulatedReply {
  const { method, path, query } = request
  if (path === '/2/tweets') return invalidMedia([])
  if (method !== 'GET') return invalid({ message: 'The media is not one that X takes.' })
  const id = query.get('media_id') ?? ''
  const media = uploads(world).get(id)
  if (media) uploads(world).put({ ...media, state: 'failed' })
  const error = { code: 1, name: 'InvalidMedia', message: 'The media could not be processed.' }
  return ok({ data: { id, processing_info: { state: 'failed', progress_percent: 0, error } } })
}
