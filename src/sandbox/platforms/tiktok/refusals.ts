import { expireToken, revokeLogin } from '../../shared/oauth-faults.ts'
import type { SimulatedReply, SimulatedRequest, Simulator, World } from '../../shared/simulator.ts'
import { okWithIds, refuse, scopeMissing, tooManyPosts, tooManyRequests, unavailable, wrongToken } from './answers.ts'
import { recordOf } from './gate.ts'
import { tokenPath, wrongRefreshToken } from './oauth.ts'
import { type Publication, publications } from './store.ts'

/** The upload host checks no token, and its errors have no body. */
const bare = (status: number): SimulatedReply => ({ status, body: '' })

const isForBytes = ({ method }: SimulatedRequest): boolean => method === 'PUT'

/** The upload URL is no longer valid. */
function endAddress({ query }: SimulatedRequest, world: World): SimulatedReply {
  const publication = publications(world).get(query.get('upload_id') ?? '')
  if (publication?.file) publications(world).put({ ...publication, file: { ...publication.file, endsAt: world.now() } })
  return bare(403)
}

/** How TikTok answers when a fault is requested. */
export const refusals: Simulator['refusals'] = {
  rate_limit: (request, world) => (isForBytes(request) ? bare(429) : tooManyRequests(world)),
  daily_quota: (request, world) =>
    isForBytes(request) ? bare(429) : tooManyPosts(request.path.includes('/creator_info/') ? 200 : 403, world),
  server_error: (request, world) => (isForBytes(request) ? bare(500) : unavailable(world)),
  // TikTok accepts duplicates, but refuses posts that look like spam.
  duplicate: (request, world) =>
    isForBytes(request) ? bare(400) : refuse(403, 'spam_risk', 'The request is identified as risky.', world),
  permission_missing: (request, world) => (isForBytes(request) ? endAddress(request, world) : scopeMissing(world)),
  token_expired: (request, world) => {
    if (request.path === tokenPath) return wrongRefreshToken()
    if (isForBytes(request)) return endAddress(request, world)
    expireToken(request, world)
    return wrongToken(world)
  },
  token_revoked: (request, world) => {
    if (isForBytes(request)) return endAddress(request, world)
    revokeLogin(request, world)
    return request.path === tokenPath ? wrongRefreshToken() : wrongToken(world)
  },
  media_rejected: rejectMedia,
}

/** An upload is refused because of its bytes; later faults are reported in the status. */
function rejectMedia(request: SimulatedRequest, world: World): SimulatedReply {
  if (isForBytes(request)) return bare(400)
  if (!request.path.endsWith('/status/fetch/'))
    return refuse(400, 'invalid_file_upload', 'The file is not one that TikTok takes.', world)
  const id = recordOf(request.json())?.publish_id
  const publication = publications(world).get(typeof id === 'string' ? id : '')
  if (publication) fail(publication, world)
  return okWithIds({ status: 'FAILED', fail_reason: rejected }, [], world)
}

const rejected = 'file_format_check_failed'

function fail(publication: Publication, world: World): void {
  publications(world).put({ ...publication, state: 'failed', reason: rejected, post: null })
  if (publication.post !== null) world.unpublish(publication.post)
}
