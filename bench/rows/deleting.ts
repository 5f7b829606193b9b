import { day } from '../../src/domain/time.ts'
import { systemClock } from '../../src/system/clock.ts'
import type { Bench, Row } from '../kit/bench.ts'
import type { InstanceData } from '../kit/instance-data.ts'
import { accept } from '../kit/load.ts'
import { addOldPosts } from '../kit/old-posts.ts'
import { addUsers, type BenchUser, withStore } from '../kit/seed.ts'
import { instance } from '../kit/servers.ts'
import { median, quantile, whole } from '../kit/table.ts'

const users = 200
const warmUp = 1 // seconds
const oldPosts = 100_000
/** Only whole posts are deleted, with all that belongs to them. */
const keepsRest = { POLYPOST_KEEP_STEPS_DAYS: '9999', POLYPOST_KEEP_METRICS_DAYS: '9999' }

export const deleting: Row = {
  about: 'the slowest percent of accepts while old posts are deleted, against none deleted, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const data = await bench.makeData(kind)
      const some = await addUsers(data, users, ['nothing'])
      const [owner] = some
      if (!owner) throw new Error('Old posts need a user.')
      await withStore(data, (database) => addOldPosts(database, owner, oldPosts))
      const p99 = { without: [] as number[], with: [] as number[] }
      const deleted: number[] = []
      for (let round = 0; round < bench.rounds; round += 1) {
        p99.without.push(quantile(await accepting(bench, data, some, '0'), 0.99))
        const before = await countPosts(data)
        p99.with.push(quantile(await accepting(bench, data, some, '100'), 0.99))
        deleted.push((before - (await countPosts(data))) / (warmUp + bench.seconds))
      }
      bench.print({
        name: `posts accepted while ${whole(oldPosts)} old ones are deleted, ${data.title}`,
        ours: `p99 ${median(p99.with).toFixed(1)} ms, ${whole(median(deleted))} deleted a second`,
        anchor: `none deleted, ${median(p99.without).toFixed(1)} ms`,
        values: p99.with.map((slow, round) => slow / (p99.without[round] ?? Number.NaN)),
        goal: { atMost: 1.5 },
      })
    }
  },
}

/** Of those that are old. */
const countPosts = (data: InstanceData): Promise<number> =>
  withStore(data, async ({ kysely }) => {
    const { count } = await kysely
      .selectFrom('posts')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('created_at', '<', systemClock.now() - 100 * day)
      .executeTakeFirstOrThrow()
    return Number(count)
  })

/** Times of accepted posts that are due in a month, in milliseconds. */
async function accepting(
  { seconds }: Bench,
  data: InstanceData,
  some: readonly BenchUser[],
  keepDays: string,
): Promise<number[]> {
  const server = await instance('both', 'nothing', { ...data.env, ...keepsRest, POLYPOST_KEEP_POSTS_DAYS: keepDays })
  const post = { platforms: ['nothing'], scheduled_at: new Date(systemClock.now() + 30 * day).toISOString() }
  const times: number[] = []
  try {
    await accept(server.base, some, { seconds: warmUp, post })
    await accept(server.base, some, { seconds, post, times })
    return times
  } finally {
    await server.stop()
  }
}
