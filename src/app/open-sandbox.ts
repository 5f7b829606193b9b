import { join } from 'node:path'
import { ReadableFault } from '../domain/readable-fault.ts'
import { fetchFile } from '../outbound/fetch-file.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { simulated } from '../sandbox/platforms/index.ts'
import { createSandbox, type Sandbox } from '../sandbox/server/server.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Config } from './config.ts'
import { prepareDirectory } from './data-dir.ts'

/** The sandbox can't run; the message is for the operator. */
class SandboxFault extends ReadableFault {}

export const sampleVideo = new URL('../sandbox/sample.mp4', import.meta.url)

interface Deps {
  readonly platforms: readonly Platform[]
  readonly clock: Clock
  readonly log: Log
  /** Whether simulated people create comments and metrics automatically. */
  readonly growth: boolean
}

/** The operator's setting. By default, a process with all roles runs it, as long as no real platform is set up. */
export const wantsSandbox = (
  { sandbox }: Config,
  { allInOne, apps }: { readonly allInOne: boolean; readonly apps: Readonly<Record<string, unknown>> },
): boolean => (sandbox === null ? allInOne && Object.keys(apps).length === 0 : sandbox === 'on')

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/**
 * Where browsers reach the pages of the simulated platforms, if that is not the address of the sandbox: in a container, or on
 * another machine, nobody reaches that.
 */
export const pagesOfSandbox = ({ sandboxPages, host, publicUrl }: Config): string | null =>
  (sandboxPages ?? (loopback.test(host) ? 'off' : 'on')) === 'on' ? `${publicUrl}/sandbox` : null

/** Runs every platform that has a simulator. They store their data in a separate file in the data directory. */
export async function startSandbox(config: Config, { platforms, ...deps }: Deps): Promise<Sandbox> {
  await prepareDirectory(config.dataDir)
  const file = join(config.dataDir, 'sandbox.db')
  try {
    return await createSandbox({
      ...deps,
      platforms: simulated(platforms),
      file,
      port: config.sandboxPort,
      scale: config.timeScale,
      fetch: platformFetch(config.allowedAddresses),
      pages: pagesOfSandbox(config),
    })
  } catch (cause) {
    throw new SandboxFault(sentence(cause, config, file), { cause })
  }
}

/** The media host is on this machine, like the simulated platforms. */
const ownMachine = ['127.0.0.0/8', '0.0.0.0/32', '::1/128']

/** Simulated platforms download media from given URLs, as the real ones do. */
export function platformFetch(allowedAddresses: readonly string[] = []) {
  const client = createHttpClient({ exceptions: [...ownMachine, ...allowedAddresses] })
  return (url: string) => fetchFile(client, url)
}

function sentence(error: unknown, { sandboxPort }: Config, file: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const why = error instanceof Error ? error.message : String(error)
  if (code === 'EADDRINUSE')
    return `Port ${sandboxPort} of the sandbox is taken by another program: stop that, set POLYPOST_SANDBOX_PORT to a free one, or POLYPOST_SANDBOX to off.`
  if (/locked/.test(why)) return `Another sandbox is running on ${file}. Stop it first.`
  return `The sandbox can’t start: ${why}. Check that this user may write ${file}.`
}
