import { refuse, tokenOf, usageHeaders } from '../../shared/graph.ts'
import { endLogin, expireToken, holder, refuseToken } from '../../shared/graph-login.ts'
import type { SimulatedReply, SimulatedRequest, Simulator, World } from '../../shared/simulator.ts'
import { permissionMissing } from './gate.ts'
import { tokenPaths } from './login.ts'
import { numberOf, refuseMedia } from './refused.ts'
import { type Container, containers } from './store.ts'

/** In minutes: the rest of the window when a fault says that the limit is used up. */
const regainMinutes = 1

const usedUp = { code: 80002, message: '(#80002) There have been too many calls to this Instagram account.' }

/** How Instagram answers when a fault is requested. */
export const refusals: Simulator['refusals'] = {
  rate_limit: (_, world) =>
    refuse(
      { ...usedUp, headers: usageHeaders({ id: '1', type: 'instagram', percent: 100, regainMinutes }, world) },
      world,
    ),
  daily_quota: (_, world) => refuseMedia('quota', world),
  server_error: (_, world) =>
    refuse({ status: 500, code: 2, message: 'An unexpected error has occurred.', transient: true }, world),
  permission_missing: (_, world) => permissionMissing(world),
  // Instagram has no error for duplicates: for a possible duplicate it says that the account is restricted.
  duplicate: (_, world) => refuseMedia('restricted', world),
  token_expired: (request, world) => {
    expireToken(shownToken(request), world)
    return refuseToken('expired', world)
  },
  token_revoked: (request, world) => {
    const holding = holder(shownToken(request), world)
    if (holding.type === 'granted') endLogin(holding.login, world)
    return refuseToken('revoked', world)
  },
  media_rejected: rejectMedia,
}

const shownToken = (request: SimulatedRequest): string | null =>
  tokenPaths.some((path) => request.path.endsWith(path)) ? request.query.get('access_token') : tokenOf(request)

/** A call with media is refused because of them; a container reports it in its status. */
function rejectMedia(request: SimulatedRequest, world: World): SimulatedReply {
  const found = request.method === 'GET' ? containers(world).get(request.params.id ?? '') : undefined
  if (!found) return refuseMedia('wrongFile', world)
  const failed: Container = { ...found, state: 'failed', fault: String(numberOf('wrongFile')) }
  containers(world).put(failed)
  const status = `Error: Media upload has failed with error code ${failed.fault}`
  return { status: 200, body: { id: found.id, status_code: 'ERROR', status } }
}
