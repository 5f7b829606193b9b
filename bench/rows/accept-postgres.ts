import { acceptScript, findPgbench, pgbench } from '../anchors/pgbench.ts'
import { startAccepting } from '../kit/accepting.ts'
import type { Row } from '../kit/bench.ts'
import { type Anchor, compare } from '../kit/compare.ts'
import { endedMeter } from '../kit/cpu.ts'
import { callers } from '../kit/load.ts'
import { anchorServer } from '../kit/servers.ts'
import { tableRow } from '../kit/table.ts'

const goals = [0.5, 0.4]

export const acceptPostgres: Row = {
  about:
    'accepted posts on PostgreSQL, against pgbench and against Fastify with one statement, which write the same rows',
  run: async (bench) => {
    const data = await bench.makeData('postgres')
    const { groups, rows, side, ours } = await startAccepting(bench, data)
    const oneStatement = await anchorServer({ AT: data.at, ROWS: JSON.stringify(rows) })
    bench.atEnd(oneStatement.stop)
    const program = findPgbench()
    if (program === null) bench.say(tableRow(['posts accepted', 'pgbench is left out: it is not here', '', '', '', '']))
    for (const [at, group] of groups.entries()) {
      const ids = group.users.map(({ id }) => id)
      const script = acceptScript(rows, { first: Math.min(...ids), last: Math.max(...ids) })
      const server = { PostgreSQL: bench.postgres.meter }
      const anchors: Anchor[] = [
        side(
          oneStatement,
          { title: 'Fastify, one statement', meters: { Fastify: oneStatement.cpu, ...server } },
          group,
        ),
      ]
      if (program !== null)
        anchors.unshift({
          title: 'pgbench',
          meters: { pgbench: endedMeter, ...server },
          round: (seconds) => pgbench(program, { url: data.at, script, clients: callers, seconds }),
          goal: { atLeast: goals[at] ?? 0 },
        })
      await compare(bench, `posts accepted, ${group.name}, PostgreSQL`, ours(group), anchors)
    }
  },
}
