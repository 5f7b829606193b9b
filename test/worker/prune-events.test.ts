import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { day } from '../../src/domain/time.ts'
import { systemClock } from '../../src/system/clock.ts'
import { uuid7 } from '../../src/system/random.ts'
import { pruneTable, tableTasks } from '../../src/worker/pruning/prune-tables.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { withoutPauses } from '../harness/pauses.ts'

onEachDatabase((kind) => {
  test('an event is kept for 90 days, and longer while a delivery refers to it, however many are removed around it', async () => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const { database, close } = await openStore(readConfig(instanceData.env), systemClock, {
      locks: true,
      migrates: true,
    })
    const tasks = tableTasks(readConfig(instanceData.env).keepDays)
    try {
      const user = await database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()
      const now = systemClock.now()
      const add = async (count: number, created_at: number): Promise<string> => {
        const ids = Array.from({ length: count }, () => uuid7(created_at))
        await database.kysely
          .insertInto('events')
          .values(
            ids.map((id) => ({ id, user_id: user.id, name: 'post.failed', post_id: null, data: '{}', created_at })),
          )
          .execute()
        return ids[0] ?? ''
      }
      await add(600, now - 91 * day)
      const told = await add(1, now - 91 * day)
      await add(600, now - 91 * day)
      const young = await add(1, now - 89 * day)
      await database.kysely
        .insertInto('deliveries')
        .values({
          user_id: user.id,
          webhook_id: null,
          post_id: null,
          url: 'https://example.com',
          lane: 'callback',
          event_id: told,
          event: 'post.failed',
          status: 'failed',
          fence: 1,
          attempts: 8,
          history: '[]',
          created_at: now,
        })
        .execute()
      await pruneTable({ database, clock: systemClock }, tasks.events, withoutPauses)
      const left = await database.read.selectFrom('events').select('id').orderBy('seq').execute()
      assert.deepEqual(
        left.map(({ id }) => id),
        [told, young],
      )
    } finally {
      await close()
      await instanceData.remove()
    }
  })
})
