import { jobSlots } from '../../src/queue/due-jobs.ts'
import { installQueues, startQueue, startRedis } from '../anchors/queues.ts'
import type { Bench, Row } from '../kit/bench.ts'
import { type Anchor, compare, counted } from '../kit/compare.ts'
import type { Meters } from '../kit/cpu.ts'
import { dueJobs } from '../kit/due-jobs.ts'
import { addJobs, jobsAfter, listAccounts } from '../kit/jobs.ts'
import { addUsers, withStore } from '../kit/seed.ts'
import { instance } from '../kit/servers.ts'
import { tableRow } from '../kit/table.ts'

const users = 1_000

export const queues: Row = {
  about:
    'jobs done on PostgreSQL without a platform, against graphile-worker and BullMQ tasks that write the same rows',
  run: async (bench) => {
    await installQueues()
    const server = { PostgreSQL: bench.postgres.meter }
    const redis = await startRedis()
    if (redis) bench.atEnd(redis.stop)
    const anchors = [await anchor(bench, 'graphile-worker', 'graphile-worker', 0, server)]
    if (redis)
      anchors.push(await anchor(bench, 'bullmq', 'BullMQ on Redis', redis.port, { Redis: redis.cpu, ...server }))
    else bench.say(tableRow(['jobs done', 'BullMQ is left out: no redis-server here', '', '', '', '']))

    const data = await bench.makeData('postgres')
    const ours = await instance('both', 'nothing', data.env)
    bench.atEnd(ours.stop)
    await addUsers(data, users, ['nothing'])
    const meters = { service: ours.cpu, ...server }
    await compare(
      bench,
      'jobs done, no platform call, PostgreSQL',
      { title: 'ours', meters, ...dueJobs(data) },
      anchors,
    )
  },
}

/** A database with the same tables and users, without the service. */
async function anchor(
  bench: Bench,
  name: 'bullmq' | 'graphile-worker',
  title: string,
  redisPort: number,
  meters: Meters,
): Promise<Anchor> {
  const data = await bench.makeData('postgres')
  await addUsers(data, users, ['nothing'])
  const queue = startQueue(name, { slots: jobSlots, databaseUrl: data.at, redisPort })
  bench.atEnd(queue.stop)
  const size = counted(200)
  let count = 0
  return {
    title: `${title}, same rows`,
    meters: { queue: queue.cpu, ...meters },
    prepare: (seconds) =>
      withStore(data, async (database) => {
        count = size.for(seconds)
        const after = await addJobs(database, await listAccounts(database), count)
        await queue.add(await jobsAfter(database, after))
      }),
    round: async () => size.learn({ count, milliseconds: await queue.run(count) }),
    goal: { atLeast: 1 },
  }
}
