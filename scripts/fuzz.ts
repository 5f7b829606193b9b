import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** `npm run fuzz -- --runs 2000 --seed 7`: the random requests of `npm run proofs`, for longer. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
console.log(`seed ${values.seed}, ${values.runs} runs for each operation and database`)
const env = { ...process.env, FUZZ_RUNS: values.runs, FUZZ_SEED: values.seed }
const { status } = spawnSync(process.execPath, ['scripts/test.ts', 'test/proofs/fuzz/requests.test.ts'], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
