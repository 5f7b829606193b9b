import { bareAccepts } from '../anchors/bare-accepts.ts'
import { startAccepting } from '../kit/accepting.ts'
import type { Row } from '../kit/bench.ts'
import { compare } from '../kit/compare.ts'
import { ownMeter } from '../kit/cpu.ts'
import { syncTime } from '../kit/machine.ts'
import { median, whole } from '../kit/table.ts'

export const acceptSqlite: Row = {
  about: 'accepted posts on SQLite, against a loop that writes the same rows: their speed, and their CPU time',
  run: async (bench) => {
    const data = await bench.makeData('sqlite')
    const { groups, rows, ours } = await startAccepting(bench, data)
    for (const group of groups) {
      const ids = group.users.map(({ id }) => id)
      const name = `posts accepted, ${group.name}, SQLite`
      const bare = {
        title: `bare loop (one sync takes ${syncTime().toFixed(2)} ms)`,
        meters: { loop: ownMeter },
        round: async (seconds: number) => bareAccepts(data.at, rows, ids, seconds),
        goal: { atLeast: 0.65 },
      }
      const [loop, service] = await compare(bench, name, ours(group), [bare])
      const [theirs, own] = [loop?.cpu.get('loop') ?? [], service?.cpu.get('service') ?? []]
      bench.print({
        name: `${name}: CPU of the service`,
        ours: `${whole(median(own))} µs`,
        anchor: `bare loop, ${whole(median(theirs))} µs`,
        values: own.map((used, round) => used / (theirs[round] ?? Number.NaN)),
        goal: { atMost: 2 },
      })
    }
  },
}
