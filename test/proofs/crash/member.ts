import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Env, processEnv } from '../../harness/process.ts'

export type Role = 'start' | 'api' | 'worker'

/** A process of the service that can be killed. */
export interface Member {
  readonly role: Role
  /** The entry point of its version. */
  readonly main: string
  readonly startedAt: number
  readonly hasEnded: () => boolean
  /** Its latest output, of both streams. */
  readonly output: () => string
  /** Makes it kill itself at a point; see src/system/crash-point.ts. */
  readonly arm: (point: string) => Promise<void>
  /** Pauses it for this number of milliseconds; then it continues. */
  readonly freeze: (milliseconds: number) => Promise<void>
  /** Sends a signal and waits for the end; returns the exit code, or null if a signal ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Characters of the output that are stored. */
const maxOutput = 20_000

export function startMember(role: Role, env: Env, main: string): Member {
  const child = spawn(process.execPath, [main, role], {
    env: processEnv(env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-maxOutput)
    })
  const ended = once(child, 'close').then(([code]): number | null => code)
  return {
    role,
    main,
    startedAt: performance.now(),
    hasEnded: () => hasEnded(child),
    output: () => output,
    arm: (point) =>
      new Promise((resolve, reject) => {
        child.send(point, (error) => (error === null ? resolve() : reject(error)))
      }),
    freeze: async (milliseconds) => {
      child.kill('SIGSTOP')
      await sleep(milliseconds)
      child.kill('SIGCONT')
    },
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null
