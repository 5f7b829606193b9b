import pg from 'pg'
import type { Row } from '../kit/bench.ts'
import { countMessages } from '../kit/count-messages.ts'
import { dueJobs } from '../kit/due-jobs.ts'
import { startSimulated } from '../kit/simulated.ts'

const people = 60
const published = ['x', 'bluesky']

export const statements: Row = {
  about: 'statements and transactions that write, for each published job on PostgreSQL',
  run: async (bench) => {
    const data = await bench.makeData('postgres')
    const counter = await countMessages(data.at)
    bench.atEnd(counter.stop)
    await startSimulated(bench, data, { people, published, env: { DATABASE_URL: counter.url } })
    const client = new pg.Client({ connectionString: data.at })
    await client.connect()
    bench.atEnd(() => client.end())
    /** Only a transaction that writes gets an ID. */
    const lastTransaction = async () =>
      Number((await client.query('select pg_snapshot_xmax(pg_current_snapshot())::text as id')).rows[0].id)

    const { prepare, round } = dueJobs(data)
    const each = { statements: [] as number[], commits: [] as number[] }
    for (let at = -1; at < bench.rounds; at += 1) {
      await prepare(bench.seconds)
      const before = { statements: counter.statements(), commits: await lastTransaction() }
      const { count } = await round(bench.seconds)
      if (at < 0) continue
      each.statements.push((counter.statements() - before.statements) / count)
      each.commits.push(((await lastTransaction()) - before.commits) / count)
    }
    const name = 'for each published job, PostgreSQL'
    bench.print({ name: `statements ${name}`, ours: '', values: each.statements, goal: { atMost: 5 } })
    bench.print({ name: `transactions that write ${name}`, ours: '', values: each.commits, goal: { atMost: 0.3 } })
  },
}
