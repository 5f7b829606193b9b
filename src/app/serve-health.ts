import type { HealthServices } from '../http/health.ts'
import { createHealthServer } from '../http/health-server.ts'
import type { Log } from '../system/log.ts'
import type { Config } from './config.ts'
import type { Stoppable } from './open-parts.ts'

/** Serves `/healthz`, `/readyz` and `/metrics` in a process without the API, if the settings name a port for them. */
export async function serveHealth(
  { host, healthPort, metricsToken }: Config,
  log: Log,
  health: Omit<HealthServices, 'metricsToken' | 'hasProxy' | 'draining'>,
): Promise<Stoppable | null> {
  if (healthPort === null) return null
  let draining = false
  const server = createHealthServer({ ...health, log, metricsToken, hasProxy: false, draining: () => draining })
  await server.listen({ host, port: healthPort })
  return {
    stop: async () => {
      draining = true
      await server.close()
    },
  }
}
