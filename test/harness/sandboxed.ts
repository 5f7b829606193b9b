import { freePort } from '../../scripts/free-port.ts'
import { platformFetch } from '../../src/app/open-sandbox.ts'
import { platforms } from '../../src/platforms/index.ts'
import { simulated } from '../../src/sandbox/platforms/index.ts'
import { createSandbox } from '../../src/sandbox/server/server.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { makeInstanceData } from './database.ts'
import { type Instance, startInstance } from './instance.ts'

export interface SandboxInstance extends Instance {
  /** The URL of the simulated platforms. */
  readonly sandbox: string
  /** Stops the instance, and starts it again at the same address. The simulated platforms go on. */
  readonly away: (meanwhile: () => Promise<void>) => Promise<void>
  /** Calls the sandbox itself. */
  readonly control: (method: string, path: string, body?: object) => Promise<unknown>
}

/** An instance with its simulated platforms, to which browsers can return. */
export async function startSandboxed(
  kind: DatabaseKind,
  { env = {} }: { env?: Readonly<Record<string, string>> } = {},
): Promise<SandboxInstance> {
  const PORT = String(await freePort())
  const sandbox = await createSandbox({
    platforms: simulated(platforms),
    file: null,
    port: 0,
    scale: 1,
    growth: false,
    pages: env.POLYPOST_SANDBOX_PAGES === 'on' ? `http://127.0.0.1:${PORT}/sandbox` : null,
    fetch: platformFetch(),
    clock: systemClock,
    log: createLog({ level: 'silent', pretty: false }),
  })
  const settings = {
    PORT,
    POLYPOST_SANDBOX: 'on',
    POLYPOST_SANDBOX_PORT: new URL(sandbox.address).port,
    ...env,
  }
  const instanceData = await makeInstanceData(kind, { migrated: true })
  const start = () => startInstance(kind, { env: settings, data: instanceData })
  let instance = await start()
  return {
    ...instance,
    sandbox: sandbox.address,
    away: async (meanwhile) => {
      await instance.stop()
      await meanwhile().finally(async () => {
        instance = await start()
      })
    },
    control: async (method, path, body) => {
      const response = await fetch(`${sandbox.address}/__sandbox${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      return response.json()
    },
    stop: async () => {
      await instance.stop()
      await sandbox.stop()
      await instanceData.remove()
    },
  }
}
