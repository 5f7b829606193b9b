import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/app/config.ts'
import { embeddedFile } from '../../src/app/open-store.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { createClient } from '../harness/client.ts'
import { databaseKinds, type InstanceData } from '../harness/database.ts'
import { ownerKey } from '../harness/instance.ts'
import { withDatabase } from '../harness/rows.ts'
import { setStage } from '../harness/stage.ts'

const crowds: Readonly<Record<DatabaseKind, (instanceData: InstanceData) => Promise<() => Promise<void>>>> = {
  // Another process holds a write transaction that does not end.
  sqlite: async ({ env }) => {
    const writer = new DatabaseSync(embeddedFile(readConfig(env)), { timeout: 10_000 })
    writer.exec('begin immediate')
    return async () => writer.close()
  },
  // Every attempt to create a profile meets a concurrent change.
  postgres: async (instanceData) => {
    await withDatabase(instanceData, async (db) => {
      await sql`create function crowd() returns trigger language plpgsql as
        'begin raise exception ''too late'' using errcode = ''40001''; end'`.execute(db)
      await sql`create trigger crowd before insert on profiles execute function crowd()`.execute(db)
    })
    return () => withDatabase(instanceData, async (db) => void (await sql`drop trigger crowd on profiles`.execute(db)))
  },
}

describe('a request that waits too long for other requests', { concurrency: true }, () => {
  for (const kind of databaseKinds)
    test(`gets 503 with the time to retry, and has done nothing, on ${kind}`, async (t) => {
      const { data: instanceData, start } = await setStage(t, kind)
      const ask = createClient((await start()).base, ownerKey)
      const create = () => ask('POST', '/profiles', { body: { name: 'Crowded' } })
      const disperse = await crowds[kind](instanceData)
      const { status, body } = await create()
      await disperse()
      assert.deepEqual([status, body.error.code], [503, 'unavailable'])
      assert.match(body.error.message, /nothing was done/)
      assert.equal((await create()).status, 200)
    })
})
