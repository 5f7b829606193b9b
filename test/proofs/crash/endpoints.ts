import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../harness/process.ts'
import type { Manner } from './endpoint-plan.ts'

const file = fileURLToPath(new URL('endpoint-server.ts', import.meta.url))

/** One request that an endpoint received. */
export interface ToldEvent {
  readonly path: string
  readonly eventId: string
  readonly event: string
  /** The text of `data` as it was signed. */
  readonly data: string
  readonly signed: boolean
}

/** Endpoints in their own process: they keep what they received, whichever of our processes is killed. */
export interface Endpoints {
  readonly urlOf: (manner: Manner, person: string) => string
  readonly ledger: () => Promise<readonly ToldEvent[]>
  readonly stop: () => Promise<void>
}

export async function startEndpoints(): Promise<Endpoints> {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const [port] = await once(createInterface(child.stdout), 'line')
  const base = `http://127.0.0.1:${port}`
  const dead = `http://127.0.0.1:${await freePort()}`
  return {
    urlOf: (manner, person) => `${manner === 'dead' ? dead : base}/${manner}/${person}`,
    // Its output has only this type.
    ledger: async () => (await (await fetch(`${base}/ledger`)).json()) as ToldEvent[],
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
