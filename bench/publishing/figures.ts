import { jobSlots } from '../../src/queue/due-jobs.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { format, inTurn, median, quantile, report, reportRates, spread } from '../report.ts'
import { instance } from '../serve.ts'
import { accept, callers, secondsEach } from './accept.ts'
import { bareLoop } from './bare-loop.ts'
import { firstBytes } from './first-byte.ts'
import { addJobs, addWaiting, analyze, lateness, listAccounts, makeDue } from './jobs.ts'
import { acceptScript, findPgbench, pgbench } from './pgbench.ts'
import type { Place } from './place.ts'
import { installQueues, queueRate, startRedis } from './queues.ts'
import { type AcceptedRows, lastAccepted } from './rows.ts'
import { addUsers, type BenchUser, withStore } from './seed.ts'
import { throughSandbox } from './through-sandbox.ts'

const rounds = 3

/** Accepting works the same on every platform. */
const threePlatforms = ['x', 'bluesky', 'threads']
const manyUsers = 200

/** Accepted posts, compared with other ways to write their rows. */
export async function acceptFigures(place: Place): Promise<void> {
  const server = await instance('api', 'platforms', place.env)
  const users = await addUsers(place, manyUsers, threePlatforms)
  await accept(server.base, users, threePlatforms)
  const rows = await withStore(place, lastAccepted)
  for (const [who, some] of [
    [`${manyUsers} users`, users],
    ['one user', users.slice(0, 1)],
  ] as const) {
    const name = `accepted posts, ${threePlatforms.length} platforms, ${who}, ${place.title}`
    const bare = bareWriter(place, rows, some)
    if (bare) {
      const compared = await inTurn(rounds, () => accept(server.base, some, threePlatforms), bare.rate)
      reportRates(name, compared, `${bare.title}; aim: at least 0.50`)
    } else
      report(name, 'no pgbench on this machine', `${Math.round(await accept(server.base, some, threePlatforms))}/s`)
  }
  await server.stop()
}

function bareWriter(place: Place, rows: AcceptedRows, users: readonly BenchUser[]) {
  const ids = users.map(({ id }) => id)
  if (place.kind === 'sqlite')
    return { title: 'a bare loop', rate: async () => bareLoop(place.at, rows, ids, secondsEach * 1_000) }
  const program = findPgbench()
  const script = acceptScript(rows, { first: Math.min(...ids), last: Math.max(...ids) })
  const load = { url: place.at, script, clients: callers, seconds: secondsEach }
  return program === null ? null : { title: 'pgbench', rate: () => pgbench(program, load) }
}

const publishedJobs = 1_000

export async function publishFigure(place: Place): Promise<void> {
  const publishing = await throughSandbox(place, publishedJobs)
  const compared = await inTurn(2, publishing.ours, publishing.theirs)
  await publishing.stop()
  reportRates(`jobs published on X and Bluesky, ${place.title}`, compared, 'a bare loop of the same calls')
}

export async function firstByteFigure(place: Place): Promise<void> {
  const waits = await firstBytes(place)
  report(
    `accepted to the platform’s first byte, idle, ${place.title}`,
    `p50 ${quantile(waits, 0.5).toFixed(1)} ms, p99 ${quantile(waits, 0.99).toFixed(1)} ms`,
    'aim: p50 under 15 ms',
  )
}

const dueJobs = 10_000
const waitingJobs = 1_000_000
const dueUsers = 1_000
const dueRounds = 2
/** If the first round takes longer than this on a slow machine, there is no second one. */
const enough = 40_000 // milliseconds

/** The delay of jobs that are all due in the same second, in a database without other jobs and in one with a million. */
export async function latenessFigures(place: Place, crowded: Place): Promise<number> {
  const few = await startDue(place)
  const many = await startDue(crowded, waitingJobs)
  const late = { few: [] as number[][], many: [] as number[][] }
  const begun = performance.now()
  for (let round = 0; round < dueRounds && performance.now() - begun < enough; round += 1) {
    late.few.push(await few.run())
    late.many.push(await many.run())
  }
  await few.stop()
  await many.stop()
  const lasts = late.few.map((one) => Math.max(...one))
  const ratios = late.many.map((one, round) => Math.max(...one) / (lasts[round] ?? Number.NaN))
  const rate = (dueJobs / median(lasts)) * 1_000
  const words = (all: readonly number[]) =>
    `p50 ${quantile(all, 0.5)} ms, p99 ${quantile(all, 0.99)} ms, last ${Math.max(...all)} ms`
  report(
    `${dueJobs} jobs due at once, no platform call, ${place.title}`,
    words(late.few.flat()),
    `${Math.round(rate)} jobs/s`,
  )
  report(
    `the same with ${waitingJobs} waiting`,
    `${format(median(ratios))} times as late (${spread(ratios)}); aim: at most 1.10`,
    words(late.many.flat()),
  )
  return rate
}

async function startDue(place: Place, waiting = 0) {
  const server = await instance('both', 'nothing', place.env)
  await addUsers(place, dueUsers, ['nothing'])
  const due = () =>
    withStore(place, async (database) => {
      const after = await addJobs(database, await listAccounts(database), dueJobs)
      if (waiting > 0) await addWaiting(database, waiting)
      waiting = 0
      await analyze(database)
      await makeDue(database, after)
      return lateness(database, after, dueJobs)
    })
  return { run: due, stop: server.stop }
}

const queuedJobs = 6_000

/** Queue libraries run the same jobs, without and with a row that their users keep for each job. */
export async function queueFigures(
  databaseUrl: string,
  ours: readonly { readonly kind: DatabaseKind; readonly title: string; readonly rate: number }[],
): Promise<void> {
  await installQueues()
  const redis = await startRedis()
  const task = { jobs: queuedJobs, slots: jobSlots, databaseUrl, redisPort: redis?.port ?? 0 }
  const queues = [
    { name: 'bullmq', title: 'BullMQ on Redis (append-only file, synced every second)', there: redis !== null },
    { name: 'graphile-worker', title: 'graphile-worker on PostgreSQL', there: true },
  ] as const
  for (const { name, title, there } of queues)
    for (const notes of [false, true]) {
      const what = notes ? `${title}, and its users’ own row written` : title
      if (!there) {
        report(what, 'no redis-server on this machine', 'not measured')
        continue
      }
      const rate = await queueRate(name, { ...task, notes })
      const ratios = ours.map((one) => `ours on ${one.title} ${format(one.rate / rate)}`).join(', ')
      report(what, `${ratios}${notes ? '; aim: above 1.00' : ''}`, `${Math.round(rate)} jobs/s`)
    }
  await redis?.stop()
}
