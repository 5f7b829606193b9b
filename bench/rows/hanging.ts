import type { Bench, Row } from '../kit/bench.ts'
import { addDue, addEndpoints, endpointsEach, untilEnded } from '../kit/deliveries.ts'
import type { InstanceData } from '../kit/instance-data.ts'
import { withStore } from '../kit/seed.ts'
import { instance, receiver } from '../kit/servers.ts'
import { median, quantile } from '../kit/table.ts'

const endpoints = 1_000
const hangingShare = 0.2
const eventsEach = 4
/** All are due within this number of milliseconds: 250 per second, which is a light load. */
const spread = 16_000
/**
 * Deliveries that are due earlier are left out. The process has just started, and is late with as many deliveries
 * whether endpoints hang or not. With fewer healthy endpoints they are a larger part, which alone would raise the p95.
 */
const coldFor = 1_000 // milliseconds
const mostRounds = 3

export const hanging: Row = {
  about: 'how late healthy endpoints are told while a fifth of 1,000 hang, against none hanging, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const p95 = { calm: [] as number[], hung: [] as number[] }
      for (let round = 0; round < roundsOf(bench); round += 1) {
        // All endpoints are new each time, because the service remembers those that hang.
        p95.calm.push(quantile(await lateness(await bench.makeData(kind), 0), 0.95))
        p95.hung.push(quantile(await lateness(await bench.makeData(kind), hangingShare), 0.95))
      }
      bench.print({
        name: `healthy endpoints told while ${hangingShare * 100} % of ${endpoints} hang, ${titles[kind]}`,
        ours: `p95 ${median(p95.hung).toFixed(1)} ms late`,
        anchor: `none hangs, ${median(p95.calm).toFixed(1)} ms`,
        values: p95.hung.map((late, round) => late / (p95.calm[round] ?? Number.NaN)),
        goal: { atMost: 1.3 },
      })
    }
  },
}

const titles = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** A round takes 40 seconds, whatever the length of the others is. */
const roundsOf = ({ rounds, seconds }: Bench): number => (seconds < 5 ? 1 : Math.min(rounds, mostRounds))

/** Milliseconds from due to arrived, for the deliveries to healthy endpoints. */
async function lateness(data: InstanceData, hangingPart: number): Promise<number[]> {
  const ears = await receiver()
  const urls = Array.from({ length: endpoints }, (_, at) =>
    at % endpointsEach < hangingPart * endpointsEach ? `${ears.base}/hanging/${at}` : `${ears.base}/healthy/${at}`,
  )
  const users = await addEndpoints(data, urls)
  const server = await instance('both', 'nothing', data.env)
  try {
    return await withStore(data, async (database) => {
      const due = await addDue(database, users, { events: eventsEach, spread })
      const healthy = due.deliveries.filter(({ url }) => url.includes('/healthy/'))
      await untilEnded(database, due, healthy.length)
      const came = new Map(await arrivals(ears.base))
      const warmAt = Math.min(...due.deliveries.map(({ dueAt }) => dueAt)) + coldFor
      return healthy
        .filter(({ dueAt }) => dueAt >= warmAt)
        .map(({ url, event_id, dueAt }) => (came.get(`${new URL(url).pathname} ${event_id}`) ?? 0) - dueAt)
    })
  } finally {
    // First, because the instance waits for responses.
    await ears.stop()
    await server.stop()
  }
}

/** Its responses contain what it recorded; see receiver.ts. */
const arrivals = async (base: string): Promise<[string, number][]> =>
  (await (await fetch(base)).json()) as [string, number][]
