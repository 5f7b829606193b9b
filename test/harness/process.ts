import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ownerKey } from './instance.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A Polypost in a process of its own, as an operator runs it. */
export interface Running {
  readonly base: string
  readonly process: ChildProcess
  /** All that it has printed so far. */
  readonly output: () => string
  /** Sends a signal and waits for the end; answers the exit code, null where the signal ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
}

export const processEnv = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'test',
  POLYPOST_OWNER_KEY: ownerKey,
  ...env,
})

/** Starts a role and waits until it answers; fails with its output where it ends before that. */
export async function startProcess(role: 'start' | 'api', env: Readonly<Record<string, string>>): Promise<Running> {
  const port = env.PORT ?? String(await freePort())
  const running = launch([role], { ...env, PORT: port })
  const base = `http://127.0.0.1:${port}`
  for (;;) {
    if (running.process.exitCode !== null) throw new Error(`It ended at the start:\n${running.output()}`)
    const ready = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return { ...running, base }
    await sleep(25)
  }
}

/** Runs a command to its end. */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>) {
  const running = launch(args, env)
  const [code] = await once(running.process, 'close')
  return { code: code as number | null, output: running.output() }
}

function launch(args: readonly string[], env: Readonly<Record<string, string>>): Omit<Running, 'base'> {
  const child = spawn(process.execPath, [main, ...args], { env: processEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const closed = once(child, 'close')
  return {
    process: child,
    output: () => output,
    end: async (signal) => {
      child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}
