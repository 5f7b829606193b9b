import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { day } from '../../src/domain/time.ts'
import { systemClock } from '../../src/system/clock.ts'
import { pruneTable, tableTasks } from '../../src/worker/pruning/prune-tables.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { withoutPauses } from '../harness/pauses.ts'
import { hookUrl, insertDeliveries } from '../harness/webhooks.ts'

const many = 1_100 // more than are removed at once

onEachDatabase((kind) => {
  test('ended deliveries are removed after 90 days, and a deleted webhook with its last delivery', async () => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const { database, close } = await openStore(readConfig(instanceData.env), systemClock, {
      locks: true,
      migrates: true,
    })
    const tasks = tableTasks(readConfig(instanceData.env).keepDays)
    const db = database.kysely
    try {
      const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
      const now = systemClock.now()
      const [old, young] = [now - 91 * day, now - 89 * day]
      const webhook = async (deleted_at: number | null): Promise<number> => {
        const row = { user_id: user.id, url: hookUrl, events: '["*"]', created_at: old, deleted_at }
        return (await db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()).id
      }
      const live = await webhook(null)
      const [emptied, remembered, recent] = [await webhook(old), await webhook(old), await webhook(young)]
      const told = { webhook_id: live, created_at: old }
      const ids = await insertDeliveries(instanceData, user.id, [
        { ...told, status: 'retrying', due_at: now + day },
        { ...told, webhook_id: emptied, status: 'cancelled' },
        ...Array.from({ length: many }, () => told),
        { ...told, webhook_id: null, post_id: 7 },
        { ...told, status: 'failed' },
        { ...told, status: 'pending', due_at: now },
        { ...told, created_at: young },
        { ...told, created_at: young, webhook_id: remembered },
      ])
      for (const task of [tasks.deliveries, tasks.webhooks])
        await pruneTable({ database, clock: systemClock }, task, withoutPauses)
      const deliveries = await db.selectFrom('deliveries').select('id').orderBy('id').execute()
      assert.deepEqual(
        deliveries.map(({ id }) => id),
        [ids[0], ...ids.slice(-3)],
      )
      const webhooks = await db.selectFrom('webhooks').select('id').orderBy('id').execute()
      assert.deepEqual(
        webhooks.map(({ id }) => id),
        [live, remembered, recent],
      )
    } finally {
      await close()
      await instanceData.remove()
    }
  })
})
