import { refuse, tokenOf, usageHeaders } from '../../shared/graph.ts'
import { endLogin, expireToken, holder, holderOf, refuseToken } from '../../shared/graph-login.ts'
import type { SimulatedReply, SimulatedRequest, Simulator, World } from '../../shared/simulator.ts'
import { duplicate } from './feed.ts'
import { missing } from './gate.ts'
import { invalidFile } from './photos.ts'
import { failed, statusOf } from './processing.ts'
import { videos } from './store.ts'

/** Simulated time. */
const momentMinutes = 1
const dayLeftMinutes = 60

/** How Facebook answers when a fault is requested. */
export const refusals: Simulator['refusals'] = {
  rate_limit: (request, world) => limited(request, momentMinutes, 32, '(#32) Page request limit reached', world),
  daily_quota: (request, world) =>
    limited(request, dayLeftMinutes, 80_001, '(#80001) There have been too many calls to this Page account.', world),
  server_error: (_, world) =>
    refuse(
      {
        message: 'An unexpected error has occurred. Please retry your request later.',
        code: 2,
        transient: true,
        status: 500,
      },
      world,
    ),
  duplicate: (_, world) => duplicate(world),
  permission_missing: (_, world) => missing('pages_manage_posts', world),
  token_expired: (request, world) => {
    expireToken(tokenOf(request), world)
    return refuseToken('expired', world)
  },
  token_revoked: (request, world) => {
    const found = holder(tokenOf(request), world)
    if (found.type === 'granted') endLogin(found.login, world)
    return refuseToken('revoked', world)
  },
  media_rejected: rejectMedia,
}

function limited(
  request: SimulatedRequest,
  regainMinutes: number,
  code: number,
  message: string,
  world: World,
): SimulatedReply {
  const found = holderOf(request, world)
  const id = found.type === 'granted' ? found.accountId : '0'
  return refuse(
    { message, code, headers: usageHeaders({ id, type: 'pages', percent: 100, regainMinutes }, world) },
    world,
  )
}

/** Processing reports errors in its own form. */
function rejectMedia({ method, params }: SimulatedRequest, world: World): SimulatedReply {
  const video = method === 'GET' ? videos(world).get(params.id ?? '') : undefined
  if (!video) return invalidFile(world)
  return { status: 200, body: { id: video.id, status: statusOf(failed(video, world)) } }
}
