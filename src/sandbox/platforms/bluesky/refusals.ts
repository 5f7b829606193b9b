import type { SimulatedReply, SimulatedRequest, Simulator } from '../../shared/simulator.ts'
import { recordCid } from './cid.ts'
import {
  expiredToken,
  invalidSwap,
  invalidToken,
  missingScope,
  Refused,
  revokedToken,
  serverFailed,
  tooLarge,
} from './errors.ts'
import { callsUsedUp, dayUsedUp } from './limits.ts'
import { dailyLimitReached } from './video.ts'

const is = ({ path }: SimulatedRequest, method: string): boolean => path.endsWith(`.${method}`)

/** The network's own words for what a test or a message asks for. */
export const refusals: Simulator['refusals'] = {
  rate_limit: (_, world) => callsUsedUp(world).reply,
  server_error: () => serverFailed().reply,
  token_expired: () => expiredToken().reply,
  // A token that was taken back is told of by the login alone; elsewhere it is one that nobody knows.
  token_revoked: (request) => (is(request, 'refreshSession') ? revokedToken() : invalidToken()).reply,
  permission_missing: () => missingScope('repo:app.bsky.feed.post?action=create').reply,
  // There is no refusal of equal texts. What comes nearest is a key that already has another record.
  duplicate: (request) => invalidSwap('Record', recordCid({ text: `before ${request.sha256}` })).reply,
  media_rejected,
  daily_quota: (request, world) => {
    if (is(request, 'getUploadLimits')) return { status: 200, body: dailyLimitReached }
    if (is(request, 'uploadVideo')) return new Refused(400, 'DailyLimitExceeded', dailyLimitReached.message).reply
    return dayUsedUp(world).reply
  },
}

function media_rejected(request: SimulatedRequest): SimulatedReply {
  if (is(request, 'uploadBlob')) return tooLarge().reply
  if (is(request, 'uploadVideo')) return new Refused(400, 'UnsupportedContentType', 'Only video/mp4 is supported').reply
  return new Refused(
    400,
    'InvalidMimeType',
    'Referenced Mimetype does not match stored mimetype. Expected: application/octet-stream, Got: image/jpeg',
  ).reply
}
