import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { day, hour } from '../../src/domain/time.ts'
import { positionRange } from '../../src/store/deliveries/status-log.ts'
import { systemClock } from '../../src/system/clock.ts'
import { pruneTable, tableTasks } from '../../src/worker/pruning/prune-tables.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { withoutPauses } from '../harness/pauses.ts'

onEachDatabase((kind) => {
  test('a change keeps its position for a day, and no position is ever assigned twice', async () => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const { database, close } = await openStore(readConfig(instanceData.env), systemClock, {
      locks: true,
      migrates: true,
    })
    const tasks = tableTasks(readConfig(instanceData.env).keepDays)
    const prune = async () => {
      for (const task of [tasks.unplacedStatusChanges, tasks.statusChanges])
        await pruneTable({ database, clock: systemClock }, task, withoutPauses)
    }
    const add = (count: number, at: number) =>
      database.kysely
        .insertInto('status_log')
        .values(Array.from({ length: count }, () => ({ user_id: 1, kind: 'post', post_id: 1, status: 'failed', at })))
        .execute()
    const positions = async () =>
      (await database.read.selectFrom('status_log').select('position').orderBy('id').execute()).map(
        ({ position }) => position,
      )
    try {
      const now = systemClock.now()
      await add(1_500, now - day - hour)
      await add(2, now - day + hour)
      await prune()
      assert.deepEqual(await positions(), [1_501, 1_502])
      assert.deepEqual(await positionRange(database.read), { first: 1_501, last: 1_502 })

      await database.kysely
        .updateTable('status_log')
        .set({ at: now - 2 * day })
        .execute()
      await prune()
      assert.deepEqual(await positionRange(database.read), { first: 1_503, last: 1_502 })
      await add(1, now)
      await prune()
      assert.deepEqual(await positions(), [1_503])
    } finally {
      await close()
      await instanceData.remove()
    }
  })
})
