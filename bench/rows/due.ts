import type { Bench, Row } from '../kit/bench.ts'
import type { InstanceData } from '../kit/instance-data.ts'
import { addJobs, addWaiting, lateness, listAccounts, makeDue, settle } from '../kit/jobs.ts'
import { addUsers, withStore } from '../kit/seed.ts'
import { instance } from '../kit/servers.ts'
import { median, whole } from '../kit/table.ts'

const dueJobs = 10_000
const waitingJobs = 1_000_000
const users = 1_000

export const due: Row = {
  alone: true,
  about:
    'how late the last of 10,000 jobs is that are due at once, with 1,000,000 waiting against none, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const data = await bench.makeData(kind)
      const few = await startDue(bench, data, 0)
      const many = await startDue(bench, await bench.makeData(kind), waitingJobs)
      const late = { few: [] as number[], many: [] as number[] }
      for (let round = 0; round < roundsOf(bench); round += 1) {
        late.few.push(await few())
        late.many.push(await many())
      }
      bench.print({
        name: `${whole(dueJobs)} jobs due at once while ${whole(waitingJobs)} wait, ${data.title}`,
        ours: `the last ${whole(median(late.many))} ms late`,
        anchor: `none wait, ${whole(median(late.few))} ms`,
        values: late.many.map((last, round) => last / (late.few[round] ?? Number.NaN)),
        goal: { atMost: 1.05 },
      })
    }
  },
}

const mostRounds = 5
const fewestRounds = 2

/** The length of a round is not a choice here: it has 10,000 jobs. */
const roundsOf = ({ rounds, seconds }: Bench): number => Math.min(rounds, seconds < 5 ? fewestRounds : mostRounds)

/** Returns a round, which returns how late the last job was, in milliseconds. */
async function startDue(bench: Bench, data: InstanceData, waiting: number): Promise<() => Promise<number>> {
  const server = await instance('both', 'nothing', data.env)
  bench.atEnd(server.stop)
  await addUsers(data, users, ['nothing'])
  let missing = waiting
  return () =>
    withStore(data, async (database) => {
      const after = await addJobs(database, await listAccounts(database), dueJobs)
      if (missing > 0) await addWaiting(database, missing)
      missing = 0
      await settle(database)
      await makeDue(database, after)
      return Math.max(...(await lateness(database, after, dueJobs)))
    })
}
