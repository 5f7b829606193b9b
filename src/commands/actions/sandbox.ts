import { type Config, readConfig } from '../../app/config.ts'
import { startSandbox } from '../../app/open-sandbox.ts'
import { serveHealth } from '../../app/serve-health.ts'
import { platforms } from '../../platforms/index.ts'
import type { Sandbox } from '../../sandbox/server/server.ts'
import { systemClock } from '../../system/clock.ts'
import { createLog } from '../../system/log.ts'
import { createMetrics } from '../../system/metrics.ts'
import { listenFault } from './listen-fault.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export const serveSandbox = (): Promise<void> => serve(readConfig(process.env))

async function serve(config: Config): Promise<void> {
  const pretty = config.logFormat === 'pretty' || (config.logFormat === 'auto' && process.stdout.isTTY)
  const log = createLog({ level: config.logLevel, pretty, role: 'sandbox' })
  const sandbox = await startSandbox(config, {
    platforms,
    clock: systemClock,
    log,
    growth: process.env.NODE_ENV !== 'test',
  })
  const health = await serveHealth(config, log, withoutDatabase()).catch(async (error: unknown) => {
    await sandbox.stop()
    throw listenFault(error, config, 'POLYPOST_HEALTH_PORT')
  })
  stopOnSignal({
    stop: async () => {
      await health?.stop()
      await sandbox.stop()
    },
  })
  console.log(greeting(sandbox))
}

/** It is ready as soon as it listens: what it stores is in a file of its own. */
const withoutDatabase = () => ({
  metrics: createMetrics(),
  pingDatabase: async () => {},
  overdueSeconds: async () => 0,
  findHold: async () => null,
})

const greeting = ({ address }: Sandbox): string =>
  [
    `The simulated platforms are at ${address}/<platform>/<host>.`,
    `To see what was published, open ${address} in a browser, or run: curl ${address}/__sandbox/<platform>/posts`,
  ].join('\n')
