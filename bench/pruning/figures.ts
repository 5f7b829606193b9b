import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { day } from '../../src/domain/time.ts'
import { systemClock } from '../../src/system/clock.ts'
import type { Place } from '../publishing/place.ts'
import { addUsers, type BenchUser, withStore } from '../publishing/seed.ts'
import { format, median, quantile, report, spread } from '../report.ts'
import { instance } from '../serve.ts'
import { addOldPosts } from './old-posts.ts'

const rounds = 3
const callers = 20
const secondsEach = 10
const users = 200
const usual = 100_000
/** Only whole posts are deleted, with all that belongs to them. */
const keepsRest = { POLYPOST_KEEP_STEPS_DAYS: '9999', POLYPOST_KEEP_METRICS_DAYS: '9999' }

/** The time to accept a post while a worker deletes old posts, compared with the time without. */
export async function pruneFigures(place: Place): Promise<void> {
  const posts = Number(process.env.BENCH_OLD_POSTS ?? usual)
  const some = await addUsers(place, users, ['nothing'])
  const [owner] = some
  if (!owner) throw new Error('Old posts need a user.')
  await withStore(place, (database) => addOldPosts(database, owner, posts))
  const ratios: number[] = []
  const all = { with: [] as number[], without: [] as number[] }
  const deleted: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const without = await accepting(place, some, '0')
    const before = await countPosts(place)
    const pruning = await accepting(place, some, '100')
    deleted.push(before - (await countPosts(place)))
    ratios.push(quantile(pruning, 0.99) / quantile(without, 0.99))
    all.with.push(...pruning)
    all.without.push(...without)
  }
  const words = (times: readonly number[]) =>
    `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`
  report(
    `accepts while ${posts} old posts are deleted, ${place.title}`,
    `p99 ${format(median(ratios))} (${spread(ratios)}) of that without; aim: under 1.50`,
    `${words(all.with)}, against ${words(all.without)}; ${Math.round(median(deleted) / secondsEach)} posts/s deleted`,
  )
}

/** Of those that are old. */
const countPosts = (place: Place): Promise<number> =>
  withStore(place, async ({ kysely }) => {
    const { count } = await kysely
      .selectFrom('posts')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('created_at', '<', systemClock.now() - 100 * day)
      .executeTakeFirstOrThrow()
    return Number(count)
  })

/** Times of accepted posts that are due in a month, in milliseconds. */
async function accepting(place: Place, some: readonly BenchUser[], keepDays: string): Promise<number[]> {
  const server = await instance('both', 'nothing', { ...place.env, ...keepsRest, POLYPOST_KEEP_POSTS_DAYS: keepDays })
  try {
    await load(server.base, some, 2)
    return await load(server.base, some, secondsEach)
  } finally {
    await server.stop()
  }
}

async function load(base: string, some: readonly BenchUser[], duration: number): Promise<number[]> {
  const times: number[] = []
  let sent = 0
  const round = randomBytes(4).toString('hex')
  const scheduled_at = new Date(systemClock.now() + 30 * day).toISOString()
  const body = JSON.stringify({
    message: 'We are live: come and see what is new.',
    platforms: ['nothing'],
    scheduled_at,
  })
  await new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url: `${base}/api/v1/post`,
        connections: callers,
        duration,
        requests: [
          {
            method: 'POST',
            setupRequest: (request) => {
              const user = some[sent % some.length]
              sent += 1
              const headers = {
                authorization: `Bearer ${user?.key}`,
                'content-type': 'application/json',
                'idempotency-key': `bench-${round}-${sent}`,
              }
              return { ...request, headers, body }
            },
          },
        ],
      },
      (error, result) => {
        if (error) reject(error)
        else if (result.non2xx + result.errors > 0)
          reject(new Error(`POST /post: ${result.non2xx} refused, ${result.errors} failed.`))
        else resolve(result)
      },
    )
    run.on('response', (_client, _status, _bytes, time) => times.push(time))
  })
  return times
}
