import type { Row } from '../kit/bench.ts'
import { compare } from '../kit/compare.ts'
import { ownMeter } from '../kit/cpu.ts'
import { readProfiles } from '../kit/load.ts'
import { addUsers } from '../kit/seed.ts'
import { anchorServer, instance } from '../kit/servers.ts'

const users = 200
const platforms = ['x', 'bluesky', 'threads']

export const profiles: Row = {
  about: 'GET /profiles, against Fastify with one prepared select, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const data = await bench.makeData(kind)
      const server = await instance('api', 'platforms', data.env)
      bench.atEnd(server.stop)
      const some = await addUsers(data, users, platforms)
      const oneSelect = await anchorServer({ AT: data.at })
      bench.atEnd(oneSelect.stop)
      const more = { ...(kind === 'postgres' && { PostgreSQL: bench.postgres.meter }), load: ownMeter }
      const side = ({ base }: { base: string }, seconds: number) => readProfiles(base, some, seconds)
      await compare(
        bench,
        `GET /profiles, ${data.title}`,
        { title: 'ours', meters: { service: server.cpu, ...more }, round: (seconds) => side(server, seconds) },
        [
          {
            title: 'Fastify, one select',
            meters: { Fastify: oneSelect.cpu, ...more },
            round: (seconds) => side(oneSelect, seconds),
            goal: { atLeast: 0.5 },
          },
        ],
      )
    }
  },
}
