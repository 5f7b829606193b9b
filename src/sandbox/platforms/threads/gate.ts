import { refuse } from '../../shared/graph.ts'
import { holderOf, refuseToken } from '../../shared/graph-login.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, World } from '../../shared/simulator.ts'
import { notPermitted } from './problems.ts'
import { type User, users } from './store.ts'

export interface Call {
  readonly request: SimulatedRequest
  readonly world: World
  /** The account of the token. */
  readonly user: User
  readonly scopes: readonly string[]
}

const version = 'v1.0'

/** Accepts calls with a token, the scopes, and the existing version. */
export const guarded =
  (
    scopes: readonly string[],
    handle: (call: Call) => SimulatedReply | Promise<SimulatedReply>,
  ): SimulatedRoute['handle'] =>
  (request, world) => {
    if (request.params.version !== version)
      return refuse({ message: `Unknown path components: ${request.path}`, code: 2_500 }, world)
    const holder = holderOf(request, world)
    if (holder.type === 'refused') return refuseToken(holder.why, world)
    const user = users(world).get(holder.accountId)
    if (!user) return refuseToken('unknown', world)
    const isAllowed = ['threads_basic', ...scopes].every((scope) => holder.scopes.includes(scope))
    return isAllowed ? handle({ request, world, user, scopes: holder.scopes }) : notPermitted(world)
  }
