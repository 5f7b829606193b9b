import { inSeconds, minute, second } from '../../../domain/time.ts'
import { expireToken, revokeLogin } from '../../shared/oauth-faults.ts'
import type { SimulatedReply, SimulatedRequest, Simulator } from '../../shared/simulator.ts'
import { badRequest, notWritten, scopeMissing, storageRefusal, tooOften, unauthorized, unavailable } from './answers.ts'
import { usedUp } from './gate.ts'
import { tooLarge } from './media.ts'
import { deadToken, tokenPath } from './oauth.ts'

/** How long an account that posts too often has to wait, and the rest of the window. */
const breakLength = 30 * second
const windowLeft = 10 * minute

/** The only path of the storage. */
const isStorage = ({ path }: SimulatedRequest): boolean => path === '/'

/** Their errors have status 200. */
const isWrite = ({ path }: SimulatedRequest): boolean => /^\/api\/(submit|comment)\/?$/.test(path)

/** How Reddit answers when a fault is requested. Its storage answers in its own form, as far as it can. */
export const refusals: Simulator['refusals'] = {
  rate_limit: (request, world) => {
    if (isStorage(request)) return storageRefusal(503, 'SlowDown', 'Please reduce your request rate.')
    return isWrite(request) ? tooOften(inSeconds(world.scaled(breakLength))) : usedUp(world.scaled(breakLength))
  },
  // Not scaled: Reddit reports no number for a daily limit, so a full window stands for the day.
  daily_quota: (request) => {
    if (isStorage(request)) return busy()
    return isWrite(request)
      ? notWritten(['QUOTA_FILLED', "You've submitted too many links recently. Please try again in an hour.", null])
      : usedUp(windowLeft)
  },
  server_error: (request) => (isStorage(request) ? busy() : unavailable()),
  duplicate: (request) => {
    if (isStorage(request)) return busy()
    return isWrite(request) ? notWritten(['ALREADY_SUB', 'that link has already been submitted', 'url']) : badRequest()
  },
  permission_missing: (request) => (isStorage(request) ? busy() : scopeMissing()),
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
  media_rejected: (request) => {
    if (isStorage(request)) return tooLarge(request.size)
    return isWrite(request) ? notWritten(['NO_IMAGES', "This community doesn't allow images", 'sr']) : badRequest()
  },
}

const busy = (): SimulatedReply => storageRefusal(503, 'ServiceUnavailable', 'Service is unable to handle request.')
