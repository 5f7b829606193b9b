import { platforms } from '../../src/platforms/index.ts'
import { jobSlots } from '../../src/queue/due-jobs.ts'
import { callAll, callsFor, type PlatformCall } from '../anchors/platform-calls.ts'
import type { Row } from '../kit/bench.ts'
import { compare, counted } from '../kit/compare.ts'
import { ownMeter } from '../kit/cpu.ts'
import { dueJobs } from '../kit/due-jobs.ts'
import { startSimulated } from '../kit/simulated.ts'
import { timed } from '../kit/table.ts'

const people = 60
/** The platforms that need one call per post. */
const published = ['x', 'bluesky']
const goals = { sqlite: 0.6, postgres: 0.4 }

export const publishedJobs: Row = {
  about: 'jobs published on simulated platforms, against a loop that only makes the same calls, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const data = await bench.makeData(kind)
      const { server, simulated } = await startSimulated(bench, data, { people, published })
      const meters = { platforms: simulated.cpu, ...(kind === 'postgres' && { PostgreSQL: bench.postgres.meter }) }
      const size = counted(300)
      let calls: readonly PlatformCall[] = []
      await compare(
        bench,
        `jobs published on X and Bluesky, ${data.title}`,
        { title: 'ours', meters: { service: server.cpu, ...meters }, ...dueJobs(data) },
        [
          {
            title: 'bare loop of the calls',
            meters: { loop: ownMeter, platforms: simulated.cpu },
            prepare: async (seconds) => {
              calls = await callsFor(data, { platforms, origin: simulated.base, count: size.for(seconds) })
            },
            round: async () =>
              size.learn({ count: calls.length, milliseconds: await timed(() => callAll(calls, jobSlots)) }),
            goal: { atLeast: goals[kind] },
          },
        ],
      )
    }
  },
}
