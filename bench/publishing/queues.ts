import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/free-port.ts'
import { installPackages } from '../../scripts/install-packages.ts'
import type { Task } from '../reference/queue.ts'

const longest = 120_000 // milliseconds

export const installQueues = (): Promise<void> =>
  installPackages({
    name: 'bench-reference',
    home: new URL('../reference/', import.meta.url),
    title: 'the job queues that the bench measures beside ours',
  })

/** The number of jobs per second that a queue runs. */
export async function queueRate(name: 'bullmq' | 'graphile-worker', task: Task): Promise<number> {
  const file = fileURLToPath(new URL(`../reference/${name}.mjs`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, file, JSON.stringify(task)], {
    timeout: longest,
  })
  const milliseconds = Number(stdout.trim().split('\n').at(-1))
  if (!(milliseconds > 0)) throw new Error(`The output of ${name} contains no time: ${stdout}`)
  return (task.jobs / milliseconds) * 1_000
}

export interface Redis {
  readonly port: number
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
  const child = spawn(program, options, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('Redis stopped while it was starting.')
    await sleep(20)
  }
  return {
    port,
    stop: async () => {
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
