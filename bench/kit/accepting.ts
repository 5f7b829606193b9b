import { type AcceptedRows, lastAccepted } from '../anchors/accepted-rows.ts'
import type { Bench } from './bench.ts'
import type { Side } from './compare.ts'
import { ownMeter } from './cpu.ts'
import type { InstanceData } from './instance-data.ts'
import { accept } from './load.ts'
import { addUsers, type BenchUser, withStore } from './seed.ts'
import { instance } from './servers.ts'

/** Accepting works the same on every platform. */
const post = { platforms: ['x', 'bluesky', 'threads'] }
const manyUsers = 200

/** Who creates posts. */
export interface Group {
  readonly name: string
  readonly users: readonly BenchUser[]
}

export interface AcceptingInstance {
  readonly groups: readonly Group[]
  readonly rows: AcceptedRows
  /** A server that accepts posts, as a side. */
  readonly side: (server: { base: string }, side: Omit<Side, 'round'>, group: Group) => Side
  readonly ours: (group: Group) => Side
}

/** An API with users, and the rows that an accepted post of theirs leaves. */
export async function startAccepting(bench: Bench, data: InstanceData): Promise<AcceptingInstance> {
  const server = await instance('api', 'platforms', data.env)
  bench.atEnd(server.stop)
  const users = await addUsers(data, manyUsers, post.platforms)
  await accept(server.base, users, { seconds: 1, post })
  const side: AcceptingInstance['side'] = ({ base }, { title, meters }, group) => ({
    title,
    meters: { ...meters, load: ownMeter },
    round: (seconds) => accept(base, group.users, { seconds, post }),
  })
  const database = data.kind === 'postgres' ? { PostgreSQL: bench.postgres.meter } : {}
  return {
    groups: [
      { name: `${manyUsers} users`, users },
      { name: 'one user', users: users.slice(0, 1) },
    ],
    rows: await withStore(data, lastAccepted),
    side,
    ours: (group) => side(server, { title: 'ours', meters: { service: server.cpu, ...database } }, group),
  }
}
