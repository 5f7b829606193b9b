import { eventually } from '../../harness/eventually.ts'
import type { Chance } from './chance.ts'
import { type BrokenOff, countTold, underWay } from './delivery-store.ts'
import type { Service } from './service.ts'

/** Of all deliveries, the share that has ended when the last process is killed. */
const killedUntil = 0.9
const longestWait = 300_000 // milliseconds

interface Killing {
  readonly kills: number
  readonly deliveries: number
  readonly chance: Chance
  readonly tell: (line: string, killed: number) => void
}

/** Spreads kills evenly over the deliveries; returns the running attempts at kills that left no worker. */
export async function killTellers(
  service: Service,
  { kills, deliveries, chance, tell }: Killing,
  signal: AbortSignal,
): Promise<BrokenOff[]> {
  const brokenOff: BrokenOff[] = []
  for (let killed = 1; killed <= kills; killed += 1) {
    const next = (killed * deliveries * killedUntil) / (kills + 1)
    await eventually(
      `${Math.round(next)} deliveries have ended`,
      async () => signal.aborted || (await countTold(service.database)).ended >= next,
      Date.now() + longestWait,
    )
    if (signal.aborted) break
    const spares = service.kind === 'postgres' && chance.happens(0.5)
    if (spares) await killOne(service, chance)
    else brokenOff.push(...(await killEveryTeller(service)))
    tell(`${killed} killed, ${JSON.stringify(await countTold(service.database))}`, killed)
  }
  return brokenOff
}

const tellers = (service: Service) => service.members().filter(({ role }) => role !== 'api')

/** The other workers take over its deliveries. */
async function killOne(service: Service, chance: Chance): Promise<void> {
  const [first, ...others] = tellers(service)
  if (first) await service.replace(chance.pick([first, ...others]))
}

async function killEveryTeller(service: Service): Promise<BrokenOff[]> {
  const victims = tellers(service)
  await Promise.all(victims.map((victim) => service.remove(victim, 'SIGKILL')))
  const brokenOff = await underWay(service.database)
  for (const { role } of victims) service.add(role)
  return brokenOff
}
