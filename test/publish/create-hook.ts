import type { SimulatedReply, SimulatedRequest, Simulator } from '../../src/sandbox/shared/simulator.ts'
import { tested } from '../platforms/index.ts'

/** Runs around a call that publishes; `handle` passes the call to the platform. */
export type CreateHook = (
  request: SimulatedRequest,
  handle: () => SimulatedReply | Promise<SimulatedReply>,
) => Promise<SimulatedReply>

const creates = Object.values(tested).map((platform) => platform.creates)

/** The same platform, but a test controls the calls that create posts. */
export const withCreateHook =
  (hook: CreateHook) =>
  (simulator: Simulator): Simulator => ({
    ...simulator,
    routes: simulator.routes.map((route) =>
      route.method === 'POST' && creates.some((path) => path.test(route.path))
        ? { ...route, handle: (request, world) => hook(request, () => route.handle(request, world)) }
        : route,
    ),
  })
