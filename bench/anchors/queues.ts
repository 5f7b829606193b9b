import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'
import { installPackages } from '../../scripts/install-packages.ts'
import { type Meter, processMeter } from '../kit/cpu.ts'
import type { Task, WaitingJob } from '../reference/same-rows.ts'

export const installQueues = (): Promise<void> =>
  installPackages({
    name: 'bench-reference',
    home: new URL('../reference/', import.meta.url),
    title: 'the job queues that the bench measures beside ours',
  })

/** A queue library in a process of its own; see reference/. */
export interface QueueProcess {
  readonly cpu: Meter
  readonly add: (jobs: readonly WaitingJob[]) => Promise<unknown>
  /** Runs so many of the added jobs; returns the milliseconds. */
  readonly run: (count: number) => Promise<number>
  readonly stop: () => Promise<void>
}

export function startQueue(name: 'bullmq' | 'graphile-worker', task: Task): QueueProcess {
  const child = fork(fileURLToPath(new URL(`../reference/${name}.mjs`, import.meta.url)), [JSON.stringify(task)])
  const ended = once(child, 'exit')
  const ask = async (asked: readonly WaitingJob[] | number): Promise<number> => {
    const answer = once(child, 'message')
    child.send(asked)
    const [milliseconds] = await Promise.race([answer, ended.then(() => [Number.NaN])])
    if (Number.isNaN(milliseconds)) throw new Error(`${name} stopped.`)
    return milliseconds
  }
  return {
    cpu: processMeter(child.pid),
    add: ask,
    run: ask,
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}

export interface Redis {
  readonly port: number
  readonly cpu: Meter
  readonly stop: () => Promise<void>
}

/** A Redis that writes its data to a file, as a queue that must not lose jobs requires; null if Redis is not installed. */
export async function startRedis(): Promise<Redis | null> {
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find((file) => existsSync(file))
  if (program === undefined) return null
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'polypost-redis-'))
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes']
  const child: ChildProcess = spawn(program, options, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('Redis stopped while it was starting.')
    await sleep(20)
  }
  return {
    port,
    cpu: processMeter(child.pid),
    stop: async () => {
      process.off('exit', end)
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
