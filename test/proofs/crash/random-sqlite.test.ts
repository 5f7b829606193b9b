import { test } from 'node:test'
import { run, tableOf } from './run.ts'

test('killed at random under load on SQLite, nothing is lost and nothing is published twice', async (t) => {
  t.diagnostic(tableOf(await run({ kind: 'sqlite', jobs: 2_500, kills: 25, seed: 1 })))
})
