import { test } from 'node:test'
import { run, tableOf } from './run.ts'

test('processes killed, added and drained at random under load on PostgreSQL: nothing is lost, nothing published twice', async (t) => {
  t.diagnostic(tableOf(await run({ kind: 'postgres', jobs: 1_500, kills: 15, seed: 2 })))
})
