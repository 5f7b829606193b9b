import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'
import { type Meter, processMeter } from './cpu.ts'

/** The owner's key of every instance that is measured. */
export const key = `pp_${'bench'.repeat(9)}`

export interface Server {
  readonly base: string
  readonly process: ChildProcess
  readonly cpu: Meter
  /** Milliseconds from the start of the process to its first response. */
  readonly startTime: number
  readonly stop: () => Promise<void>
}

type Env = Readonly<Record<string, string>>

interface Program {
  /** Beside this file, or absolute. */
  readonly file: string
  readonly args?: readonly string[]
  readonly env: Env
  /** A path that responds as soon as the program is ready. */
  readonly ready: string
  readonly portSetting?: string
  /** Whether the launcher of the bench has chosen the settings of Node, as it does for the service. */
  readonly inherits?: boolean
}

export async function serve({ file, args = [], env, ready, portSetting = 'PORT', inherits = true }: Program) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const options = inherits ? process.execArgv : []
  const child = spawn(
    process.execPath,
    [...options, isAbsolute(file) ? file : fileURLToPath(new URL(file, import.meta.url)), ...args],
    {
      env: {
        ...(inherits ? chosenByLauncher() : {}),
        PATH: process.env.PATH,
        LOG_LEVEL: 'warn',
        ...env,
        [portSetting]: String(port),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  // When the benchmark ends, its child processes end too.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  while (!(await isReady(base + ready))) {
    if (child.exitCode !== null) throw new Error(`${file} stopped while it was starting.`)
    await sleep(5)
  }
  const server: Server = {
    base,
    process: child,
    cpu: processMeter(child.pid),
    startTime: performance.now() - begun,
    stop: async () => {
      process.off('exit', end)
      child.kill('SIGTERM')
      await ended
    },
  }
  return server
}

const chosenByLauncher = () =>
  Object.fromEntries(
    ['NODE_COMPILE_CACHE', 'UV_THREADPOOL_SIZE', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'].map((name) => [
      name,
      process.env[name],
    ]),
  )

export const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

export const unlimited = { POLYPOST_RATE_LIMITS: Array(4).fill(999_999_999).join(',') }

export const always = { POLYPOST_OWNER_KEY: key, ...unlimited }

export const polypost = async (env: Env): Promise<Server> =>
  serve({
    file: '../../src/main.ts',
    args: ['start'],
    env: { ...always, POLYPOST_SANDBOX_PORT: String(await freePort()), ...env },
    ready: '/readyz',
  })

/** The simulated platforms in their own process, without automatic activity. */
export const sandbox = (env: Env): Promise<Server> =>
  serve({
    file: '../../src/main.ts',
    args: ['sandbox'],
    env: { ...env, NODE_ENV: 'test' },
    ready: '/__sandbox/x/faults',
    portSetting: 'POLYPOST_SANDBOX_PORT',
  })

/** The service with the given roles and platforms. */
export const instance = (role: 'api' | 'both', on: 'platforms' | 'nothing', env: Env): Promise<Server> =>
  serve({ file: './instance.ts', args: [role, on], env: { ...always, ...env }, ready: '/readyz' })

/** The receiver of webhooks; see receiver.ts. */
export const receiver = (): Promise<Server> => serve({ file: './receiver.ts', env: {}, ready: '/' })

/** A small server that is compared with the service; see anchors/server.ts. */
export const anchorServer = (env: Env): Promise<Server> => serve({ file: '../anchors/server.ts', env, ready: '/' })

export async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
