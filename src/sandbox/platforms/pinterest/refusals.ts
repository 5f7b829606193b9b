import { hour, second } from '../../../domain/time.ts'
import { expireToken, revokeLogin } from '../../shared/oauth-faults.ts'
import type { SimulatedReply, SimulatedRequest, Simulator, World } from '../../shared/simulator.ts'
import { limitHeaders } from './gate.ts'
import { deadToken, tokenPath } from './oauth.ts'
import { duplicate, invalid, ok, scopeMissing, storageRefusal, tooMany, unauthorized, unavailable } from './problems.ts'
import { uploads } from './store.ts'

/** The rest of the window when a fault says that the limit is used up. */
const windowLeft = 30 * second
const dayLeft = 6 * hour

/** The only path of the storage. */
const isStorage = ({ path }: SimulatedRequest): boolean => path === '/'

/** How Pinterest answers when a fault is requested. Its storage answers in its own form, as far as it can. */
export const refusals: Simulator['refusals'] = {
  rate_limit: (request, world) =>
    isStorage(request)
      ? storageRefusal(503, 'SlowDown', 'Please reduce your request rate.')
      : usedUp(world.scaled(windowLeft)),
  // Not scaled: only a reset that is far away distinguishes a daily limit from one per minute.
  daily_quota: (request) => (isStorage(request) ? busy() : usedUp(dayLeft)),
  server_error: (request) => (isStorage(request) ? busy() : unavailable()),
  duplicate: (request) => (isStorage(request) ? busy() : duplicate()),
  permission_missing: (request) =>
    isStorage(request) ? busy() : scopeMissing([request.method === 'GET' ? 'pins:read' : 'pins:write']),
  token_expired: (request, world) => {
    if (request.path === tokenPath) return deadToken()
    if (isStorage(request)) return busy()
    expireToken(request, world)
    return unauthorized()
  },
  token_revoked: (request, world) => {
    if (isStorage(request)) return busy()
    revokeLogin(request, world)
    return request.path === tokenPath ? deadToken() : unauthorized()
  },
  media_rejected: rejectMedia,
}

const busy = (): SimulatedReply => storageRefusal(503, 'ServiceUnavailable', 'Service is unable to handle request.')

function usedUp(left: number): SimulatedReply {
  const reply = tooMany()
  const limit = 100
  return {
    ...reply,
    headers: { ...reply.headers, ...limitHeaders({ name: 'org_write', limit, used: limit, left }) },
  }
}

/** A Pin is refused because of its media, an upload because of its bytes; processing reports errors in its own form. */
function rejectMedia(request: SimulatedRequest, world: World): SimulatedReply {
  if (isStorage(request))
    return storageRefusal(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
  const [, id = ''] = /^\/v5\/media\/(\d+)$/.exec(request.path) ?? []
  const upload = uploads(world).get(id)
  if (!upload) return invalid('The format of the image is not supported.')
  uploads(world).put({ ...upload, state: 'failed' })
  return ok({ media_id: id, media_type: 'video', status: 'failed' })
}
