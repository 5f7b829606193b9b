import { bareDeliveries } from '../anchors/bare-deliveries.ts'
import type { Row } from '../kit/bench.ts'
import { compare, counted } from '../kit/compare.ts'
import { ownMeter } from '../kit/cpu.ts'
import { addDue, addEndpoints, type Due, endpointsEach, untilEnded } from '../kit/deliveries.ts'
import { withStore } from '../kit/seed.ts'
import { instance, receiver } from '../kit/servers.ts'

/** How many deliveries our worker has under way to the endpoints of one user. */
const atOnce = endpointsEach * 16

export const deliveries: Row = {
  about: 'webhooks delivered, against a loop that signs and posts over kept connections, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const data = await bench.makeData(kind)
      const ears = await receiver()
      const urls = Array.from({ length: endpointsEach }, (_, at) => `${ears.base}/healthy/${at}`)
      const users = await addEndpoints(data, urls)
      const server = await instance('both', 'nothing', data.env)
      bench.atEnd(ears.stop)
      bench.atEnd(server.stop)
      const [ourSize, bareSize] = [counted(500), counted(1_000)]
      let due: Due | undefined
      await compare(
        bench,
        `webhooks delivered, ${data.title}`,
        {
          title: 'ours',
          meters: {
            service: server.cpu,
            ...(kind === 'postgres' && { PostgreSQL: bench.postgres.meter }),
            receiver: ears.cpu,
          },
          prepare: (seconds) =>
            withStore(data, async (database) => {
              const events = Math.ceil(ourSize.for(seconds) / endpointsEach)
              due = await addDue(database, users, { events, spread: 0 })
            }),
          round: () =>
            withStore(data, async (database) => {
              if (!due) throw new Error('No deliveries were prepared.')
              const count = due.deliveries.length
              return ourSize.learn({ count, milliseconds: await untilEnded(database, due, count) })
            }),
        },
        [
          {
            title: 'bare loop, kept connections',
            meters: { loop: ownMeter, receiver: ears.cpu },
            round: async (seconds) => bareSize.learn(await bareDeliveries(urls, bareSize.for(seconds), atOnce)),
            // PostgreSQL writes one more row for each turn of an endpoint.
            goal: { atLeast: kind === 'postgres' ? 0.4 : 0.5 },
          },
        ],
      )
    }
  },
}
