import { test } from 'node:test'
import { run, tableOf } from './run.ts'

test('killed at random under load on SQLite, nothing is lost and nothing is published twice', async (t) => {
  t.diagnostic(tableOf(await run({ kind: 'sqlite', jobs: 1_500, kills: 15, seed: 1 })))
})
