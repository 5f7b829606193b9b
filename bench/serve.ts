import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../scripts/free-port.ts'

/** The owner's key of every instance that is measured. */
export const key = `pp_${'bench'.repeat(9)}`

export interface Server {
  readonly base: string
  readonly process: ChildProcess
  /** Milliseconds from the start of the process to its first response. */
  readonly startTime: number
  readonly stop: () => Promise<void>
}

async function serve(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: string,
  portSetting = 'PORT',
): Promise<Server> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'warn',
      ...env,
      [portSetting]: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  // When the benchmark ends, its child processes end too.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  while (!(await isReady(base + ready))) {
    if (child.exitCode !== null) throw new Error(`${file} stopped while it was starting.`)
    await sleep(5)
  }
  return {
    base,
    process: child,
    startTime: performance.now() - begun,
    stop: async () => {
      process.off('exit', end)
      child.kill('SIGTERM')
      await ended
    },
  }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

export const unlimited = { POLYPOST_RATE_LIMITS: Array(4).fill(999_999_999).join(',') }

const always = { POLYPOST_OWNER_KEY: key, ...unlimited }

export const polypost = async (env: Record<string, string>): Promise<Server> => {
  const sandboxPort = String(await freePort())
  return serve('../src/main.ts', ['start'], { ...always, POLYPOST_SANDBOX_PORT: sandboxPort, ...env }, '/readyz')
}

/** The simulated platforms in their own process, without automatic activity. */
export const sandbox = (env: Readonly<Record<string, string>>): Promise<Server> =>
  serve('../src/main.ts', ['sandbox'], { ...env, NODE_ENV: 'test' }, '/__sandbox/x/faults', 'POLYPOST_SANDBOX_PORT')

/** The service with the given roles and platforms. */
export const instance = (
  role: 'api' | 'both',
  on: 'platforms' | 'nothing',
  env: Readonly<Record<string, string>>,
): Promise<Server> => serve('./publishing/instance.ts', [role, on], { ...always, ...env }, '/readyz')

export const reference = (body: string): Promise<Server> => serve('./reference-server.ts', [], { BODY: body }, '/')

/** The receiver of webhooks; see delivering/receiver.ts. */
export const receiver = (): Promise<Server> => serve('./delivering/receiver.ts', [], {}, '/')

export async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
