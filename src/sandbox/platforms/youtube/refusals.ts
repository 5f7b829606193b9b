import { expireToken, revokeLogin } from '../../shared/oauth-faults.ts'
import type { SimulatedReply, SimulatedRequest, Simulator, World } from '../../shared/simulator.ts'
import {
  authError,
  badRequest,
  duplicate,
  quotaExceeded,
  scopeMissing,
  tooManyRequests,
  unavailable,
} from './answers.ts'
import { invalidGrant, tokenPath } from './oauth.ts'
import { listAnswer } from './pages.ts'
import { videoShape } from './shapes.ts'
import { videos } from './store.ts'

/** How YouTube answers when a fault is requested. */
export const refusals: Simulator['refusals'] = {
  rate_limit: tooManyRequests,
  daily_quota: quotaExceeded,
  server_error: unavailable,
  duplicate,
  permission_missing: scopeMissing,
  token_expired: (request, world) => {
    if (request.path === tokenPath) return invalidGrant()
    expireToken(request, world)
    return authError()
  },
  token_revoked: (request, world) => {
    revokeLogin(request, world)
    return request.path === tokenPath ? invalidGrant() : authError()
  },
  media_rejected: rejectMedia,
}

/** An upload is refused because of its bytes; an existing video reports it in its status. */
function rejectMedia({ method, path, query }: SimulatedRequest, world: World): SimulatedReply {
  const video = videos(world).get(query.get('id') ?? '')
  if (method !== 'GET' || !path.endsWith('/videos') || !video)
    return badRequest('mediaBodyRequired', 'The request does not include the video content.', 'youtube.video')
  const failed = { ...video, state: 'failed' as const, failure: 'invalidFile' }
  videos(world).put(failed)
  return listAnswer('video', [videoShape(failed, ['status', 'processingDetails'], world)])
}
