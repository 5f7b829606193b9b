import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { stayCurrent } from '../../src/app/stay-current.ts'
import { findHold, release } from '../../src/store/hold.ts'
import { runTime, systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'

const hour = 3_600_000

onEachDatabase((kind) => {
  /** The clock of the database stays, and the other one can be moved, which is the same for who compares them. */
  async function begin(t: TestContext) {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const store = await openStore(readConfig(instanceData.env), systemClock, { locks: true, migrates: true })
    let moved = 0
    const log = createLog({ level: 'silent', pretty: false })
    const { database } = store
    const current = await stayCurrent({ database, directory: instanceData.directory, log }, () => runTime() + moved)
    t.after(async () => {
      await current.stop()
      await store.close()
      await instanceData.remove()
    })
    const beats = async () =>
      (await database.read.selectFrom('instance').select('alive_at').executeTakeFirst())?.alive_at
    return {
      database,
      move: (by: number) => {
        moved += by
      },
      looked: async () => {
        const before = await beats()
        await eventually('it looks', async () => (await beats()) !== before)
      },
    }
  }

  for (const [direction, by] of [
    ['ahead', -hour],
    ['back', hour],
  ] as const)
    test(`a clock of the database that jumps ${direction} holds the database until a person releases it`, async (t) => {
      const { database, move, looked } = await begin(t)
      move(by)
      const held = await eventually('it is held', () => findHold(database.read))
      assert.match(held.reason, new RegExp(`^The clock of the database’s machine jumped ${direction} by 60 minutes\\.`))
      assert.equal(await database.step((tx) => release(tx, held.until)), true)
      await looked()
      assert.equal(await findHold(database.read), null)
    })
})
