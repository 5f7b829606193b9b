import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { day } from '../../src/domain/time.ts'
import { systemClock } from '../../src/system/clock.ts'
import { pruneTable, tableTasks } from '../../src/worker/pruning/prune-tables.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { withoutPauses } from '../harness/pauses.ts'
import { insertConnection } from '../harness/rows.ts'

onEachDatabase((kind) => {
  test('the secret of a connection is deleted when it expires, and the connection a week later', async () => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const { database, close } = await openStore(readConfig(instanceData.env), systemClock, {
      locks: true,
      migrates: true,
    })
    const tasks = tableTasks(readConfig(instanceData.env).keepDays)
    try {
      const user = await database.kysely.selectFrom('users').selectAll().executeTakeFirstOrThrow()
      const [open, over, old] = [
        await insertConnection(instanceData, user.id, user.default_profile_id),
        await insertConnection(instanceData, user.id, user.default_profile_id),
        await insertConnection(instanceData, user.id, user.default_profile_id),
      ]
      const now = systemClock.now()
      for (const [id, expires_at] of [
        [open, now + day],
        [over, now - 6 * day],
        [old, now - 8 * day],
      ] as const)
        await database.kysely
          .updateTable('connections')
          .set({ expires_at, secret: 'sealed', state_hash: id })
          .where('id', '=', id)
          .execute()
      for (const task of [tasks.connectionSecrets, tasks.connections])
        await pruneTable({ database, clock: systemClock }, task, withoutPauses)
      const rows = await database.read.selectFrom('connections').select(['id', 'secret', 'state_hash']).execute()
      const left = new Map(rows.map(({ id, secret, state_hash }) => [id, [secret, state_hash]]))
      assert.deepEqual(
        left,
        new Map([
          [open, ['sealed', open]],
          [over, [null, null]],
        ]),
      )
    } finally {
      await close()
      await instanceData.remove()
    }
  })
})
