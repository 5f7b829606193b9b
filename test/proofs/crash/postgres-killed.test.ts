import { test } from 'node:test'
import { startOwnServer } from '../../../scripts/test-postgres.ts'
import { run, tableOf } from './run.ts'

test('PostgreSQL itself killed under load, and processes with it: nothing is lost and nothing is published twice', async (t) => {
  const server = await startOwnServer()
  try {
    t.diagnostic(tableOf(await run({ kind: 'postgres', jobs: 600, kills: 10, seed: 3, server })))
  } finally {
    await server.stop()
  }
})
