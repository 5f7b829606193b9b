import { parseArgs } from 'node:util'
import { deliverUnderKills, lineOf } from '../test/proofs/crash/delivery-run.ts'
import { type RunOptions, run, tableOf } from '../test/proofs/crash/run.ts'
import { startOwnServer } from './test-postgres.ts'

/**
 * The random kills of `npm run proofs`, for longer: `npm run crash -- --jobs 20000 --kills 200 --seed 7` while posts are
 * published, `npm run crash -- --deliveries 20000 --kills 100` while webhooks are sent, on each database.
 */
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100000' },
    deliveries: { type: 'string' },
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const [jobs, kills, seed] = [values.jobs, values.kills, values.seed].map(Number)
const deliveries = values.deliveries === undefined ? null : Number(values.deliveries)
if (!jobs || !kills || seed === undefined || Number.isNaN(seed) || (deliveries !== null && !(deliveries > 0)))
  throw new Error(
    '--jobs, --deliveries, --kills and --seed must be whole numbers, and all except --seed must be above 0.',
  )

/** How many lines each part prints about its progress. */
const progressLines = 20

const server = await startOwnServer()
process.env.TEST_DATABASE_URL = server.url
process.env.NODE_ENV = 'test'
try {
  if (deliveries === null) await publish(jobs, kills, seed)
  else await deliver(deliveries, kills, seed)
} finally {
  await server.stop()
}

async function publish(jobs: number, kills: number, seed: number): Promise<void> {
  const parts: readonly (readonly [what: string, share: number, where: Pick<RunOptions, 'kind' | 'server'>])[] = [
    ['SQLite', 0.45, { kind: 'sqlite' }],
    ['PostgreSQL', 0.45, { kind: 'postgres' }],
    ['PostgreSQL, killed itself too', 0.1, { kind: 'postgres', server }],
  ]
  console.log(`seed ${seed}, ${jobs} jobs, ${kills} kills`)
  for (const [what, share, where] of parts) {
    console.log(`\n— ${what}`)
    const part = { jobs: Math.ceil(jobs * share), kills: Math.ceil(kills * share) }
    console.log(tableOf(await run({ ...where, ...part, seed, tell: teller(part.kills) })))
  }
}

async function deliver(deliveries: number, kills: number, seed: number): Promise<void> {
  console.log(`seed ${seed}, ${deliveries} deliveries and ${kills} kills on each database`)
  for (const kind of ['sqlite', 'postgres'] as const) {
    console.log(`\n— ${kind}`)
    console.log(lineOf(await deliverUnderKills({ kind, deliveries, kills, seed, tell: teller(kills) })))
  }
}

/** Prints only a part of the lines. */
function teller(kills: number): (line: string, killed: number) => void {
  const every = Math.ceil(kills / progressLines)
  let next = every
  return (line, killed) => {
    if (killed < next) return
    next += every
    console.log(line)
  }
}
