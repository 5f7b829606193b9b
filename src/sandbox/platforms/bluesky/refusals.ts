import type { SimulatedReply, SimulatedRequest, Simulator } from '../../shared/simulator.ts'
import { recordCid } from './cid.ts'
import {
  expiredToken,
  invalidSwap,
  invalidToken,
  missingScope,
  RefusedRequest,
  revokedToken,
  serverFailed,
  tooLarge,
} from './errors.ts'
import { callsUsedUp, dayUsedUp } from './limits.ts'
import { dailyLimitReached } from './video.ts'

const is = ({ path }: SimulatedRequest, method: string): boolean => path.endsWith(`.${method}`)

/** The network's own errors for the faults that a test or a message requests. */
export const refusals: Simulator['refusals'] = {
  rate_limit: (_, world) => callsUsedUp(world).reply,
  server_error: () => serverFailed().reply,
  token_expired: () => expiredToken().reply,
  // Only the login reports a revoked token as revoked; everywhere else it is unknown.
  token_revoked: (request) => (is(request, 'refreshSession') ? revokedToken() : invalidToken()).reply,
  permission_missing: () => missingScope('repo:app.bsky.feed.post?action=create').reply,
  // Equal texts are not refused. The closest error is that a key already has another record.
  duplicate: (request) => invalidSwap('Record', recordCid({ text: `before ${request.sha256}` })).reply,
  media_rejected,
  daily_quota: (request, world) => {
    if (is(request, 'getUploadLimits')) return { status: 200, body: dailyLimitReached }
    if (is(request, 'uploadVideo'))
      return new RefusedRequest(400, 'DailyLimitExceeded', dailyLimitReached.message).reply
    return dayUsedUp(world).reply
  },
}

function media_rejected(request: SimulatedRequest): SimulatedReply {
  if (is(request, 'uploadBlob')) return tooLarge().reply
  if (is(request, 'uploadVideo'))
    return new RefusedRequest(400, 'UnsupportedContentType', 'Only video/mp4 is supported').reply
  return new RefusedRequest(
    400,
    'InvalidMimeType',
    'Referenced Mimetype does not match stored mimetype. Expected: application/octet-stream, Got: image/jpeg',
  ).reply
}
