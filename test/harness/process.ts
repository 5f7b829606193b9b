import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'

export { freePort }

import { eventually } from './eventually.ts'
import { ownerKey } from './instance.ts'

/** The entry point: of the sources, or of the bundle that `scripts/test.ts` has made. */
export const main = process.env.POLYPOST_TEST_MAIN ?? fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export type Env = Readonly<Record<string, string>>

/** A command in its own process, as an operator runs it. */
export interface LaunchedProcess {
  readonly process: ChildProcess
  /** Its output so far, of both streams. */
  readonly output: () => string
  /** Waits for the end; returns the exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** A process that serves. */
export interface RunningProcess extends LaunchedProcess {
  readonly base: string
}

/** An empty value means that the setting is missing. */
export const processEnv = (env: Env): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'test',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  POLYPOST_OWNER_KEY: ownerKey,
  POLYPOST_SANDBOX: 'off',
  ...env,
})

/** Starts a role and waits until it responds; fails with its output if it ends before that. */
export async function startProcess(role: 'start' | 'api', env: Env): Promise<RunningProcess> {
  const port = env.PORT ?? String(await freePort())
  const running = launch([role], { ...env, PORT: port })
  const base = `http://127.0.0.1:${port}`
  await eventually(`${role} is ready`, () => {
    if (running.process.exitCode !== null || running.process.signalCode !== null)
      throw new Error(`The process ended while it was starting:\n${running.output()}`)
    return isReady(base)
  }).catch(async (error) => {
    await running.end('SIGKILL')
    throw error
  })
  return { ...running, base }
}

export const isReady = (base: string): Promise<boolean> =>
  fetch(`${base}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Generous: a command that takes longer hangs, and the test fails. */
const patience = 180_000

/** Runs a command to its end. */
export async function runCommand(args: readonly string[], env: Env) {
  const running = launch(args, env)
  const overdue = setTimeout(() => running.process.kill('SIGKILL'), patience)
  const code = await running.ended
  clearTimeout(overdue)
  return { code, output: running.output() }
}

/** Starts a command and waits for nothing. `user` runs it as another user. */
export function launch(args: readonly string[], env: Env, user: { uid?: number; gid?: number } = {}): LaunchedProcess {
  const child = spawn(process.execPath, [main, ...args], {
    env: processEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code]): number | null => code)
  return {
    process: child,
    output: () => output,
    ended,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
