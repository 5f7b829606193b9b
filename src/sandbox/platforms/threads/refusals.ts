import { refuse, tokenOf, usageHeaders } from '../../shared/graph.ts'
import { endLogin, expireToken, holderOf, refuseToken } from '../../shared/graph-login.ts'
import type { SimulatedRequest, Simulator } from '../../shared/simulator.ts'
import { duplicate, notPermitted, quotaUsedUp, wrongImage } from './problems.ts'
import { containerStatus } from './state.ts'
import { containers } from './store.ts'

const isPublishing = ({ path }: SimulatedRequest): boolean => path.endsWith('/threads_publish')

/** How Threads answers when a fault is requested. */
export const refusals: Simulator['refusals'] = {
  // Threads counts calls per app and account. Nothing documents that it sends the usage header of Meta's other hosts.
  rate_limit: (_, world) =>
    refuse(
      {
        message: '(#17) User request limit reached',
        code: 17,
        status: 403,
        headers: usageHeaders({ id: 'threads', type: 'threads', percent: 100, regainMinutes: 1 }, world),
      },
      world,
    ),
  daily_quota: (_, world) => quotaUsedUp(world),
  // The message of the publishing limit is factually wrong (fia-f1-docs-bot issue 52).
  server_error: (request, world) =>
    isPublishing(request)
      ? notPermitted(world, 500)
      : refuse(
          {
            message: 'An unexpected error has occurred. Please retry your request later.',
            code: 2,
            transient: true,
            status: 500,
          },
          world,
        ),
  duplicate: (_, world) => duplicate(world),
  permission_missing: (_, world) => notPermitted(world),
  token_expired: (request, world) => {
    expireToken(tokenOf(request), world)
    return refuseToken('expired', world)
  },
  token_revoked: (request, world) => {
    const holder = holderOf(request, world)
    if (holder.type === 'granted') endLogin(holder.login, world)
    return refuseToken('revoked', world)
  },
  /** For a container, the status reports it. */
  media_rejected: (request, world) => {
    const container = containers(world).get(request.params.id ?? '')
    if (!container || request.method !== 'GET') return wrongImage(world)
    const broken = { ...container, fault: 'FAILED_PROCESSING_VIDEO', readyAt: world.now() }
    containers(world).put(broken)
    return containerStatus(broken, { world, request })
  },
}
