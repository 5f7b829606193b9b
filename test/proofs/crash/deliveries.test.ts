import { test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { lineOf, tellUnderKills } from './told-run.ts'

onEachDatabase((kind) => {
  test('killed at random while it tells: every event is told to all that ask for it, in the same words, or has failed eight times; none that never happened is', async (t) => {
    t.diagnostic(lineOf(await tellUnderKills({ kind, deliveries: 2_000, kills: 8, seed: 1 })))
  })
})
