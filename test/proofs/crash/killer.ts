import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnServer } from '../../../scripts/test-postgres.ts'
import type { Chance } from './chance.ts'
import type { Member, Role } from './member.ts'
import type { Service } from './service.ts'

/** Ends processes without warning; each call returns the number of killed processes. */
export interface Killer {
  readonly strike: () => Promise<number>
  /** Resolves when all processes that were asked to stop have stopped, and the paused ones continue. */
  readonly rest: () => Promise<void>
}

/** The maximum number of workers at the same time. */
const maxWorkers = 4

export function createKiller(
  service: Service,
  { chance, server, lease }: { chance: Chance; server: OwnServer | null; lease: number },
): Killer {
  const unfinished: Promise<string[]>[] = []
  const frozen = new Set<Member>()
  /** A paused process stays paused. */
  const having = (role: Role): readonly Member[] =>
    service.members().filter((member) => member.role === role && !frozen.has(member))

  async function kill(victims: readonly Member[]): Promise<number> {
    await Promise.all(victims.map((victim) => service.replace(victim)))
    return victims.length
  }

  /** The oldest process is certainly working; a younger one may still be starting. */
  const killWorker = () => {
    const [oldest, ...others] = having('worker')
    return oldest ? kill([chance.happens(0.7) ? oldest : chance.pick([oldest, ...others])]) : Promise.resolve(0)
  }

  /** One is stopped regularly, with or without a replacement. */
  function drainWorker(): void {
    const [oldest, ...others] = having('worker')
    if (!oldest || performance.now() - oldest.startedAt < longestStart) return
    unfinished.push(drain(service, oldest))
    if (others.length === 0 || chance.happens(0.5)) service.add('worker')
  }

  /** A process that is paused for longer than its lease loses its jobs to others in the middle of its work. */
  async function freezeWorker(): Promise<string[]> {
    const [oldest] = having('worker')
    if (!oldest) return []
    frozen.add(oldest)
    await oldest.freeze(chance.between(1, longestFreeze) * lease)
    frozen.delete(oldest)
    return []
  }

  async function killServer(own: OwnServer): Promise<number> {
    await own.kill()
    await sleep(chance.between(0, longestOutage))
    await own.start()
    return 1
  }

  async function strike(): Promise<number> {
    if (service.kind === 'sqlite') return kill(having('start'))
    if (chance.happens(0.2)) drainWorker()
    if (chance.happens(0.2)) unfinished.push(freezeWorker())
    if (having('worker').length < maxWorkers && chance.happens(0.2)) service.add('worker')
    if (server !== null && chance.happens(0.6)) return killServer(server)
    const kind = chance.fraction()
    if (kind < 0.2) return kill(having('api'))
    return kind < 0.3 ? kill(having('worker')) : killWorker()
  }

  return { strike, rest: async () => assert.deepEqual((await Promise.all(unfinished)).flat(), []) }
}

/** In milliseconds. */
const longestOutage = 1_000
/** In leases. */
const longestFreeze = 2
/** A process that is asked to stop before it can handle the signal is simply killed. */
const longestStart = 15_000

async function drain(service: Service, worker: Member): Promise<string[]> {
  const code = await service.remove(worker, 'SIGTERM')
  return code === 0 ? [] : [`a worker that was asked to stop ended with ${code}:\n${worker.output()}`]
}

/** Only this killer ends processes; if the database is killed too, a process may fail to start. */
export function tend(service: Service, { databaseIsKilled }: { databaseIsKilled: boolean }): void {
  for (const member of service.members()) {
    if (!member.hasEnded()) continue
    const hadNotStarted = databaseIsKilled && /The database( at .*)? can’t be used/.test(member.output())
    assert.ok(hadNotStarted, `a process (${member.role}) ended by itself:\n${member.output()}`)
    // As a supervisor does.
    void service.replace(member)
  }
}
