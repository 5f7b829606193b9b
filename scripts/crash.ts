import { parseArgs } from 'node:util'
import { type RunOptions, run, tableOf } from '../test/crash/run.ts'
import { startOwnServer } from './test-postgres.ts'

/** `npm run crash -- --jobs 20000 --kills 200 --seed 7`: the random kills of `npm test`, for longer. */
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const [jobs, kills, seed] = [values.jobs, values.kills, values.seed].map(Number)
if (!jobs || !kills || seed === undefined || Number.isNaN(seed))
  throw new Error('--jobs, --kills and --seed are whole numbers, the first two above 0.')

/** Lines about how far it has come, in each part. */
const told = 20

const server = await startOwnServer()
process.env.TEST_DATABASE_URL = server.url
process.env.NODE_ENV = 'test'
const parts: readonly (readonly [what: string, share: number, where: Pick<RunOptions, 'kind' | 'server'>])[] = [
  ['SQLite', 0.45, { kind: 'sqlite' }],
  ['PostgreSQL', 0.45, { kind: 'postgres' }],
  ['PostgreSQL, killed itself too', 0.1, { kind: 'postgres', server }],
]
console.log(`seed ${seed}, ${jobs} jobs, ${kills} kills`)
try {
  for (const [what, share, where] of parts) {
    console.log(`\n— ${what}`)
    const every = Math.ceil((kills * share) / told)
    let next = every
    const tell = (line: string, killed: number) => {
      if (killed < next) return
      next += every
      console.log(line)
    }
    const part = { jobs: Math.ceil(jobs * share), kills: Math.ceil(kills * share) }
    console.log(tableOf(await run({ ...where, ...part, seed, tell })))
  }
} finally {
  await server.stop()
}
