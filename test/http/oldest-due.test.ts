import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { startInstance } from '../harness/instance.ts'
import { openRows } from '../harness/rows.ts'

onEachDatabase((kind) => {
  test('metrics say for how long the endpoint and the account that are due for longest have waited for a worker', async () => {
    const instance = await startInstance(kind, {
      env: { POLYPOST_TIME_SCALE: '100000' },
      roles: { api: true, worker: false },
    })
    const rows = await openRows(instance.data)
    const waits = async () => {
      const text = await (await fetch(`${instance.base}/metrics`)).text()
      const waitOf = (owner: string) =>
        Number(new RegExp(`^polypost_oldest_due_${owner}_seconds (\\S+)$`, 'm').exec(text)?.[1])
      return [waitOf('endpoint'), waitOf('account')]
    }
    try {
      assert.deepEqual(await waits(), [0, 0])
      const [now, hour] = [Date.now(), 3_600_000]
      const owners = [
        { due_at: now - hour },
        // Neither of them waits for a worker, and the last one is due later.
        { due_at: now - 3 * hour, held_until: now + hour },
        { due_at: now - 3 * hour, paused_until: now + hour },
        { due_at: null },
        { due_at: now + hour },
      ]
      await rows.change((db) =>
        db
          .insertInto('endpoints')
          .values(
            owners.map((owner, at) => ({
              lane: `webhook:${at}`,
              user_id: 1,
              held_until: 0,
              paused_until: 0,
              ...owner,
            })),
          )
          .execute(),
      )
      await rows.change((db) =>
        db
          .insertInto('lanes')
          .values(owners.map((owner, at) => ({ key: `live:x:${at}`, held_until: 0, paused_until: 0, ...owner })))
          .execute(),
      )
      for (const wait of await waits()) assert.ok(wait >= 3_600 && wait < 2 * 3_600, `${wait} s`)
    } finally {
      await rows.close()
      await instance.stop()
    }
  })
})
