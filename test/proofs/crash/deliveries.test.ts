import { test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { deliverUnderKills, lineOf } from './delivery-run.ts'

onEachDatabase((kind) => {
  test('killed at random during deliveries: every event reaches all its subscribers unchanged or has failed eight times, and no event is false', async (t) => {
    t.diagnostic(lineOf(await deliverUnderKills({ kind, deliveries: 2_000, kills: 8, seed: 1 })))
  })
})
