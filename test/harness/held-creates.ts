import type { SimulatedReply, SimulatedRequest, Simulator } from '../../src/platforms/simulator.ts'

/** What happens around a call that publishes; `handle` makes the platform take it. */
export type Around = (
  request: SimulatedRequest,
  handle: () => SimulatedReply | Promise<SimulatedReply>,
) => Promise<SimulatedReply>

const creates = /^(\/2\/tweets|\/xrpc\/com\.atproto\.repo\.putRecord)$/

/** The same platform, but a test stands at the door where posts come in. */
export const withCreates =
  (around: Around) =>
  (simulator: Simulator): Simulator => ({
    ...simulator,
    routes: simulator.routes.map((route) =>
      route.method === 'POST' && creates.test(route.path)
        ? { ...route, handle: (request, world) => around(request, () => route.handle(request, world)) }
        : route,
    ),
  })
